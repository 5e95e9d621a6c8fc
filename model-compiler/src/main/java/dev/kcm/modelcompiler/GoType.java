package dev.kcm.modelcompiler;

/// A Go type as the schema table spells it.
sealed interface GoType {
    /// A string, bool, int32, int64 or float64, named or not.
    record Scalar(String kind) implements GoType {}

    record Struct(String name) implements GoType {}

    record Pointer(GoType to) implements GoType {}

    record Slice(GoType of) implements GoType {}

    /// Keys are always strings.
    record MapTo(GoType value) implements GoType {}

    /// A named list of strings which protobuf knows as a message of its own.
    record TextsMessage() implements GoType {}

    record ByteSlice() implements GoType {}

    /// Any JSON value.
    record Anything() implements GoType {}

    /// Whether something is there, which is all a projection keeps of it.
    record Presence() implements GoType {}

    static GoType parse(String text) {
        if (text.startsWith("*")) {
            return new Pointer(parse(text.substring(1)));
        }
        if (text.startsWith("[]")) {
            return new Slice(parse(text.substring(2)));
        }
        if (text.startsWith("map[string")) {
            return new MapTo(parse(text.substring(text.indexOf(']') + 1)));
        }
        if (text.startsWith("struct:")) {
            return new Struct(text.substring("struct:".length()));
        }
        if (text.startsWith("message:") && text.endsWith("=[]string")) {
            return new TextsMessage();
        }
        if (text.equals("bytes")) {
            return new ByteSlice();
        }
        if (text.equals("interface")) {
            return new Anything();
        }
        String kind = text.contains(":") ? text.substring(0, text.indexOf(':')) : text;
        return switch (kind) {
            case "string", "bool", "int32", "int64", "float64" -> new Scalar(kind);
            default ->
                throw new IllegalArgumentException("the schema has a Go type the compiler does not know: " + text);
        };
    }
}
