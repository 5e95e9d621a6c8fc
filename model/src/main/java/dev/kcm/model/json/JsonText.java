package dev.kcm.model.json;

/// A JSON string. The order, by UTF-16, is for hash tables: with it, texts that were chosen to have one hash cost a
/// table no more than others.
public record JsonText(String value) implements Json, Comparable<JsonText> {
    @Override
    public int compareTo(JsonText other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return toText();
    }
}
