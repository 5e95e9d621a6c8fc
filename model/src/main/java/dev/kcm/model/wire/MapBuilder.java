package dev.kcm.model.wire;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map under construction, kept sorted; cheap when keys arrive in order, as they do from Go. Once there are many
/// entries, those that come out of order are sorted in when the map is read: moving all that follow each time would
/// take the square of their number.
final class MapBuilder<V> extends AbstractMap<String, V> {
    private static final int FEW_CELLS = 128;

    private Object[] entries;
    private int used;
    private boolean isSorted = true;

    MapBuilder(Map<String, V> start) {
        if (start instanceof TextMap<V> frozen) {
            entries = frozen.entries().clone();
            used = entries.length;
        } else {
            entries = new Object[Math.max(4, start.size() * 2)];
            start.forEach(this::put);
        }
    }

    /// What was there before is not looked up among many: null is returned for it, too.
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V put(String key, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, key);
        int last = used - 2;
        if (!isSorted || last < 0 || TextMap.compare((String) entries[last], key) < 0) {
            insert(used, key, value);
            return null;
        }
        if (used > FEW_CELLS) {
            isSorted = false;
            insert(used, key, value);
            return null;
        }
        int at = TextMap.find(entries, used, key);
        if (at >= 0) {
            V before = (V) entries[at + 1];
            entries[at + 1] = value;
            return before;
        }
        insert(-1 - at, key, value);
        return null;
    }

    TextMap<V> freeze() {
        sort();
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

    /// Puts all in order; of one key the last counts.
    private void sort() {
        if (isSorted) {
            return;
        }
        Object[][] pairs = new Object[used / 2][];
        for (int at = 0; at < used; at += 2) {
            pairs[at / 2] = new Object[] {entries[at], entries[at + 1]};
        }
        Arrays.sort(pairs, (left, right) -> TextMap.compare((String) left[0], (String) right[0]));
        used = 0;
        for (Object[] pair : pairs) {
            if (used > 0 && entries[used - 2].equals(pair[0])) {
                used -= 2;
            }
            entries[used] = pair[0];
            entries[used + 1] = pair[1];
            used += 2;
        }
        isSorted = true;
    }
}
