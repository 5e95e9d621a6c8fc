package dev.kcm.model.json;

/// A JSON number, whole or not. `1` and `1.0` are different values, as they are to Go.
public sealed interface JsonNumber extends Json {

    /// A number written without fraction or exponent that fits 64 bits.
    /// The order is for hash tables, as that of [JsonText].
    record Whole(long value) implements JsonNumber, Comparable<Whole> {
        @Override
        public int compareTo(Whole other) {
            return Long.compare(value, other.value);
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

    /// Any other number, as near as a double comes; never NaN nor infinite.
    /// The order is for hash tables, as that of [JsonText].
    record Real(double value) implements JsonNumber, Comparable<Real> {
        public Real {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("JSON has no number " + value);
            }
        }

        @Override
        public int compareTo(Real other) {
            return Double.compare(value, other.value);
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
