package dev.kcm.model.json;

/// A JSON string.
public record JsonText(String value) implements Json {
    @Override
    public String toString() {
        return toText();
    }
}
