package dev.kcm.apiserver.strategy;

/// Where in a document something stands, as error messages print it: `spec.containers[0].image`.
public record FieldPath(String text) {
    public static final FieldPath METADATA = new FieldPath("metadata");
    public static final FieldPath SPEC = new FieldPath("spec");
    public static final FieldPath STATUS = new FieldPath("status");

    public FieldPath child(String name) {
        return new FieldPath(text.isEmpty() ? name : text + "." + name);
    }

    public FieldPath index(int index) {
        return new FieldPath(text + "[" + index + "]");
    }

    public FieldPath key(String key) {
        return new FieldPath(text + "[" + key + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
