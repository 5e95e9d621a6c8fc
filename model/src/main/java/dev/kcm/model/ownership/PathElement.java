package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One step on the way to a field. The order is that of `fieldsV1`: fields by name, then items of keyed lists, then
/// those of sets, then positions.
public sealed interface PathElement extends Comparable<PathElement> {
    /// A member of an object or map.
    record Field(String name) implements PathElement {
        @Override
        public String text() {
            return "f:" + name;
        }

        @Override
        public String toString() {
            return "." + name;
        }
    }

    /// The item of a list that has these keys; their names are in order.
    record Key(JsonObject fields) implements PathElement {
        public Key {
            fields = fields.size() == 1 ? fields : fields.inBytewiseOrder();
        }

        @Override
        public String text() {
            return "k:" + fields.toText();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key(var those) && JsonValues.equal(fields, those);
        }

        @Override
        public int hashCode() {
            return fields.names().hashCode();
        }

        @Override
        public String toString() {
            var shown = new StringBuilder();
            fields.forEach((name, value) -> shown.append(shown.isEmpty() ? "[" : ",")
                    .append(name)
                    .append('=')
                    .append(JsonValues.shown(value)));
            return shown.append(']').toString();
        }
    }

    /// The item of a set that has this value.
    record Value(Json value) implements PathElement {
        @Override
        public String text() {
            return "v:" + value.toText();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Value(var that) && JsonValues.equal(value, that);
        }

        @Override
        public int hashCode() {
            return JsonValues.shown(value).hashCode();
        }

        @Override
        public String toString() {
            return "[=" + JsonValues.shown(value) + "]";
        }
    }

    /// The item at a position.
    record Index(int position) implements PathElement {
        @Override
        public String text() {
            return "i:" + position;
        }

        @Override
        public String toString() {
            return "[" + position + "]";
        }
    }

    /// As `fieldsV1` spells it.
    String text();

    /// Reads what [#text()] wrote; empty for a sort of element that a later release may have.
    ///
    /// @throws IllegalArgumentException if it is none
    static Optional<PathElement> parse(String text) {
        if (text.length() < 2 || text.charAt(1) != ':') {
            throw new IllegalArgumentException("no element of a path: " + text);
        }
        var rest = text.substring(2);
        try {
            return switch (text.charAt(0)) {
                case 'f' -> Optional.of(new Field(rest));
                case 'k' -> Optional.of(new Key((JsonObject) Json.parse(rest)));
                case 'v' -> Optional.of(new Value(Json.parse(rest)));
                case 'i' -> Optional.of(new Index(Integer.parseInt(rest)));
                default -> Optional.empty();
            };
        } catch (JsonException | ClassCastException unreadable) {
            throw new IllegalArgumentException("no element of a path: " + text, unreadable);
        }
    }

    @Override
    default int compareTo(PathElement other) {
        int order = Integer.compare(rank(this), rank(other));
        if (order != 0) {
            return order;
        }
        return switch (this) {
            case Field(var name) -> JsonObject.BYTEWISE.compare(name, ((Field) other).name());
            case Key(var fields) -> compare(fields, ((Key) other).fields());
            case Value(var value) -> JsonValues.compare(value, ((Value) other).value());
            case Index(int position) -> Integer.compare(position, ((Index) other).position());
        };
    }

    private static int rank(PathElement element) {
        return switch (element) {
            case Field _ -> 0;
            case Key _ -> 1;
            case Value _ -> 2;
            case Index _ -> 3;
        };
    }

    private static int compare(JsonObject left, JsonObject right) {
        var names = left.names();
        var others = right.names();
        for (int i = 0; i < Math.min(names.size(), others.size()); i++) {
            int order = Comparator.<String>naturalOrder().compare(names.get(i), others.get(i));
            if (order == 0) {
                order = JsonValues.compare(
                        left.get(names.get(i)).orElseThrow(),
                        right.get(others.get(i)).orElseThrow());
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(names.size(), others.size());
    }
}
