package dev.kcm.model.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A JSON object: members with distinct names, in the order they were read or added.
///
/// Two arrays and, from nine members on, a small hash table over them; names chosen to have one hash are found by
/// their order instead. Equality does not look at the order.
public final class JsonObject implements Json {
    public static final JsonObject EMPTY = new JsonObject(new String[0], new Json[0]);

    /// The order of Go's maps in JSON: bytewise in UTF-8, which is by code point.
    public static final Comparator<String> BYTEWISE = JsonObject::compareBytewise;

    private static final int LARGEST_WITHOUT_TABLE = 8;

    /// Names that differ by chance are found in fewer steps, even among a million.
    private static final int MOST_STEPS = 128;

    private final String[] names;
    private final Json[] values;

    /// Positions plus one under the names' hashes, linear probing; null for few members. Where the hashes were chosen
    /// to be the same, positions in the order of the names.
    private final int @Nullable [] table;

    private final boolean isTableSorted;

    private JsonObject(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
        var byHash = names.length > LARGEST_WITHOUT_TABLE ? tableOf(names) : null;
        this.isTableSorted = names.length > LARGEST_WITHOUT_TABLE && byHash == null;
        this.table = isTableSorted ? sortedPositions(names) : byHash;
    }

    /// Null if some name would take too many steps to find.
    private static int @Nullable [] tableOf(String[] names) {
        var table = new int[Integer.highestOneBit(names.length) * 4];
        for (var position = 0; position < names.length; position++) {
            var slot = firstSlot(names[position], table);
            for (var steps = 0; table[slot] != 0; steps++) {
                if (steps == MOST_STEPS) {
                    return null;
                }
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = position + 1;
        }
        return table;
    }

    private static int[] sortedPositions(String[] names) {
        return IntStream.range(0, names.length)
                .boxed()
                .sorted(Comparator.comparing(position -> names[position]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int sortedPositionOf(String name, int[] positions) {
        var low = 0;
        var high = positions.length - 1;
        while (low <= high) {
            var middle = (low + high) >>> 1;
            var order = names[positions[middle]].compareTo(name);
            if (order == 0) {
                return positions[middle];
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return -1;
    }

    private static int firstSlot(String name, int[] table) {
        var hash = name.hashCode();
        return (hash ^ hash >>> 16) & (table.length - 1);
    }

    public static JsonObject of(Map<String, ? extends Json> members) {
        var builder = new Builder(members.size());
        members.forEach(builder::put);
        return builder.build();
    }

    public static Builder builder() {
        return new Builder(8);
    }

    public int size() {
        return names.length;
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public boolean has(String name) {
        return positionOf(name) >= 0;
    }

    public Optional<Json> get(String name) {
        return Optional.ofNullable(memberOrNull(name));
    }

    @Nullable
    Json memberOrNull(String name) {
        var position = positionOf(name);
        return position < 0 ? null : values[position];
    }

    private int positionOf(String name) {
        if (table == null) {
            for (var position = 0; position < names.length; position++) {
                if (names[position].equals(name)) {
                    return position;
                }
            }
            return -1;
        }
        if (isTableSorted) {
            return sortedPositionOf(name, table);
        }
        var slot = firstSlot(name, table);
        while (table[slot] != 0) {
            if (names[table[slot] - 1].equals(name)) {
                return table[slot] - 1;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return -1;
    }

    /// The members' names in their order.
    public List<String> names() {
        return List.of(names);
    }

    String nameAt(int position) {
        return names[position];
    }

    Json valueAt(int position) {
        return values[position];
    }

    public void forEach(BiConsumer<String, Json> action) {
        for (var position = 0; position < names.length; position++) {
            action.accept(names[position], values[position]);
        }
    }

    /// The same with `name` set: in its old place if it was there, else at the end.
    public JsonObject with(String name, Json value) {
        var position = positionOf(name);
        if (position >= 0) {
            var changed = values.clone();
            changed[position] = value;
            return new JsonObject(names, changed);
        }
        var moreNames = Arrays.copyOf(names, names.length + 1);
        var moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[names.length] = value;
        return new JsonObject(moreNames, moreValues);
    }

    public JsonObject with(String name, String text) {
        return with(name, Json.of(text));
    }

    public JsonObject with(String name, long number) {
        return with(name, Json.of(number));
    }

    public JsonObject with(String name, boolean value) {
        return with(name, Json.of(value));
    }

    public JsonObject without(String name) {
        if (!has(name)) {
            return this;
        }
        var builder = new Builder(names.length - 1);
        forEach((other, value) -> {
            if (!other.equals(name)) {
                builder.put(other, value);
            }
        });
        return builder.build();
    }

    /// The same with `value` at `path`; objects on the way are made where there are none.
    public JsonObject withAt(List<String> path, Json value) {
        var name = path.getFirst();
        return path.size() == 1
                ? with(name, value)
                : with(name, objectAt(name).withAt(path.subList(1, path.size()), value));
    }

    /// The same with nothing at `path`.
    public JsonObject withoutAt(String... path) {
        return withoutAt(List.of(path));
    }

    private JsonObject withoutAt(List<String> path) {
        var name = path.getFirst();
        if (path.size() == 1) {
            return without(name);
        }
        return memberOrNull(name) instanceof JsonObject inner
                ? with(name, inner.withoutAt(path.subList(1, path.size())))
                : this;
    }

    /// A read-only view as a map in the members' order.
    public Map<String, Json> asMap() {
        return new View();
    }

    /// The same members in bytewise order of their names; values as they are.
    public JsonObject inBytewiseOrder() {
        var order = IntStream.range(0, names.length)
                .boxed()
                .sorted(Comparator.comparing(position -> names[position], BYTEWISE))
                .toList();
        var builder = new Builder(names.length);
        order.forEach(position -> builder.put(names[position], values[position]));
        return builder.build();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof JsonObject that) || that.size() != size()) {
            return false;
        }
        for (var position = 0; position < names.length; position++) {
            if (!values[position].equals(that.memberOrNull(names[position]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        var hash = 0;
        for (var position = 0; position < names.length; position++) {
            hash += names[position].hashCode() ^ values[position].hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return toText();
    }

    private static int compareBytewise(String left, String right) {
        var shorter = Math.min(left.length(), right.length());
        for (var i = 0; i < shorter; i++) {
            var a = left.charAt(i);
            var b = right.charAt(i);
            if (a != b) {
                // Surrogates stand for code points above all other characters.
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b));
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /// Collects members; a name put again takes the new value in its first place.
    public static final class Builder {
        private String[] names;
        private Json[] values;
        private int size;

        /// Filled once there are too many members to look at one by one.
        private Map<String, Integer> positions = Map.of();

        private Builder(int expectedSize) {
            names = new String[expectedSize];
            values = new Json[expectedSize];
        }

        /// Sets a member, replacing the one of that name.
        public Builder put(String name, Json value) {
            var position = positionOf(name);
            if (position < 0) {
                return append(name, value);
            }
            values[position] = value;
            return this;
        }

        private int positionOf(String name) {
            if (size > LARGEST_WITHOUT_TABLE) {
                return positions.getOrDefault(name, -1);
            }
            for (var position = 0; position < size; position++) {
                if (names[position].equals(name)) {
                    return position;
                }
            }
            return -1;
        }

        private Builder append(String name, Json value) {
            if (size == names.length) {
                names = Arrays.copyOf(names, Math.max(8, size * 2));
                values = Arrays.copyOf(values, names.length);
            }
            names[size] = name;
            values[size++] = value;
            if (size == LARGEST_WITHOUT_TABLE + 1) {
                positions = HashMap.newHashMap(2 * size);
                for (var position = 0; position < size; position++) {
                    positions.put(names[position], position);
                }
            } else if (size > LARGEST_WITHOUT_TABLE) {
                positions.put(name, size - 1);
            }
            return this;
        }

        public JsonObject build() {
            return size == 0 ? EMPTY : new JsonObject(Arrays.copyOf(names, size), Arrays.copyOf(values, size));
        }
    }

    private final class View extends AbstractMap<String, Json> {
        @Override
        public @Nullable Json get(Object name) {
            return name instanceof String text ? memberOrNull(text) : null;
        }

        @Override
        public boolean containsKey(Object name) {
            return name instanceof String text && has(text);
        }

        @Override
        public Set<Entry<String, Json>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<String, Json>> iterator() {
                    return IntStream.range(0, names.length)
                            .mapToObj(position -> Map.entry(names[position], values[position]))
                            .iterator();
                }

                @Override
                public int size() {
                    return names.length;
                }
            };
        }
    }
}
