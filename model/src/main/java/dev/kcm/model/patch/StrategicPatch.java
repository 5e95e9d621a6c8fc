package dev.kcm.model.patch;

import dev.kcm.model.json.JsonObject;

/// Strategic merge patch: merge patch with lists that merge by key, as the schema of the type says,
/// and with directives inside the patch (`$patch`, `$retainKeys`, `$setElementOrder/…`,
/// `$deleteFromPrimitiveList/…`).
public final class StrategicPatch {
    static final String DIRECTIVE = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_ITEMS = "$deleteFromPrimitiveList";
    static final String ORDER = "$setElementOrder";

    private StrategicPatch() {}

    /// The object after the patch, as the API server computes it.
    ///
    /// @throws PatchException if the patch is malformed or contradicts the schema
    public static JsonObject apply(JsonObject object, JsonObject patch, PatchSchema schema) {
        return StrategicMerge.merged(object, patch, schema);
    }

    /// The patch that turns `original` into `modified`; empty if there is nothing to do.
    ///
    /// Upstream's own diff has two habits, repeated here: a member whose strategy is `replace` is
    /// always part of it, and a list of plain values that is not in alphabetical order brings its
    /// order along.
    ///
    /// @throws PatchException if an object contradicts the schema
    public static JsonObject diff(JsonObject original, JsonObject modified, PatchSchema schema) {
        return StrategicDiff.between(original, modified, schema, false);
    }
}
