package dev.kcm.modelcompiler;

/// Prints a type's builder, which also takes in what is read.
final class BuilderWriter {
    private final Model model;
    private final Model.Type type;
    private final Source out;
    private final String name;

    BuilderWriter(Model model, Model.Type type, Source out) {
        this.model = model;
        this.type = type;
        this.out = out;
        this.name = type.simpleName();
    }

    void write() {
        out.blank().line("public static final class Builder {");
        for (Field field : type.fields()) {
            out.line("%s%s = %s;", type.isLean() ? "" : "private ", field.declaration(out), field.initial(out));
        }
        out.blank().line("private Builder() {").line("}");
        out.blank().line("private Builder(%s from) {", name);
        for (Field field : type.fields()) {
            out.line("this.%s = from.%s;", field.name, field.name);
        }
        out.line("}");
        type.fields().forEach(this::methods);
        if (!type.isUnion()) {
            decodeField();
        } else {
            new UnionWriter(type, out).builderMethods();
        }
        out.method("public %s build()".formatted(name), "return new %s(this);".formatted(name));
        out.line("}");
    }

    /// The setters of a field, and of the fields an inlined type brings.
    private void methods(Field field) {
        field.builderMethods(out).forEach(method -> method.print(out));
        if (field instanceof InlineField inline) {
            inline.draft(out);
            if (!inline.isTypeMeta()) {
                String draft = inline.name + "Draft()";
                for (Field inner : model.promoted(inline)) {
                    inner.builderMethods(out).forEach(method -> method.printPromoted(out, draft));
                }
            }
        }
    }

    private void decodeField() {
        out.blank().line("/// Reads the field of that JSON name; false if there is none. For" + " generated code.");
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
