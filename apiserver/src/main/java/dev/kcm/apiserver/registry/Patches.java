package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.PatchType;
import dev.kcm.apiserver.request.Refusals;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.patch.JsonPatch;
import dev.kcm.model.patch.MergePatch;
import dev.kcm.model.patch.PatchException;
import dev.kcm.model.patch.PatchSchema;
import dev.kcm.model.patch.StrategicPatch;

/// Applies patches to objects.
final class Patches {
    private final PatchType type;
    private final Json patch;

    private Patches(PatchType type, Json patch) {
        this.type = type;
        this.patch = patch;
    }

    /// Reads a patch; one that cannot be is refused.
    static Patches parse(PatchType type, byte[] bytes) {
        if (type == PatchType.APPLY) {
            throw Refusals.unsupportedMediaType(
                    "this server does not support server-side apply yet: use kubectl apply without"
                            + " --server-side, or a JSON, merge or strategic merge patch");
        }
        try {
            return new Patches(type, Json.parse(bytes));
        } catch (JsonException problem) {
            throw Refusals.badRequest("error decoding patch: " + problem.getMessage());
        }
    }

    /// The object after the patch.
    KubeObject applied(KubeObject object) {
        try {
            var result = applied(document(object), object.resource());
            return object.resource().decodeJson(result.toBytes());
        } catch (PatchException problem) {
            throw refusal(problem);
        } catch (JsonException problem) {
            throw Refusals.badRequest(problem.getMessage());
        }
    }

    private Json applied(JsonObject document, Resource<?> resource) {
        return switch (type) {
            case JSON -> JsonPatch.apply(document, patch);
            case MERGE -> MergePatch.apply(document, patch);
            case STRATEGIC -> strategic(document, resource);
            case APPLY -> throw new IllegalStateException("refused when it was read");
        };
    }

    private Json strategic(JsonObject document, Resource<?> resource) {
        if (!(patch instanceof JsonObject members)) {
            throw Refusals.badRequest("a strategic merge patch must be an object");
        }
        var schema =
                PatchSchema.ofKind(resource.group(), resource.version(), resource.kind())
                        .orElseThrow(
                                () ->
                                        Refusals.unsupportedMediaType(
                                                "the body of the request was in an unknown format -"
                                                        + " accepted media types include:"
                                                        + " application/json-patch+json,"
                                                        + " application/merge-patch+json"));
        return StrategicPatch.apply(document, members, schema);
    }

    private static ApiException refusal(PatchException problem) {
        return switch (problem.problem()) {
            case MALFORMED, UNFIT -> Refusals.badRequest(problem.getMessage());
            case DOES_NOT_APPLY -> Refusals.unprocessable(problem.getMessage());
            case TOO_LARGE -> Refusals.tooLarge(problem.getMessage());
        };
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    private static JsonObject document(KubeObject object) {
        return (JsonObject)
                Json.parse(((Resource<KubeObject>) object.resource()).encodeJson(object));
    }
}
