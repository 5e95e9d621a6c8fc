package dev.kcm.model.json;

/// A JSON number, whole or not. `1` and `1.0` are different values, as they are to Go.
public sealed interface JsonNumber extends Json {

    /// A number written without fraction or exponent that fits 64 bits.
    record Whole(long value) implements JsonNumber {
        @Override
        public double doubleValue() {
            return value;
        }

        @Override
        public String toString() {
            return toText();
        }
    }

    /// Any other number, as near as a double comes; never NaN nor infinite.
    record Real(double value) implements JsonNumber {
        public Real {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("JSON has no number " + value);
            }
        }

        @Override
        public double doubleValue() {
            return value;
        }

        @Override
        public String toString() {
            return toText();
        }
    }

    double doubleValue();
}
