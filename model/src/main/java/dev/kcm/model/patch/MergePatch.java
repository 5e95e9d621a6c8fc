package dev.kcm.model.patch;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;

/// JSON merge patch (RFC 7396): objects merge member by member, `null` removes, anything else
/// replaces.
public final class MergePatch {
    private MergePatch() {}

    /// The document after the patch. A patch that is an array replaces the document.
    ///
    /// @throws PatchException if the patch is neither object nor array
    public static Json apply(Json document, Json patch) {
        return switch (patch) {
            case JsonObject members when document instanceof JsonObject object -> merged(object, members);
            case JsonObject _, JsonArray _ -> Directives.withoutNulls(patch);
            default -> throw PatchException.malformed("Invalid JSON Patch");
        };
    }

    private static JsonObject merged(JsonObject document, JsonObject patch) {
        var members = Members.of(document);
        patch.forEach((name, change) -> {
            if (change.isNull()) {
                members.remove(name);
            } else {
                members.put(name, merged(members.get(name), change));
            }
        });
        return members.toJson();
    }

    private static Json merged(Json current, Json change) {
        return current instanceof JsonObject object
                ? change instanceof JsonObject members ? merged(object, members) : change
                : Directives.withoutNulls(change);
    }

    /// The smallest patch that turns `original` into `modified`; empty if they are equal.
    public static JsonObject diff(JsonObject original, JsonObject modified) {
        var patch = JsonObject.builder();
        modified.forEach((name, wanted) -> {
            var present = original.get(name).orElse(Json.NULL);
            if (present instanceof JsonObject before && wanted instanceof JsonObject after) {
                var inner = diff(before, after);
                if (!inner.isEmpty()) {
                    patch.put(name, inner);
                }
            } else if (!original.has(name) || !areEqual(present, wanted)) {
                patch.put(name, wanted);
            }
        });
        original.forEach((name, _) -> {
            if (!modified.has(name)) {
                patch.put(name, Json.NULL);
            }
        });
        return patch.build();
    }

    /// Equal as JSON values: `1` and `1.0` are the same number here.
    private static boolean areEqual(Json left, Json right) {
        return switch (left) {
            case JsonNumber.Whole(var a) when right instanceof JsonNumber.Whole(var b) -> a == b;
            case JsonNumber a when right instanceof JsonNumber b -> a.doubleValue() == b.doubleValue();
            case JsonArray(var a)
            when right instanceof JsonArray(var b) -> {
                var same = a.size() == b.size();
                for (var i = 0; same && i < a.size(); i++) {
                    same = areEqual(a.get(i), b.get(i));
                }
                yield same;
            }
            case JsonObject a
            when right instanceof JsonObject b ->
                a.size() == b.size()
                        && a.names().stream()
                                .allMatch(name -> b.get(name)
                                        .filter(value -> areEqual(a.get(name).orElseThrow(), value))
                                        .isPresent());
            default -> left.equals(right);
        };
    }
}
