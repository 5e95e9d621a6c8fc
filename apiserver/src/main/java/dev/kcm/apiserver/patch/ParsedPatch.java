package dev.kcm.apiserver.patch;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.JsonFault;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.gotype.ConversionFault;
import dev.kcm.model.gotype.GoValue;
import dev.kcm.model.gotype.KindFault;
import dev.kcm.model.gotype.UnmarshalFault;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.patch.JsonPatch;
import dev.kcm.model.patch.MergePatch;
import dev.kcm.model.patch.PatchException;
import dev.kcm.model.patch.PatchSchema;
import dev.kcm.model.patch.StrategicPatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/// A patch that was read from a request and can be applied to objects, again and again on conflicts. Immutable.
public final class ParsedPatch {
    private final PatchType type;
    private final Json patch;
    private final boolean isStrict;

    private ParsedPatch(PatchType type, Json patch, boolean isStrict) {
        this.type = type;
        this.patch = patch;
        this.isStrict = isStrict;
    }

    /// @throws ApiException if it cannot be parsed
    public static ParsedPatch of(Operation.Patch call) {
        return parse(call.type(), call.patch().toByteArray(), call.options().isStrict());
    }

    static ParsedPatch parse(PatchType type, byte[] bytes, boolean isStrict) {
        if (type == PatchType.APPLY) {
            throw ApiErrors.unsupportedMediaType("the body of the request was in an unknown format -"
                    + " accepted media types include: application/json-patch+json,"
                    + " application/merge-patch+json, application/strategic-merge-patch+json");
        }
        try {
            return new ParsedPatch(type, Json.parse(bytes), isStrict);
        } catch (JsonException problem) {
            throw ApiErrors.badRequest(
                    "error decoding patch: " + JsonFault.in(bytes).orElseGet(() -> ApiErrors.said(problem)));
        }
    }

    /// Whether it matters to the patch that an object has its managed fields.
    public boolean concernsManagedFields() {
        return patch.toText().contains("managedFields");
    }

    /// The object after the patch.
    ///
    /// @throws ApiException if the patch does not fit the object
    public KubeObject applied(KubeObject object) {
        var resource = object.resource();
        var document = document(object);
        try {
            var patched = applied(document, resource);
            try {
                return decoded(patched, resource);
            } catch (JsonException problem) {
                throw invalidPatch(document, patched, resource, ApiErrors.said(problem));
            }
        } catch (PatchException problem) {
            throw apiError(problem);
        }
    }

    /// The patched document is no object of this kind: upstream shows it, or the patch if that was
    /// strategic, and what Go reports.
    private ApiException invalidPatch(JsonObject document, Json patched, Resource<?> resource, String ourMessage) {
        var group = resource.group();
        var version = resource.version();
        var kind = resource.kind();
        if (type == PatchType.STRATEGIC) {
            return ApiErrors.invalidPatch(
                    GoValue.shown(patch),
                    ConversionFault.in(patched, group, version, kind).orElse(ourMessage));
        }
        var shown = type == PatchType.MERGE
                ? PatchedText.ofMerge(document, patch, patched)
                : PatchedText.ofOperations(patch, patched);
        var bytes = shown.getBytes(StandardCharsets.UTF_8);
        return ApiErrors.invalidPatch(
                shown,
                KindFault.in(bytes)
                        .or(() -> UnmarshalFault.in(bytes, group, version, kind))
                        .orElse(ourMessage));
    }

    /// With strict validation a patch must not add unknown fields.
    private KubeObject decoded(Json document, Resource<?> resource) {
        var unknownFields = new ArrayList<String>();
        var object = resource.decode(JsonReader.strict(document.toBytes(), new JsonReader.Strictness() {
            @Override
            public void unknownField(String path) {
                unknownFields.add("unknown field \"" + path + "\"");
            }

            @Override
            public void duplicateField(String path) {
                unknownFields.add("duplicate field \"" + path + "\"");
            }
        }));
        if (isStrict && !unknownFields.isEmpty()) {
            throw ApiErrors.badRequest("strict decoding error: " + String.join(", ", unknownFields));
        }
        return object;
    }

    private Json applied(JsonObject document, Resource<?> resource) {
        return switch (type) {
            case JSON -> JsonPatch.apply(document, patch);
            case MERGE -> MergePatch.apply(document, patch);
            case STRATEGIC -> strategic(document, resource);
            case APPLY -> throw new IllegalStateException("rejected when it was parsed");
        };
    }

    private Json strategic(JsonObject document, Resource<?> resource) {
        if (!(patch instanceof JsonObject members)) {
            throw ApiErrors.badRequest("a strategic merge patch must be an object");
        }
        var schema = PatchSchema.ofKind(resource.group(), resource.version(), resource.kind())
                .orElseThrow(() -> ApiErrors.unsupportedMediaType("the body of the request was in an unknown format -"
                        + " accepted media types include:"
                        + " application/json-patch+json,"
                        + " application/merge-patch+json"));
        return StrategicPatch.apply(document, members, schema);
    }

    private static ApiException apiError(PatchException problem) {
        return switch (problem.problem()) {
            case MALFORMED, UNFIT -> ApiErrors.badRequest(ApiErrors.said(problem));
            case DOES_NOT_APPLY -> ApiErrors.patchRejected();
            case TOO_LARGE -> ApiErrors.tooLarge(ApiErrors.said(problem));
        };
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    private static JsonObject document(KubeObject object) {
        return (JsonObject) Json.parse(((Resource<KubeObject>) object.resource()).encodeJson(object));
    }
}
