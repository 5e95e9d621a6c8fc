package dev.kcm.model.json;

/// `null`.
public enum JsonNull implements Json {
    NULL;

    @Override
    public String toString() {
        return toText();
    }
}
