package dev.kcm.model.json;

/// `true` or `false`.
public enum JsonBoolean implements Json {
    FALSE,
    TRUE;

    public boolean value() {
        return this == TRUE;
    }

    @Override
    public String toString() {
        return toText();
    }
}
