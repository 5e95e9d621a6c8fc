package dev.kcm.model.wire;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map under construction, kept sorted; cheap when keys arrive in order, as they do from Go.
final class MapBuilder<V> extends AbstractMap<String, V> {
    private Object[] entries;
    private int used;

    MapBuilder(Map<String, V> start) {
        if (start instanceof TextMap<V> frozen) {
            entries = frozen.entries().clone();
            used = entries.length;
        } else {
            entries = new Object[Math.max(4, start.size() * 2)];
            start.forEach(this::put);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V put(String key, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, key);
        int last = used - 2;
        boolean inOrder = last < 0 || TextMap.compare((String) entries[last], key) < 0;
        int at = inOrder ? -1 - used : TextMap.find(entries, used, key);
        if (at >= 0) {
            V before = (V) entries[at + 1];
            entries[at + 1] = value;
            return before;
        }
        insert(-1 - at, key, value);
        return null;
    }

    TextMap<V> freeze() {
        return TextMap.of(entries.length == used ? entries.clone() : Arrays.copyOf(entries, used));
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return freeze().entrySet();
    }

    private void insert(int at, String key, V value) {
        if (used == entries.length) {
            entries = Arrays.copyOf(entries, Math.max(4, used * 2));
        }
        System.arraycopy(entries, at, entries, at + 2, used - at);
        entries[at] = key;
        entries[at + 1] = value;
        used += 2;
    }
}
