package dev.kcm.apiserver.patch;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A patched document as upstream shows it in errors: objects the patch went through have their members
/// sorted, the rest stands as it was.
final class PatchedText {
    /// Where a patch went, and from there on; `all` if everywhere below.
    private static final class Way {
        private final Map<String, Way> further = new HashMap<>();
        private boolean all;

        Way to(String name) {
            return further.computeIfAbsent(name, _ -> new Way());
        }

        Optional<Way> at(String name) {
            return all ? Optional.of(this) : Optional.ofNullable(further.get(name));
        }
    }

    private PatchedText() {}

    static String ofMerge(Json original, Json patch, Json patched) {
        var way = new Way();
        follow(original, patch, way);
        return ordered(patched, Optional.of(way)).toText();
    }

    /// Of a JSON patch.
    static String ofOperations(Json patch, Json patched) {
        var way = new Way();
        for (var operation : patch.itemsAt()) {
            operation.textAt("path").ifPresent(path -> follow(path, way));
            operation.textAt("from").ifPresent(path -> follow(path, way));
        }
        return ordered(patched, Optional.of(way)).toText();
    }

    /// An object merges member by member; what replaces an object stands as it was sent.
    private static void follow(Json original, Json patch, Way way) {
        if (original instanceof JsonObject document) {
            if (patch instanceof JsonObject members) {
                members.forEach((name, change) -> {
                    var current = document.get(name).orElse(Json.NULL);
                    if (!(current instanceof JsonObject && change instanceof JsonArray)) {
                        follow(current, change, way.to(name));
                    }
                });
            }
        } else {
            way.all = true;
        }
    }

    private static void follow(String path, Way way) {
        var names = List.of(path.split("/", -1));
        var here = way;
        for (var name : names.subList(Math.min(1, names.size()), Math.max(1, names.size() - 1))) {
            here = here.to(name.replace("~1", "/").replace("~0", "~"));
        }
    }

    private static Json ordered(Json value, Optional<Way> way) {
        if (way.isEmpty()) {
            return value;
        }
        return switch (value) {
            case JsonObject object -> {
                var members = JsonObject.builder();
                object.inBytewiseOrder()
                        .forEach((name, member) ->
                                members.put(name, ordered(member, way.get().at(name))));
                yield members.build();
            }
            case JsonArray(var items) -> {
                var ordered = new ArrayList<Json>();
                for (int i = 0; i < items.size(); i++) {
                    ordered.add(ordered(items.get(i), way.get().at(Integer.toString(i))));
                }
                yield Json.array(ordered);
            }
            default -> value;
        };
    }
}
