package dev.kcm.modelcompiler;

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
        for (String support : List.of("JsonFields", "Lists", "Maps", "ProtoReader", "ProtoWriter")) {
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
        out.line("@%s", out.use("org.jspecify.annotations.NullUnmarked"));
        out.line("public final class %s extends %s {", name, supertypes());
        constants();
        for (Field field : type.fields()) {
            out.line("private final %s;", field.declaration(out));
        }
        constructor();
        out.method("public static Builder builder()", "return new Builder();");
        type.cutFrom().ifPresent(this::projection);
        CodecWriter codec = new CodecWriter(type, out);
        codec.decode();
        accessors();
        copies();
        codec.encode();
        new EqualityWriter(type, out).write();
        new BuilderWriter(model, type, out).write();
        type.resource().ifPresent(resource -> new ResourceWriter(type, resource, out).descriptor());
        out.line("}");
        return out;
    }

    private String supertypes() {
        String base = out.use(WIRE + (type.isTopLevel() ? "TopLevel" : "Message"));
        if (type.resource().isPresent()) {
            return base + " implements " + out.use(JavaNames.ROOT + ".KubeObject");
        }
        if (type.isLean()) {
            return base + " implements " + out.use(WIRE + "Shareable");
        }
        return isCondition()
                ? "%s implements %s<%s>".formatted(base, out.use(JavaNames.ROOT + ".StatusCondition"), name)
                : base;
    }

    /// Types of this shape are handled alike by `Conditions`.
    private boolean isCondition() {
        List<String> names = type.fields().stream().map(field -> field.name).toList();
        return names.containsAll(List.of("type", "status", "reason", "message", "lastTransitionTime"));
    }

    private void constants() {
        if (type.isLean() && type.resource().isPresent()) {
            String keys = String.join(
                    ", ",
                    model.keptAnnotations().stream().map(key -> '"' + key + '"').toList());
            out.line("/// The annotations that are kept.");
            out.line("static final %s<String> ANNOTATIONS = Set.of(%s);", out.use("java.util.Set"), keys);
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
        out.blank().line("public static %s of(%s full) {", name, out.use(JavaNames.qualified(fullType)));
        out.line("Builder builder = new Builder();");
        type.fields().forEach(field -> field.project(out));
        out.line("return new %s(builder);", name).line("}");
    }

    private void accessors() {
        for (Field field : type.fields()) {
            out.method(
                    "public %s %s()".formatted(field.accessorType(out), field.accessorName()),
                    "return %s;".formatted(field.accessed(out)));
        }
        for (InlineField inline : type.inlined()) {
            for (Field field : model.promoted(inline)) {
                out.method(
                        "public %s %s()".formatted(field.accessorType(out), field.accessorName()),
                        "return %s.%s();".formatted(inline.name, field.accessorName()));
            }
        }
    }

    private void copies() {
        out.method("public Builder toBuilder()", "return new Builder(this);");
        for (Field field : type.fields()) {
            field.builderMethods(out).forEach(method -> method.printCopy(out, name));
        }
        if (type.isTopLevel()) {
            Facts.KindFact kind = type.kind().orElseThrow();
            out.blank().line("@Override");
            out.line("public String kindName() {")
                    .line("return \"%s\";", kind.kind())
                    .line("}");
            out.blank().line("@Override");
            out.line("public String apiVersionName() {")
                    .line("return \"%s\";", kind.apiVersion())
                    .line("}");
        }
    }
}
