package dev.kcm.model.wire;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An immutable map in one array, keys and values in turn, sorted as Go sorts strings.
final class TextMap<V> extends AbstractMap<String, V> {
    private static final TextMap<?> NIL = new TextMap<>(new Object[0]);
    private static final TextMap<?> EMPTY = new TextMap<>(new Object[0]);

    private final Object[] entries;

    private TextMap(Object[] entries) {
        this.entries = entries;
    }

    @SuppressWarnings("unchecked")
    static <V> TextMap<V> nil() {
        return (TextMap<V>) NIL;
    }

    /// Takes over an array of sorted keys, each followed by its value.
    @SuppressWarnings("unchecked")
    static <V> TextMap<V> of(Object[] entries) {
        return entries.length == 0 ? (TextMap<V>) EMPTY : new TextMap<>(entries);
    }

    /// Orders texts by their UTF-8 bytes, which is by code point.
    static int compare(String left, String right) {
        int shared = Math.min(left.length(), right.length());
        for (int at = 0; at < shared; at++) {
            char here = left.charAt(at);
            char there = right.charAt(at);
            if (here != there) {
                boolean surrogates = Character.isSurrogate(here) != Character.isSurrogate(there);
                return surrogates ? (Character.isSurrogate(here) ? 1 : -1) : here - there;
            }
        }
        return left.length() - right.length();
    }

    /// The index of the key in such an array of which `used` cells count, or `-1 - index` of where
    /// it belongs.
    static int find(Object[] entries, int used, String key) {
        int low = 0;
        int high = used / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare((String) entries[middle * 2], key);
            if (order == 0) {
                return middle * 2;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low * 2;
    }

    Object[] entries() {
        return entries;
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V get(@Nullable Object key) {
        if (!(key instanceof String text)) {
            return null;
        }
        int at = find(entries, entries.length, text);
        return at < 0 ? null : (V) entries[at + 1];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String text && find(entries, entries.length, text) >= 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof TextMap<?> that ? Arrays.equals(entries, that.entries) : super.equals(other));
    }

    /// As [Map] demands.
    @Override
    public int hashCode() {
        int hash = 0;
        for (int at = 0; at < entries.length; at += 2) {
            hash += entries[at].hashCode() ^ entries[at + 1].hashCode();
        }
        return hash;
    }

    @Override
    public int size() {
        return entries.length / 2;
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return entries.length / 2;
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, V>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < entries.length;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map.Entry<String, V> next() {
            if (next >= entries.length) {
                throw new NoSuchElementException();
            }
            next += 2;
            return Map.entry((String) entries[next - 2], (V) entries[next - 1]);
        }
    }
}
