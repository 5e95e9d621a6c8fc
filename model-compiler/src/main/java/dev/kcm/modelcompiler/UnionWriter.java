package dev.kcm.modelcompiler;

/// JSON of the types that are either a struct or something simpler: a list, or a boolean. Which one
/// the JSON value's own kind tells.
final class UnionWriter {
    private final Source out;
    private final Field struct;
    private final Field simple;

    UnionWriter(Model.Type type, Source out) {
        this.out = out;
        this.struct = type.fields().stream()
                .filter(OptionalField.class::isInstance)
                .findFirst()
                .orElseThrow();
        this.simple = type.fields().stream()
                .filter(field -> !(field instanceof OptionalField))
                .findFirst()
                .orElseThrow();
    }

    void decode() {
        String type = Value.of(((GoType.Pointer) struct.fact.type()).to()).boxed(out);
        out.line("if (in.kind() == JsonReader.Kind.OBJECT) {");
        out.line("builder.%s = %s.decode(in);", struct.name, type);
        if (simple instanceof ListField) {
            out.line("} else if (in.kind() == JsonReader.Kind.ARRAY) {");
            out.line("builder.decodeElements(in);");
        } else {
            out.line("builder.%s = true;", simple.name);
            out.line("} else {");
            out.line("builder.%s = in.bool();", simple.name);
            out.line("}");
            return;
        }
        out.line("} else {")
                .line("throw in.mismatch(\"an object or an array\");")
                .line("}");
    }

    void encode() {
        if (simple instanceof ListField) {
            out.line("if (!%s.isEmpty()) {", simple.name);
            out.line("JsonFields.elements(out, %s);", simple.name);
            out.line("} else if (%s != null) {", struct.name);
            out.line("%s.encode(out);", struct.name);
            out.line("} else {").line("out.nullValue();").line("}");
        } else {
            out.line("if (%s != null) {", struct.name);
            out.line("%s.encode(out);", struct.name);
            out.line("} else {").line("out.bool(%s);", simple.name).line("}");
        }
    }

    /// The builder's own: reads a JSON array.
    void builderMethods() {
        if (simple instanceof ListField list) {
            out.blank().line("private void decodeElements(JsonReader in) {");
            list.decodeElements(out);
            out.line("}");
        }
    }
}
