package dev.kcm.modelcompiler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Prints the class of one type.
final class TypeWriter {
    private static final String WIRE = JavaNames.ROOT + ".wire.";
    private static final String JSON = JavaNames.ROOT + ".json.";

    private final Model model;
    private final Model.Type type;
    private final Source out;
    private final String name;

    TypeWriter(Model model, Model.Type type) {
        this.model = model;
        this.type = type;
        this.name = type.simpleName();
        this.out = new Source(type.packageName(), name);
    }

    Source write() {
        for (String support :
                List.of("JsonFields", "Lists", "Maps", "ProtoReader", "ProtoWriter")) {
            out.use(WIRE + support);
        }
        out.use(JSON + "JsonReader");
        out.use(JSON + "JsonWriter");
        out.line(
                "%s",
                type.cutFrom()
                        .map("/// What controllers read of upstream's `%s`."::formatted)
                        .orElse("/// Upstream's `%s`.".formatted(type.goName())));
        out.line("@%s(\"kcm model-compiler\")", out.use("javax.annotation.processing.Generated"));
        out.line("@SuppressWarnings(\"all\")");
        out.line("public final class %s extends %s {", name, supertypes());
        constants();
        for (Field field : type.fields()) {
            out.line("private final %s;", field.declaration(out));
        }
        constructor();
        out.method("public static Builder builder()", "return new Builder();");
        type.cutFrom().ifPresent(this::projection);
        decodeProto();
        decodeJson();
        accessors();
        copies();
        encodeProto();
        encodeJson();
        equality();
        builder();
        type.resource().ifPresent(resource -> new ResourceWriter(type, resource, out).descriptor());
        out.line("}");
        return out;
    }

    private String supertypes() {
        String base = out.use(WIRE + (isTopLevel() ? "TopLevel" : "Message"));
        if (type.resource().isPresent()) {
            return base + " implements " + out.use(JavaNames.ROOT + ".KubeObject");
        }
        return isCondition()
                ? "%s implements %s<%s>"
                        .formatted(base, out.use(JavaNames.ROOT + ".StatusCondition"), name)
                : base;
    }

    /// Types of this shape are handled alike by `Conditions`.
    private boolean isCondition() {
        List<String> names = type.fields().stream().map(field -> field.name).toList();
        return names.containsAll(
                List.of("type", "status", "reason", "message", "lastTransitionTime"));
    }

    private boolean isTopLevel() {
        return type.isTyped() && type.kind().isPresent();
    }

    private void constants() {
        if (type.isLean() && type.resource().isPresent()) {
            String keys =
                    String.join(
                            ", ",
                            model.keptAnnotations().stream().map(key -> '"' + key + '"').toList());
            out.line("/// The annotations that are kept.");
            out.line(
                    "static final %s<String> ANNOTATIONS = Set.of(%s);",
                    out.use("java.util.Set"), keys);
        }
        out.line("public static final %s EMPTY = new Builder().build();", name);
        type.resource().ifPresent(resource -> new ResourceWriter(type, resource, out).constant());
        out.blank();
    }

    private void constructor() {
        out.blank().line("private %s(Builder builder) {", name);
        if (type.isLean()) {
            out.line("Trimming.trim(builder);");
        }
        for (Field field : type.fields()) {
            out.line("this.%s = %s;", field.name, field.frozen());
        }
        out.line("}");
    }

    /// The part of a full object that the lean type holds.
    private void projection(String fullType) {
        out.blank()
                .line(
                        "public static %s of(%s full) {",
                        name, out.use(JavaNames.qualified(fullType)));
        out.line("Builder builder = new Builder();");
        type.fields().forEach(field -> field.project(out));
        out.line("return new %s(builder);", name).line("}");
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
        readProto();
    }

    /// Reads the type as part of another message; parts are shared, whole objects are not.
    private void readProto() {
        out.blank().line("public static %s read(ProtoReader in) {", name);
        out.line("int outer = in.enter();");
        if (!isTopLevel()) {
            out.line("Object known = in.known(%s.class);", name);
            out.line("if (known != null) {")
                    .line("in.leave(outer);")
                    .line("return (%s) known;", name)
                    .line("}");
            out.line("long mark = in.mark();");
        }
        out.line(
                isSharedByValue() ? "%s value = in.share(decode(in));" : "%s value = decode(in);",
                name);
        if (!isTopLevel()) {
            out.line("in.remember(%s.class, mark, value);", name);
        }
        out.line("in.leave(outer);").line("return value;").line("}");
    }

