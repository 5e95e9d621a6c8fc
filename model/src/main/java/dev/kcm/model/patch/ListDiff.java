package dev.kcm.model.patch;

import static dev.kcm.model.patch.StrategicPatch.DIRECTIVE;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.patch.PatchSchema.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What turns one list into another where lists merge: items to set, plain values to delete, and
/// the order to put everything in. Each is empty if there is nothing to say.
record ListDiff(JsonArray changes, JsonArray deletions, JsonArray order) {

    static ListDiff between(JsonArray original, JsonArray modified, PatchSchema items, Member member) {
        if (original.isEmpty()) {
            return new ListDiff(modified, JsonArray.EMPTY, JsonArray.EMPTY);
        }
        var list = new ListMerge(items, member.mergeKey());
        list.checkItems(original, modified);
        return original.get(0) instanceof JsonObject
                ? new Objects(items, member).between(original, modified)
                : ofValues(original, modified);
    }

    /// Walks both lists in the order of their texts, side by side.
    private static ListDiff ofValues(JsonArray original, JsonArray modified) {
        var before = sorted(original.items(), ListDiff::text);
        var after = sorted(modified.items(), ListDiff::text);
        var added = new ArrayList<Json>();
        var deleted = new LinkedHashSet<Json>();
        var left = 0;
        var right = 0;
        while (left < before.size() || right < after.size()) {
            var order = compare(before, left, after, right, ListDiff::text);
            if (order == 0) {
                left++;
                right++;
            } else if (order > 0) {
                added.add(after.get(right++));
            } else {
                deleted.add(before.get(left++));
            }
        }
        var positions = positions(modified, item -> item);
        added.sort(Comparator.comparingInt(item -> positions.getOrDefault(item, -1)));
        var hasMoved = !deleted.isEmpty() || !before.equals(modified.items());
        return new ListDiff(
                new JsonArray(added), new JsonArray(List.copyOf(deleted)), hasMoved ? modified : JsonArray.EMPTY);
    }

    /// Where each key first occurs.
    private static Map<Json, Integer> positions(JsonArray list, UnaryOperator<Json> key) {
        var positions = new HashMap<Json, Integer>();
        for (var i = 0; i < list.size(); i++) {
            positions.putIfAbsent(key.apply(list.get(i)), i);
        }
        return positions;
    }

    /// The text upstream orders values by.
    private static String text(Json value) {
        return value instanceof JsonText(var text) ? text : value.toText();
    }

    private interface Texts {
        String of(Json item);
    }

    /// By text; of items with the same one the last comes first, as upstream's sort leaves them.
    private static List<Json> sorted(List<Json> items, Texts texts) {
        return items.reversed().stream()
                .sorted(Comparator.comparing(texts::of, JsonObject.BYTEWISE))
                .toList();
    }

    private static int compare(List<Json> before, int left, List<Json> after, int right, Texts texts) {
        if (left == before.size()) {
            return 1;
        }
        if (right == after.size()) {
            return -1;
        }
        return JsonObject.BYTEWISE.compare(texts.of(before.get(left)), texts.of(after.get(right)));
    }

    /// Lists of objects with a merge key.
    private record Objects(PatchSchema items, Member member) {

        ListDiff between(JsonArray original, JsonArray modified) {
            var before = sorted(original.items(), this::keyText);
            var after = sorted(modified.items(), this::keyText);
            var changes = new ArrayList<Json>();
            var deletions = new ArrayList<Json>();
            var left = 0;
            var right = 0;
            while (left < before.size() || right < after.size()) {
                var order = compare(before, left, after, right, this::keyText);
                if (order == 0) {
                    addChange(changes, before.get(left++), after.get(right++));
                } else if (order > 0) {
                    changes.add(after.get(right++));
                } else {
                    deletions.add(deletion(before.get(left++)));
                }
            }
            var positions = positions(modified, this::key);
            changes.sort(Comparator.comparingInt(change -> positions.getOrDefault(key(change), -1)));
            changes.addAll(deletions);
            var says = !changes.isEmpty() || !isSameOrder(original, modified);
            return new ListDiff(new JsonArray(changes), JsonArray.EMPTY, says ? keysOf(modified) : JsonArray.EMPTY);
        }

        private void addChange(List<Json> changes, Json before, Json after) {
            var change = StrategicDiff.between((JsonObject) before, (JsonObject) after, items, member.retainsKeys());
            if (!change.isEmpty()) {
                changes.add(change.with(member.mergeKey(), key(after)));
            }
        }

        private Json deletion(Json item) {
            return Json.object(member.mergeKey(), key(item)).with(DIRECTIVE, "delete");
        }

        private boolean isSameOrder(JsonArray original, JsonArray modified) {
            return keysOf(original).equals(keysOf(modified));
        }

        private JsonArray keysOf(JsonArray list) {
            return new JsonArray(list.items().stream()
                    .map(item -> (Json) Json.object(member.mergeKey(), key(item)))
                    .toList());
        }

        private String keyText(Json item) {
            return text(key(item));
        }

        private Json key(Json item) {
            return ((JsonObject) item)
                    .get(member.mergeKey())
                    .orElseThrow(() -> PatchException.unfit(
                            "map: " + item + " does not contain declared merge key: " + member.mergeKey()));
        }
    }
}
