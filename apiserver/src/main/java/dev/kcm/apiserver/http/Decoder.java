package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.JsonFault;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.gotype.KindFault;
import dev.kcm.model.gotype.UnmarshalFault;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Reads request bodies. With strict validation unknown fields are errors, with warnings they
/// are named, otherwise ignored.
final class Decoder {
    private static final int SUMMARY = 30;
    private static final int MOST_STRICT_ERRORS = 100;

    private final String contentType;
    private final String fieldValidation;
    private final Set<String> strictErrors = new LinkedHashSet<>();

    Decoder(String contentType, String fieldValidation) {
        this.contentType = MediaRange.parse(contentType).type();
        this.fieldValidation = fieldValidation.isEmpty() ? "Warn" : fieldValidation;
        if (!List.of("Warn", "Strict", "Ignore").contains(this.fieldValidation)) {
            throw ApiErrors.invalidOptions(
                    "CreateOptions",
                    "fieldValidation: Unsupported value: \"%s\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\""
                            .formatted(fieldValidation));
        }
    }

    /// What to warn of after the body was read.
    List<String> warnings() {
        return fieldValidation.equals("Warn") ? List.copyOf(strictErrors) : List.of();
    }

    /// Reads an object of this resource; its kind and version, if it names them, must fit.
    <T extends KubeObject> T object(Resource<T> resource, byte[] body) {
        try {
            if (contentType.equals(Envelope.MEDIA_TYPE)) {
                var envelope = Envelope.open(body);
                checkType(resource, envelope.kind(), envelope.apiVersion());
                return resource.decode(envelope.content());
            }
            requireJson();
            var reader = JsonReader.strict(body, listener());
            checkType(resource, body);
            var object = resource.decode(reader);
            reader.expectEnd();
            rejectUnknownFields(resource);
            return object;
        } catch (JsonException problem) {
            throw decodingError(resource, body, problem);
        } catch (ProtoException | IllegalArgumentException problem) {
            throw unfit(resource, ApiErrors.said(problem));
        }
    }

    private static ApiException unfit(Resource<?> resource, String problem) {
        return ApiErrors.badRequest("%s in version \"%s\" cannot be handled as a %s: %s"
                .formatted(resource.kind(), resource.version(), resource.kind(), problem));
    }

    /// In Go's words where these are known.
    private static ApiException decodingError(Resource<?> resource, byte[] body, JsonException ours) {
        try {
            return KindFault.in(body)
                    .map(fault -> unrecognized(resource, body, fault))
                    .orElseGet(() -> unfit(
                            resource,
                            UnmarshalFault.in(body, resource.group(), resource.version(), resource.kind())
                                    .orElseGet(() -> ApiErrors.said(ours))));
        } catch (JsonException _) {
            return JsonFault.in(body)
                    .map(fault -> unrecognized(resource, body, KindFault.ofSyntax(fault)))
                    .orElseGet(() -> unfit(resource, ApiErrors.said(ours)));
        }
    }

    private static ApiException unrecognized(Resource<?> resource, byte[] body, String fault) {
        return ApiErrors.badRequest("the object provided is unrecognized (must be of type %s): %s (%s)"
                .formatted(resource.kind(), fault, summary(body)));
    }

    /// The beginning of a body, in hexadecimal digits if it is no object.
    private static String summary(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        var beginning = Arrays.copyOf(body, Math.min(body.length, SUMMARY));
        var shown = body[0] == '{'
                ? new String(beginning, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(beginning);
        return body.length > SUMMARY ? shown + " ..." : shown;
    }

    DeleteOptions deleteOptions(byte[] body) {
        if (body.length == 0) {
            return DeleteOptions.EMPTY;
        }
        try {
            if (contentType.equals(Envelope.MEDIA_TYPE)) {
                return DeleteOptions.decode(Envelope.open(body).content());
            }
            requireJson();
            return DeleteOptions.decode(JsonReader.of(body));
        } catch (JsonException | ProtoException | IllegalArgumentException problem) {
            throw ApiErrors.badRequest("the body is not a DeleteOptions: " + problem.getMessage());
        }
    }

    private void requireJson() {
        if (!contentType.isEmpty() && !contentType.equals("application/json") && !contentType.equals("*/*")) {
            throw ApiErrors.unsupportedMediaType(
                    "the body of the request was in an unknown format - accepted media types"
                            + " include: application/json, application/vnd.kubernetes.protobuf");
        }
    }

    private JsonReader.Strictness listener() {
        return new JsonReader.Strictness() {
            @Override
            public void unknownField(String path) {
                addStrictError("unknown field \"" + path + "\"");
            }

            @Override
            public void duplicateField(String path) {
                addStrictError("duplicate field \"" + path + "\"");
            }
        };
    }

    /// Upstream names each once, and a hundred of them.
    private void addStrictError(String error) {
        if (strictErrors.size() < MOST_STRICT_ERRORS) {
            strictErrors.add(error);
        }
    }

    private void rejectUnknownFields(Resource<?> resource) {
        if (fieldValidation.equals("Strict") && !strictErrors.isEmpty()) {
            throw ApiErrors.badRequest("%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
                    .formatted(resource.kind(), resource.version(), resource.kind(), String.join(", ", strictErrors)));
        }
    }

    private static void checkType(Resource<?> resource, byte[] body) {
        var reader = JsonReader.of(body);
        var kind = "";
        var apiVersion = "";
        reader.beginObject();
        for (var name = reader.nextName(); name != null; name = reader.nextName()) {
            switch (name) {
                case "kind" -> kind = reader.string();
                case "apiVersion" -> apiVersion = reader.string();
                default -> reader.skip();
            }
        }
        checkType(resource, kind, apiVersion);
    }

    private static void checkType(Resource<?> resource, String kind, String apiVersion) {
        var isOther = (!kind.isEmpty() && !kind.equals(resource.kind()))
                || (!apiVersion.isEmpty() && !apiVersion.equals(resource.apiVersion()));
        if (isOther) {
            throw ApiErrors.badRequest(
                    "%s in version \"%s\" cannot be handled as a %s: the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(
                                    kind,
                                    apiVersion.substring(apiVersion.indexOf('/') + 1),
                                    resource.kind(),
                                    apiVersion,
                                    resource.apiVersion()));
        }
    }
}
