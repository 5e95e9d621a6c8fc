package dev.kcm.model.patch;

import static dev.kcm.model.patch.StrategicPatch.DIRECTIVE;
import static dev.kcm.model.patch.StrategicPatch.ORDER;

import dev.kcm.model.gotype.GoValue;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Merges two lists of one type: objects by their merge key, plain values as sets.
///
/// The order of the result is upstream's: items of the patch in the patch's order, items only the
/// server has in the server's order, and between the two the server's order where it knows both.
record ListMerge(PatchSchema items, String mergeKey) {

    /// A merged list, and the order of the server's own items to sort it by.
    ///
    /// Upstream reuses the space of deleted items for new ones, so that this order knows as many
    /// new items as were deleted; a `$setElementOrder` directive makes it visible.
    record Merged(JsonArray items, JsonArray serverOrder) {}

    /// The items without a directive on both sides, after the directives have been carried out.
    private record Sides(List<Json> present, List<Json> changes) {}

    JsonArray merged(JsonArray present, JsonArray patch) {
        return mergedWithOrder(present, patch).items();
    }

    Merged mergedWithOrder(JsonArray present, JsonArray patch) {
        if (present.isEmpty() && patch.isEmpty()) {
            return new Merged(present, present);
        }
        checkItems(present, patch);
        if (isOfObjects(present, patch)) {
            if (mergeKey.isEmpty()) {
                throw PatchException.unfit("cannot merge lists without merge key for struct");
            }
            return mergedObjects(present.size(), special(present, patch));
        }
        var union = new LinkedHashSet<>(present.items());
        union.addAll(patch.items());
        return new Merged(ordered(new JsonArray(List.copyOf(union)), patch, present), present);
    }

    JsonArray withoutItems(JsonArray present, JsonArray unwanted) {
        if (present.isEmpty() && unwanted.isEmpty()) {
            return present;
        }
        checkItems(present, unwanted);
        return isOfObjects(present, unwanted)
                ? merged(present, unwanted)
                : without(present, new HashSet<>(unwanted.items()));
    }

    private static JsonArray without(JsonArray present, Set<Json> unwanted) {
        return new JsonArray(present.items().stream()
                .filter(item -> !unwanted.contains(item))
                .toList());
    }

    private static boolean isOfObjects(JsonArray present, JsonArray patch) {
        return (present.isEmpty() ? patch : present).get(0) instanceof JsonObject;
    }

    /// Carries out and takes out the items with a directive.
    private Sides special(JsonArray present, JsonArray patch) {
        var deleted = new HashSet<Json>();
        List<Json> changes = new ArrayList<>();
        var replaces = false;
        for (var item : patch) {
            var object = (JsonObject) item;
            var directive = object.get(DIRECTIVE);
            if (directive.isEmpty()) {
                changes.add(item);
            } else if (directive.get().equals(Json.of("delete"))) {
                deleted.add(key(item));
            } else if (directive.get().equals(Json.of("replace"))) {
                replaces = true;
            } else if (directive.get().equals(Json.of("merge"))) {
                throw PatchException.unfit("merging lists cannot yet be specified in the patch");
            } else {
                throw StrategicMerge.unknownDirective(directive.get(), object);
            }
        }
        return replaces ? new Sides(changes, List.of()) : new Sides(remaining(present, deleted), changes);
    }

    private List<Json> remaining(JsonArray present, Set<Json> deleted) {
        return present.items().stream()
                .filter(item -> !(object(item).has(mergeKey) && deleted.contains(key(item))))
                .toList();
    }

    private Merged mergedObjects(int sizeBefore, Sides sides) {
        var merged = new ArrayList<>(sides.present());
        var positions = positions(merged);
        for (var change : sides.changes()) {
            var position = positions.putIfAbsent(key(change), merged.size());
            if (position == null) {
                merged.add(change);
            } else {
                var before = (JsonObject) merged.get(position);
                merged.set(position, StrategicMerge.merged(before, (JsonObject) change, items));
            }
        }
        var known = Math.min(merged.size(), Math.max(sizeBefore, sides.present().size()));
        return new Merged(
                ordered(new JsonArray(merged), new JsonArray(sides.changes()), new JsonArray(sides.present())),
                new JsonArray(merged.subList(0, known)));
    }

