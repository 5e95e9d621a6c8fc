package dev.kcm.model.value;

import dev.kcm.base.GoText;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;

/// A number, or a text in its place: a port by number or name, a count or a percentage of a total.
public sealed interface IntOrString {

    /// What an absent field holds.
    IntOrString ZERO = new Number(0);

    record Number(int value) implements IntOrString {
        @Override
        public int scaled(int total, boolean roundUp) {
            return value;
        }

        @Override
        public String toString() {
            return Integer.toString(value);
        }
    }

    record Text(String value) implements IntOrString {
        @Override
        public int scaled(int total, boolean roundUp) {
            if (!value.endsWith("%")) {
                throw new IllegalArgumentException(
                        "invalid value for IntOrString: invalid type: string is not a percentage");
            }
            var share = (double) percentage() * total / 100;
            return (int) (roundUp ? Math.ceil(share) : Math.floor(share));
        }

        private long percentage() {
            var digits = value.substring(0, value.length() - 1);
            var number = GoText.wholeNumber(digits);
            if (number.isPresent()) {
                return number.getAsLong();
            }
            var problem = GoText.isDecimal(digits) ? "value out of range" : "invalid syntax";
            throw new IllegalArgumentException(
                    "invalid value for IntOrString: invalid value %s: strconv.Atoi: parsing %s: %s"
                            .formatted(GoText.quote(value), GoText.quote(digits), problem));
        }

        @Override
        public String toString() {
            return value;
        }
    }

    static IntOrString of(int value) {
        return new Number(value);
    }

    static IntOrString of(String value) {
        return new Text(value);
    }

    /// A number if `text` is one, else the text.
    static IntOrString parse(String text) {
        var number = GoText.wholeNumber(text);
        return number.isPresent() && number.getAsLong() == (int) number.getAsLong()
                ? of((int) number.getAsLong())
                : of(text);
    }

    static IntOrString decode(JsonReader in) {
        return in.kind() == JsonReader.Kind.STRING ? of(in.string()) : of(in.int32());
    }

    default void encode(JsonWriter out) {
        switch (this) {
            case Number(var value) -> out.number(value);
            case Text(var value) -> out.string(value);
        }
    }

    /// The number itself, or the percentage of `total`, rounded up or down to a whole.
    ///
    /// @throws IllegalArgumentException with upstream's message if this is a text but no percentage
    int scaled(int total, boolean roundUp);
}
