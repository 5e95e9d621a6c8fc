package dev.kcm.model.json;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// A JSON array.
public record JsonArray(List<Json> items) implements Json, Iterable<Json> {
    public static final JsonArray EMPTY = new JsonArray(List.of());

    public JsonArray {
        items = List.copyOf(items);
    }

    public int size() {
        return items.size();
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }

    public Json get(int index) {
        return items.get(index);
    }

    @Override
    public Iterator<Json> iterator() {
        return items.iterator();
    }

    /// The same with one more item at the end.
    public JsonArray with(Json item) {
        return withInserted(items.size(), item);
    }

    /// The same with another item at `index`.
    public JsonArray withItem(int index, Json item) {
        var copy = new ArrayList<>(items);
        copy.set(index, item);
        return new JsonArray(copy);
    }

    /// The same with `item` before the one at `index`.
    public JsonArray withInserted(int index, Json item) {
        var copy = new ArrayList<>(items);
        copy.add(index, item);
        return new JsonArray(copy);
    }

    public JsonArray without(int index) {
        var copy = new ArrayList<>(items);
        copy.remove(index);
        return new JsonArray(copy);
    }

    @Override
    public String toString() {
        return toText();
    }
}