    /// `merged` in the order of `wanted`, with the items it does not name where the order of
    /// `present` puts them.
    JsonArray ordered(JsonArray merged, JsonArray wanted, JsonArray present) {
        var inWanted = positions(wanted.items());
        var inPresent = positions(present.items());
        var isNamed =
                merged.items().stream().collect(Collectors.partitioningBy(item -> inWanted.containsKey(key(item))));
        var named = sorted(isNamed.getOrDefault(true, List.of()), inWanted);
        var others = sorted(isNamed.getOrDefault(false, List.of()), inPresent);
        var result = new ArrayList<Json>(merged.size());
        var next = 0;
        for (var item : named) {
            var place = inPresent.getOrDefault(key(item), -1);
            while (next < others.size() && inPresent.getOrDefault(key(others.get(next)), place) < place) {
                result.add(others.get(next++));
            }
            result.add(item);
        }
        result.addAll(others.subList(next, others.size()));
        return new JsonArray(result);
    }

    private List<Json> sorted(List<Json> list, Map<Json, Integer> positions) {
        return list.stream()
                .sorted(Comparator.comparing(item -> positions.getOrDefault(key(item), -1)))
                .toList();
    }

    /// Where each key first occurs.
    private Map<Json, Integer> positions(List<Json> list) {
        var positions = new HashMap<Json, Integer>();
        for (var i = 0; i < list.size(); i++) {
            positions.putIfAbsent(key(list.get(i)), i);
        }
        return positions;
    }

    /// What tells items apart: the member that is the merge key, or the value itself.
    private Json key(Json item) {
        if (mergeKey.isEmpty()) {
            return comparable(item);
        }
        var object = object(item);
        return object.get(mergeKey)
                .map(ListMerge::comparable)
                .orElseThrow(() -> PatchException.unfit(
                        "map: " + GoValue.shown(object) + " does not contain declared merge key: " + mergeKey));
    }

    /// Keys are hashed, and whoever sends them can choose their hashes: only what has an order, too, is found quickly
    /// all the same. So an object or array, which makes no sense as a key, stands there as its text.
    private static Json comparable(Json key) {
        return switch (key) {
            case JsonObject _, JsonArray _ -> Json.of("\0" + key.sorted().toText());
            case JsonText _, JsonNumber _, JsonBoolean _, JsonNull _ -> key;
        };
    }

    private static JsonObject object(Json item) {
        if (item instanceof JsonObject object) {
            return object;
        }
        throw PatchException.unfit("expected a map[string]interface {}, but received a " + goType(item));
    }

    /// Items of both lists must be of one kind, and not lists.
    void checkItems(JsonArray present, JsonArray patch) {
        var types = Stream.concat(present.items().stream(), patch.items().stream())
                .map(ListMerge::goType)
                .distinct()
                .toList();
        if (types.isEmpty()) {
            throw PatchException.unfit("no elements in any of the given slices");
        }
        if (types.getFirst().equals("[]interface {}")) {
            throw PatchException.doesNotApply("lists of lists are not supported");
        }
        if (types.size() > 1 || types.getFirst().equals("<nil>")) {
            throw PatchException.unfit("list element types are not identical: " + present + " " + patch);
        }
    }

    static String goType(Json value) {
        return switch (value) {
            case JsonObject _ -> "map[string]interface {}";
            case JsonArray _ -> "[]interface {}";
            case JsonText _ -> "string";
            case JsonNumber.Whole _ -> "int64";
            case JsonNumber.Real _ -> "float64";
            case JsonBoolean _ -> "bool";
            case JsonNull _ -> "<nil>";
        };
    }

    /// The items a patch sets must come in the order it asks for.
    void checkOrder(JsonArray patch, JsonArray wanted) {
        if (patch.isEmpty() || wanted.isEmpty()) {
            return;
        }
        var next = 0;
        for (var item : patch) {
            if (!mergeKey.isEmpty() && object(item).has(DIRECTIVE)) {
                continue;
            }
            while (next < wanted.size() && !key(item).equals(key(wanted.get(next)))) {
                next++;
            }
            if (next++ >= wanted.size()) {
                throw PatchException.unfit(
                        "The order in patch list:\n%s\n doesn't match %s list:\n%s\n".formatted(patch, ORDER, wanted));
            }
        }
    }
}
