package dev.kcm.model.patch;

import static dev.kcm.model.patch.StrategicPatch.DELETE_ITEMS;
import static dev.kcm.model.patch.StrategicPatch.ORDER;
import static dev.kcm.model.patch.StrategicPatch.RETAIN_KEYS;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.patch.PatchSchema.Member;

/// Makes strategic merge patches from two versions of an object; [ListDiff] does the lists.
final class StrategicDiff {
    private final JsonObject.Builder patch = JsonObject.builder();
    private final PatchSchema schema;

    private StrategicDiff(PatchSchema schema) {
        this.schema = schema;
    }

    static JsonObject between(JsonObject original, JsonObject modified, PatchSchema schema, boolean retainsKeys) {
        var diff = new StrategicDiff(schema);
        modified.forEach((name, wanted) -> original.get(name)
                .ifPresentOrElse(present -> diff.compare(name, present, wanted), () -> diff.patch.put(name, wanted)));
        var removed =
                original.names().stream().filter(name -> !modified.has(name)).toList();
        removed.forEach(name -> diff.patch.put(name, Json.NULL));
        var patch = diff.patch.build();
        return retainsKeys && !patch.isEmpty() ? withRetainedKeys(patch, modified) : patch;
    }

    private static JsonObject withRetainedKeys(JsonObject patch, JsonObject modified) {
        var keys = modified.inBytewiseOrder().asMap().entrySet().stream()
                .filter(member -> !member.getValue().isNull())
                .map(member -> Json.of(member.getKey()))
                .toList();
        return keys.isEmpty() ? patch : patch.with(RETAIN_KEYS, new JsonArray(keys));
    }

    private void compare(String name, Json present, Json wanted) {
        if (present instanceof JsonObject before && wanted instanceof JsonObject after) {
            if (!isUnknownButEqual(name, present, wanted)) {
                compareObjects(name, before, after, schema.member(name));
            }
        } else if (present instanceof JsonArray before && wanted instanceof JsonArray after) {
            if (!isUnknownButEqual(name, present, wanted)) {
                compareLists(name, before, after, schema.member(name));
            }
        } else if (!present.equals(wanted)) {
            patch.put(name, wanted);
        }
    }

    /// What the schema does not know is no problem as long as it does not change.
    private boolean isUnknownButEqual(String name, Json present, Json wanted) {
        if (!present.equals(wanted)) {
            return false;
        }
        try {
            var member = schema.member(name);
            if (present instanceof JsonArray) {
                member.items();
            }
            return false;
        } catch (PatchException unknown) {
            return unknown.problem() == PatchException.Problem.UNFIT;
        }
    }

    private void compareObjects(String name, JsonObject before, JsonObject after, Member member) {
        if (member.isReplaced()) {
            patch.put(name, after);
            return;
        }
        var inner = between(before, after, member.type(), member.retainsKeys());
        if (!inner.isEmpty()) {
            patch.put(name, inner);
        }
    }

    private void compareLists(String name, JsonArray before, JsonArray after, Member member) {
        var items = member.items();
        if (!member.isMerged()) {
            if (!before.equals(after)) {
                patch.put(name, after);
            }
            return;
        }
        var diff = ListDiff.between(before, after, items, member);
        putUnlessEmpty(name, diff.changes());
        putUnlessEmpty(DELETE_ITEMS + "/" + name, diff.deletions());
        putUnlessEmpty(ORDER + "/" + name, diff.order());
    }

    private void putUnlessEmpty(String name, JsonArray list) {
        if (!list.isEmpty()) {
            patch.put(name, list);
        }
    }
}
