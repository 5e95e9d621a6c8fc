package dev.kcm.model.patch;

import dev.kcm.base.GoText;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A place in a document (RFC 6901): the objects and arrays on the way and the key in the last of
/// them. The key itself need not exist. Every change gives a new document.
final class Pointer {
    private final List<Json> containers;
    private final List<String> keys;

    private Pointer(List<Json> containers, List<String> keys) {
        this.containers = containers;
        this.keys = keys;
    }

    /// The place `path` leads to; empty if something on the way is missing or is neither object nor
    /// array.
    static Optional<Pointer> into(Json document, String path) {
        var parts = path.split("/", -1);
        if (parts.length < 2) {
            return Optional.empty();
        }
        var containers = new ArrayList<Json>();
        var keys = new ArrayList<String>();
        var here = document;
        for (var i = 1; i < parts.length; i++) {
            if (!(here instanceof JsonObject || here instanceof JsonArray)) {
                return Optional.empty();
            }
            containers.add(here);
            keys.add(decoded(parts[i]));
            here = i < parts.length - 1 ? child(here, keys.getLast()) : Json.NULL;
        }
        return Optional.of(new Pointer(containers, keys));
    }

    private static String decoded(String part) {
        return part.replace("~1", "/").replace("~0", "~");
    }

    private static Json child(Json container, String key) {
        return switch (container) {
            case JsonObject object -> object.get(key).orElse(Json.NULL);
            case JsonArray(var items) -> {
                var index = position(key, items.size());
                yield index.problem().isEmpty() ? items.get(index.value()) : Json.NULL;
            }
            default -> Json.NULL;
        };
    }

    String key() {
        return keys.getLast();
    }

    private Json container() {
        return containers.getLast();
    }

    /// False only for a position an array does not have.
    boolean canBeRead() {
        return !(container() instanceof JsonArray(var items))
                || position(key(), items.size()).problem().isEmpty();
    }

    /// The value here; `null` for a missing member.
    Json read(String problem) {
        if (container() instanceof JsonArray(var items)) {
            position(key(), items.size()).orThrow(problem);
        }
        return child(container(), key());
    }

    Json added(Json value, String problem) {
        return rebuilt(
                switch (container()) {
                    case JsonObject object -> object.with(key(), value);
                    case JsonArray array when key().equals("-") -> array.with(value);
                    case JsonArray array -> array.withInserted(insertion(array).orThrow(problem), value);
                    default -> throw new IllegalStateException("not a container: " + container());
                });
    }

    private Index insertion(JsonArray array) {
        var index = position(key(), array.size() + 1);
        return index.isNumber()
                ? index
                : new Index(0, "value was not a proper array index: '" + key() + "': " + index.problem(), false);
    }

    Json removed(String problem) {
        return rebuilt(
                switch (container()) {
                    case JsonObject object when object.has(key()) -> object.without(key());
                    case JsonArray array ->
                        array.without(position(key(), array.size()).orThrow(problem));
                    default ->
                        throw PatchException.doesNotApply(
                                problem + ": Unable to remove nonexistent key: " + key() + ": missing value");
                });
    }

    Json replaced(Json value) {
        return rebuilt(
                switch (container()) {
                    case JsonArray array ->
                        array.withItem(position(key(), array.size()).value(), value);
                    case JsonObject object -> object.with(key(), value);
                    default -> throw new IllegalStateException("not a container: " + container());
                });
    }

    /// The document with another last container.
    private Json rebuilt(Json container) {
        var changed = container;
        for (var i = containers.size() - 2; i >= 0; i--) {
            var key = keys.get(i);
            changed = switch (containers.get(i)) {
                case JsonArray array ->
                    array.withItem(position(key, array.size()).value(), changed);
                case JsonObject object -> object.with(key, changed);
                default -> throw new IllegalStateException("not a container at " + key);
            };
        }
        return changed;
    }

    /// A position in an array, or why there is none.
    private record Index(int value, String problem, boolean isNumber) {
        int orThrow(String context) {
            if (!problem.isEmpty()) {
                throw PatchException.doesNotApply(context + ": " + problem);
            }
            return value;
        }
    }

    private static Index position(String key, int size) {
        var number = GoText.wholeNumber(key);
        if (number.isEmpty()) {
            return new Index(0, "strconv.Atoi: parsing " + GoText.quote(key) + ": invalid syntax", false);
        }
        var index = number.getAsLong();
        if (index >= size || index < -size) {
            return new Index(0, "Unable to access invalid index: " + index + ": invalid index referenced", true);
        }
        return new Index((int) (index < 0 ? index + size : index), "", true);
    }
}
