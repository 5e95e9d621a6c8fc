package dev.kcm.model.wire;

import dev.kcm.model.json.JsonReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The maps objects hold: immutable, compact, in Go's order of keys. Nil and empty stay apart by
/// identity, as with [Lists].
public final class Maps {
    private Maps() {}

    /// Go's nil map.
    public static <V> Map<String, V> nil() {
        return TextMap.nil();
    }

    @SuppressWarnings("ReferenceEquality")
    public static boolean isNil(Map<String, ?> map) {
        return map == TextMap.nil();
    }

    /// A map that can be added to, with one entry more or replaced.
    public static <V> Map<String, V> put(Map<String, V> map, String key, V value) {
        MapBuilder<V> draft = map instanceof MapBuilder<V> drafted ? drafted : new MapBuilder<>(map);
        draft.put(key, value);
        return draft;
    }

    /// Steps into a JSON object: a map to put its fields into, nil for `null`. Go on with [#next].
    public static <V> Map<String, V> begin(JsonReader in) {
        if (in.isNull()) {
            return nil();
        }
        in.beginObject();
        return new MapBuilder<>(nil());
    }

    /// The key of the value the reader stands on, to be put into the map [#begin] gave; null at the
    /// end.
    public static @Nullable String next(JsonReader in, Map<String, ?> map) {
        return isNil(map) ? null : in.nextName();
    }

    /// An immutable copy; unlike nil it is written where it is empty.
    public static <V> Map<String, V> copyOf(Map<String, V> map) {
        return map.isEmpty() ? TextMap.of(new Object[0]) : frozen(map);
    }

    /// Both maps' entries, the second's where they differ; mostly the first is nil. A map that can be added to is.
    public static <V> Map<String, V> joined(Map<String, V> first, Map<String, V> second) {
        if (isNil(first)) {
            return second;
        }
        MapBuilder<V> all = first instanceof MapBuilder<V> draft ? draft : new MapBuilder<>(first);
        second.forEach(all::put);
        return all;
    }

    /// An immutable map of the same entries.
    public static <V> Map<String, V> frozen(Map<String, V> map) {
        return switch (map) {
            case TextMap<V> frozen -> frozen;
            case MapBuilder<V> draft -> draft.freeze();
            default -> new MapBuilder<>(map).freeze();
        };
    }
}
