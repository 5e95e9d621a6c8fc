package dev.kcm.model.patch;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;

/// Patches of API objects rather than of JSON: made from two versions of one, or applied to one.
///
/// @param <T> the objects' type
public record ObjectPatch<T extends KubeObject>(Resource<T> resource) {

    /// The strategic merge patch that turns `before` into `after`; empty if there is nothing to do.
    ///
    /// @throws PatchException if the kind is not built in: custom resources take merge patches only
    public JsonObject strategicBetween(T before, T after) {
        return StrategicPatch.diff(json(before), json(after), schema());
    }

    /// The merge patch that turns `before` into `after`; empty if there is nothing to do.
    public JsonObject mergeBetween(T before, T after) {
        return MergePatch.diff(json(before), json(after));
    }

    public T withStrategic(T object, JsonObject patch) {
        return object(StrategicPatch.apply(json(object), patch, schema()));
    }

    public T withMerge(T object, Json patch) {
        return object(MergePatch.apply(json(object), patch));
    }

    public T withJson(T object, Json patch) {
        return object(JsonPatch.apply(json(object), patch));
    }

    private JsonObject json(T object) {
        return (JsonObject) Json.parse(resource.encodeJson(object));
    }

    private T object(Json json) {
        return resource.decodeJson(json.toBytes());
    }

    private PatchSchema schema() {
        return PatchSchema.ofKind(resource.group(), resource.version(), resource.kind())
                .orElseThrow(() -> PatchException.malformed("strategic merge patch format is not supported for "
                        + resource.qualifiedName()
                        + ": send a merge patch"));
    }
}
