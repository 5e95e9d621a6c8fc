package dev.kcm.apiserver.http;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// The schema of the API, read from upstream's OpenAPI document of version 2 at first use;
/// version 3 is made from it, one document per group and version, with the definitions it needs.
final class OpenApi {
    private static final String DEFINITIONS = "#/definitions/";
    private static final String SCHEMAS = "#/components/schemas/";
    private static final String KIND = "x-kubernetes-group-version-kind";

    private static final class Holder {
        private static final JsonObject DOCUMENT = read();

        private static JsonObject read() {
            try (var resource = OpenApi.class.getResourceAsStream("openapi-v2.json.gz")) {
                if (resource == null) {
                    throw new IllegalStateException("openapi-v2.json.gz is not in the jar");
                }
                return (JsonObject) Json.parse(new GZIPInputStream(resource).readAllBytes());
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    private OpenApi() {}

    static JsonObject second() {
        return Holder.DOCUMENT;
    }

    static byte[] secondAsProtobuf() {
        return OpenApiProtobuf.encoded(second());
    }

    /// Where the documents of version 3 are.
    static JsonObject thirdIndex() {
        var paths = JsonObject.builder();
        ServedResources.groups()
                .forEach((group, versions) -> versions.stream()
                        .filter(_ -> ServedResources.hasSchema(group))
                        .map(version -> path(group, version))
                        .forEach(path ->
                                paths.put(path, Json.object("serverRelativeURL", Json.of("/openapi/v3/" + path)))));
        return Json.object("paths", paths.build());
    }

    /// The document of one group and version, by its path (`api/v1`, `apis/apps/v1`).
    static Optional<JsonObject> third(String path) {
        var parts = path.split("/", -1);
        var group = parts.length == 3 ? parts[1] : "";
        var version = parts[parts.length - 1];
        if (!ServedResources.hasSchema(group)
                || !ServedResources.isServed(group, version)
                || !path(group, version).equals(path)) {
            return Optional.empty();
        }
        var paths = JsonObject.builder();
        var needed = new HashSet<String>();
        second().objectAt("paths").forEach((where, operations) -> {
            if (where.startsWith("/" + path + "/")) {
                paths.put(where, converted((JsonObject) operations, needed));
            }
        });
        return Optional.of(Json.object("openapi", Json.of("3.0.0"))
                .with("info", Json.object("title", Json.of("Kubernetes")).with("version", "v1.36.3"))
                .with("paths", paths.build())
                .with("components", Json.object("schemas", schemas(needed))));
    }

    private static String path(String group, String version) {
        return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
    }

    private static JsonObject converted(JsonObject operations, Set<String> needed) {
        var result = JsonObject.builder();
        operations.forEach((method, operation) -> {
            if (operation instanceof JsonObject members) {
                result.put(method, operation(members, needed));
            }
        });
        return result.build();
    }

    private static JsonObject operation(JsonObject operation, Set<String> needed) {
        var parameters = new ArrayList<Json>();
        for (var parameter : operation.itemsAt("parameters")) {
            query(parameter).ifPresent(parameters::add);
        }
        var responses = JsonObject.builder();
        operation
                .objectAt("responses")
                .forEach((code, response) -> responses.put(code, response((JsonObject) response, needed)));
        var result = Json.object("operationId", operation.at("operationId").orElse(Json.NULL))
                .with("parameters", Json.array(parameters))
                .with("responses", responses.build());
        for (var kept : List.of(KIND, "x-kubernetes-action")) {
            var value = operation.get(kept);
            if (value.isPresent()) {
                result = result.with(kept, value.get());
            }
        }
        return result;
    }

    private static Optional<Json> query(Json parameter) {
        var reference = parameter.textAt("$ref").orElse("");
        var declared = reference.isEmpty()
                ? parameter
                : second().objectAt("parameters").objectAt(reference.substring(reference.lastIndexOf('/') + 1));
        if (!declared.textAt("in").orElse("").equals("query")) {
            return Optional.empty();
        }
        return Optional.of(Json.object("name", declared.at("name").orElse(Json.NULL))
                .with("in", "query")
                .with("schema", Json.object("type", declared.at("type").orElse(Json.of("string")))));
    }

    private static JsonObject response(JsonObject response, Set<String> needed) {
        var schema = response.get("schema");
        var described = Json.object("description", Json.of(""));
        return schema.isEmpty()
                ? described
                : described.with(
                        "content",
                        Json.object("application/json", Json.object("schema", referring(schema.get(), needed))));
    }

    /// The definitions that are needed, and those that they need.
    private static JsonObject schemas(Set<String> needed) {
        var schemas = JsonObject.builder();
        var done = new HashSet<String>();
        while (done.size() < needed.size()) {
            for (var name : List.copyOf(needed)) {
                if (done.add(name)) {
                    var definition = second().objectAt("definitions").objectAt(name);
                    schemas.put(name, referring(either(name, definition), needed));
                }
            }
        }
        return schemas.build();
    }

    /// Version 3 can say of the few types that are one thing or another what version 2 cannot.
    private static Json either(String name, JsonObject definition) {
        return switch (name) {
            case "io.k8s.apimachinery.pkg.api.resource.Quantity" -> Json.object("oneOf", types("string", "number"));
            case "io.k8s.apimachinery.pkg.util.intstr.IntOrString" ->
                Json.object("format", Json.of("int-or-string")).with("oneOf", types("integer", "string"));
            default -> definition;
        };
    }

    private static Json types(String... names) {
        return Json.array(Arrays.stream(names)
                .<Json>map(name -> Json.object("type", Json.of(name)))
                .toList());
    }

    /// The same schema with references as version 3 writes them; what they point to is needed.
    private static Json referring(Json schema, Set<String> needed) {
        return switch (schema) {
            case JsonObject members -> {
                var changed = JsonObject.builder();
                members.forEach((name, value) -> {
                    var target = name.equals("$ref") ? members.textAt("$ref") : none();
                    if (target.isPresent()) {
                        var definition = target.get().substring(DEFINITIONS.length());
                        needed.add(definition);
                        changed.put(name, Json.of(SCHEMAS + definition));
                    } else {
                        changed.put(name, referring(value, needed));
                    }
                });
                yield changed.build();
            }
            case JsonArray(var items) ->
                Json.array(items.stream().map(item -> referring(item, needed)).toList());
            default -> schema;
        };
    }

    private static Optional<String> none() {
        return Optional.empty();
    }
}
