package dev.kcm.modelcompiler;

import java.util.Comparator;

/// Prints how a type is read and written, in protobuf and in JSON.
final class CodecWriter {
    private final Model.Type type;
    private final Source out;
    private final String name;

    CodecWriter(Model.Type type, Source out) {
        this.type = type;
        this.out = out;
        this.name = type.simpleName();
    }

    void decode() {
        decodeProto();
        readProto();
        decodeJson();
    }

    void encode() {
        encodeProto();
        encodeJson();
    }

    private void decodeProto() {
        out.blank().line("public static %s decode(ProtoReader in) {", name);
        if (!type.hasProtobuf()) {
            out.line("throw new UnsupportedOperationException(\"%s has no protobuf form\");", name)
                    .line("}");
        } else {
            out.line("Builder builder = new Builder();");
            out.line("for (int tag = in.tag(); tag != 0; tag = in.tag()) {");
            out.line("switch (tag) {");
            type.fields().forEach(field -> field.decodeProto(out));
            out.line("default -> in.skip(tag);");
            out.line("}").line("}");
            out.line("return new %s(builder);", name);
            out.line("}");
        }
    }

    /// Reads the type as part of another message; parts are shared, whole objects are not.
    private void readProto() {
        boolean isPart = !type.isTopLevel() && type.resource().isEmpty();
        out.blank().line("public static %s read(ProtoReader in) {", name);
        out.line("int outer = in.enter();");
        if (isPart) {
            out.line("Object known = in.known(%s.class);", name);
            out.line("if (known != null) {");
            out.line("in.leave(outer);").line("return (%s) known;", name).line("}");
            out.line("long mark = in.mark();");
        }
        boolean isShared = isPart && type.isLean() && !isNearlyUnique();
        out.line(isShared ? "%s value = in.share(decode(in));" : "%s value = decode(in);", name);
        if (isPart) {
            out.line("in.remember(%s.class, mark, value);", name);
        }
        out.line("in.leave(outer);").line("return value;").line("}");
    }

    /// Lean parts are the same more often than their bytes, but for these.
    private boolean isNearlyUnique() {
        return name.endsWith("Spec") || name.endsWith("PodStatus");
    }

    private void decodeJson() {
        out.blank().line("public static %s decode(JsonReader in) {", name);
        out.line("if (in.isNull()) {").line("return EMPTY;").line("}");
        out.line("Builder builder = new Builder();");
        if (type.isUnion()) {
            new UnionWriter(type, out).decode();
        } else {
            out.line("in.beginObject();");
            out.line("for (String name = in.nextName(); name != null; name = in.nextName()) {");
            out.line("if (!builder.decodeField(name, in)) {")
                    .line("in.skipUnknown();")
                    .line("}");
            out.line("}");
        }
        out.line("return new %s(builder);", name).line("}");
    }

    private void encodeProto() {
        out.blank().line("@Override").line("public void encode(ProtoWriter out) {");
        if (!type.hasProtobuf() || type.isLean()) {
            String why = type.isLean() ? "holds only part of the object and cannot be written" : "has no protobuf form";
            out.line("throw new UnsupportedOperationException(\"%s %s\");", name, why)
                    .line("}");
            return;
        }
        type.fields().stream()
                .sorted(Comparator.comparing((Field field) -> field.fact.number())
                        .reversed())
                .forEach(field -> field.encodeProto(out));
        out.line("}");
    }

    private void encodeJson() {
        out.blank().line("@Override").line("public void encode(JsonWriter out) {");
        if (type.isUnion()) {
            new UnionWriter(type, out).encode();
            out.line("}");
            return;
        }
        out.line("out.beginObject();");
        if (type.isTyped()) {
            out.line("typeMeta.encodeFields(out);");
        }
        out.line("encodeFields(out);").line("out.endObject();").line("}");
        out.blank().line("%spublic void encodeFields(JsonWriter out) {", type.isTopLevel() ? "@Override " : "");
        type.fields().forEach(field -> field.encodeJson(out));
        out.line("}");
    }
}
