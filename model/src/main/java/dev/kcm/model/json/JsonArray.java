package dev.kcm.model.json;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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

    /// The array of what `change` makes of each item. A plain loop: it calls itself for what is nested, and every level
    /// of a stream takes ten times the stack.
    public JsonArray mapped(UnaryOperator<Json> change) {
        var changed = new ArrayList<Json>(items.size());
        for (var item : items) {
            changed.add(change.apply(item));
        }
        return new JsonArray(changed);
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

    /// Written out, as is the hash, since a record's own takes ten times the stack for each level.
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof JsonArray that) || that.items.size() != items.size()) {
            return false;
        }
        for (var i = 0; i < items.size(); i++) {
            if (!items.get(i).equals(that.items.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        var hash = 1;
        for (var item : items) {
            hash = 31 * hash + item.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return toText();
    }
}