    /// Lean parts are equal more often than their bytes; but spec and status are nearly always
    /// unlike any other.
    private boolean isSharedByValue() {
        return type.isLean() && !name.endsWith("Spec") && !name.endsWith("PodStatus");
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
            out.line("if (!builder.decodeField(name, in)) {").line("in.skipUnknown();").line("}");
            out.line("}");
        }
        out.line("return new %s(builder);", name).line("}");
    }

    private void accessors() {
        for (Field field : type.fields()) {
            out.method(
                    "public %s %s()".formatted(field.accessorType(out), field.accessorName()),
                    "return %s;".formatted(field.accessed(out)));
        }
        for (InlineField inline : type.inlined()) {
            for (Field field : promoted(inline)) {
                out.method(
                        "public %s %s()".formatted(field.accessorType(out), field.accessorName()),
                        "return %s.%s();".formatted(inline.name, field.accessorName()));
            }
        }
    }

    /// The fields of an inlined type which the outer one shows as its own.
    private List<Field> promoted(InlineField inline) {
        Model.Type inner = model.type(inline.goType);
        List<Field> fields = new ArrayList<>();
        for (Field field : inner.fields()) {
            if (field instanceof InlineField nested) {
                fields.addAll(promoted(nested));
            } else {
                fields.add(field);
            }
        }
        return fields;
    }

    private void copies() {
        out.method("public Builder toBuilder()", "return new Builder(this);");
        for (Field field : type.fields()) {
            field.builderMethods(out).forEach(method -> method.printCopy(out, name));
        }
        if (isTopLevel()) {
            Facts.KindFact kind = type.kind().orElseThrow();
            out.blank().line("@Override");
            out.line("public String kindName() {").line("return \"%s\";", kind.kind()).line("}");
            out.blank().line("@Override");
            out.line("public String apiVersionName() {")
                    .line("return \"%s\";", kind.apiVersion())
                    .line("}");
        }
    }

    private void encodeProto() {
        out.blank().line("@Override").line("public void encode(ProtoWriter out) {");
        if (!type.hasProtobuf() || type.isLean()) {
            String why =
                    type.isLean()
                            ? "holds only part of the object and cannot be written"
                            : "has no protobuf form";
            out.line("throw new UnsupportedOperationException(\"%s %s\");", name, why).line("}");
            return;
        }
        type.fields().stream()
                .sorted(Comparator.comparing((Field field) -> field.fact.number()).reversed())
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
        out.blank()
                .line(
                        "%spublic void encodeFields(JsonWriter out) {",
                        isTopLevel() ? "@Override " : "");
        type.fields().forEach(field -> field.encodeJson(out));
        out.line("}");
    }

    private void equality() {
        List<Field> compared =
                type.fields().stream()
                        .filter(
                                field ->
                                        !(field instanceof InlineField inline
                                                && inline.isTypeMeta()))
                        .toList();
        out.blank().line("@Override").line("public boolean equals(Object other) {");
        StringBuilder terms = new StringBuilder("other instanceof " + name);
        for (int at = 0; at < compared.size(); at++) {
            terms.append(at == 0 ? " that && " : " && ").append(compared.get(at).same(out));
        }
        out.line("return this == other || (%s);", terms).line("}");
        out.blank().line("@Override").line("public int hashCode() {");
        out.line("int hash = 1;");
        for (Field field : compared) {
            out.line("hash = 31 * hash + %s;", field.hash(out));
        }
        out.line("return hash;").line("}");
    }

    private void builder() {
        out.blank().line("public static final class Builder {");
        for (Field field : type.fields()) {
            out.line(
                    "%s%s = %s;",
                    type.isLean() ? "" : "private ", field.declaration(out), field.initial(out));
        }
        out.blank().line("private Builder() {").line("}");
        out.blank().line("private Builder(%s from) {", name);
        for (Field field : type.fields()) {
            out.line("this.%s = from.%s;", field.name, field.name);
        }
        out.line("}");
        for (Field field : type.fields()) {
            field.builderMethods(out).forEach(method -> method.print(out));
            if (field instanceof InlineField inline) {
                inline.draft(out);
                if (!inline.isTypeMeta()) {
                    promoted(inline)
                            .forEach(
                                    inner ->
                                            inner.builderMethods(out)
                                                    .forEach(
                                                            method ->
                                                                    method.printPromoted(
                                                                            out,
                                                                            inline.name
                                                                                    + "Draft()")));
                }
            }
        }
        if (!type.isUnion()) {
            decodeField();
        } else {
            new UnionWriter(type, out).builderMethods();
        }
        out.method("public %s build()".formatted(name), "return new %s(this);".formatted(name));
        out.line("}");
    }

    private void decodeField() {
        out.blank()
                .line(
                        "/// Reads the field of that JSON name; false if there is none. For"
                                + " generated code.");
        out.line("public boolean decodeField(String name, JsonReader in) {");
        out.line("boolean isKnown = true;");
        out.line("switch (name) {");
        type.fields().forEach(field -> field.decodeJson(out));
        if (type.isTyped()) {
            out.line("case \"kind\", \"apiVersion\" -> typeMetaDraft().decodeField(name, in);");
        }
        StringBuilder others = new StringBuilder("false");
        for (InlineField inline : type.inlined()) {
            others.insert(0, inline.name + "Draft().decodeField(name, in) || ");
        }
        out.line("default -> isKnown = %s;", others);
        out.line("}").line("return isKnown;").line("}");
    }
}
