package dev.kcm.apiserver.http;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// OpenAPI version 2 in the protobuf form (`openapi.v2.Document` of gnostic) that kubectl and
/// client-go request: definitions, paths with their query parameters, and the extensions of both.
final class OpenApiProtobuf {
    /// What clients accept; its `@` is not allowed where the content's type is named.
    static final String MEDIA_TYPE = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

    static final String CONTENT_TYPE = MEDIA_TYPE.replace('@', '.');

    private static final Map<String, Integer> METHODS =
            Map.of("get", 2, "put", 3, "post", 4, "delete", 5, "options", 6, "head", 7, "patch", 8);

    /// A message under construction; fields are written in order.
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message text(int field, String text) {
            return text.isEmpty() ? this : bytes(field, text.getBytes(StandardCharsets.UTF_8));
        }

        Message message(int field, Message inner) {
            return bytes(field, inner.out.toByteArray());
        }

        private Message bytes(int field, byte[] bytes) {
            number((long) field << 3 | 2);
            number(bytes.length);
            out.writeBytes(bytes);
            return this;
        }

        Message flag(int field, boolean isSet) {
            if (isSet) {
                number((long) field << 3);
                number(1);
            }
            return this;
        }

        private void number(long value) {
            long rest = value;
            for (; rest > 0x7f; rest >>>= 7) {
                out.write((int) ((rest & 0x7f) | 0x80));
            }
            out.write((int) rest);
        }
    }

    private OpenApiProtobuf() {}

    static byte[] encoded(JsonObject document) {
        var info = document.objectAt("info");
        var paths = new Message();
        document.objectAt("paths").forEach((path, item) -> paths.message(2, named(path, path((JsonObject) item))));
        var definitions = new Message();
        document.objectAt("definitions")
                .forEach((name, schema) -> definitions.message(1, named(name, schema((JsonObject) schema))));
        var parameters = new Message();
        document.objectAt("parameters").forEach((name, it) -> parameters.message(1, named(name, parameter(it))));
        return new Message()
                .text(1, "2.0")
                .message(
                        2,
                        new Message()
                                .text(1, info.textAt("title").orElse(""))
                                .text(2, info.textAt("version").orElse("")))
                .message(8, paths)
                .message(9, definitions)
                .message(10, parameters)
                .out
                .toByteArray();
    }

    private static Message named(String name, Message value) {
        return new Message().text(1, name).message(2, value);
    }

    private static Message path(JsonObject item) {
        var path = new Message();
        item.forEach((name, value) -> {
            var method = METHODS.get(name);
            if (method != null) {
                path.message(method, operation((JsonObject) value));
            }
        });
        item.itemsAt("parameters").forEach(it -> path.message(9, parameterItem(it)));
        return path;
    }

    private static Message operation(JsonObject value) {
        var operation = new Message().text(5, value.textAt("operationId").orElse(""));
        value.itemsAt("parameters").forEach(it -> operation.message(8, parameterItem(it)));
        extensions(value, operation, 13);
        return operation;
    }

    private static Message parameterItem(Json value) {
        var reference = value.textAt("$ref");
        return reference.isPresent()
                ? new Message().message(2, new Message().text(1, reference.get()))
                : new Message().message(1, parameter(value));
    }

    private static Message parameter(Json value) {
        var in = value.textAt("in").orElse("");
        var name = value.textAt("name").orElse("");
        var isRequired = value.at("required").filter(Json.of(true)::equals).isPresent();
        if (in.equals("body")) {
            var body = new Message().text(2, name).text(3, in).flag(4, isRequired);
            return new Message().message(1, body.message(5, schema(value.objectAt("schema"))));
        }
        int type = in.equals("query") ? 6 : 5;
        var plain = new Message()
                .flag(1, isRequired)
                .text(2, in)
                .text(4, name)
                .text(type, value.textAt("type").orElse(""));
        return new Message().message(2, new Message().message(in.equals("query") ? 3 : 4, plain));
    }

    private static Message schema(JsonObject value) {
        var schema = new Message()
                .text(1, value.textAt("$ref").orElse(""))
                .text(2, value.textAt("format").orElse(""));
        value.itemsAt("required").forEach(it -> schema.text(19, it.textAt().orElse("")));
        if (value.get("additionalProperties").orElse(Json.NULL) instanceof JsonObject values) {
            schema.message(21, new Message().message(1, schema(values)));
        }
        value.textAt("type").ifPresent(type -> schema.message(22, new Message().text(1, type)));
        if (value.get("items").orElse(Json.NULL) instanceof JsonObject items) {
            schema.message(23, new Message().message(1, schema(items)));
        }
        var properties = value.objectAt("properties");
        if (!properties.isEmpty()) {
            var each = new Message();
            properties.forEach((name, property) -> each.message(1, named(name, schema((JsonObject) property))));
            schema.message(25, each);
        }
        extensions(value, schema, 31);
        return schema;
    }

    /// Extensions travel as YAML, of which JSON is a part.
    private static void extensions(JsonObject value, Message into, int field) {
        value.forEach((name, extension) -> {
            if (name.startsWith("x-")) {
                into.message(field, named(name, new Message().text(2, extension.toText())));
            }
        });
    }
}
