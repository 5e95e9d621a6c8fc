package dev.kcm.modelcompiler;

import java.util.ArrayList;
import java.util.List;

/// A Go slice.
final class ListField extends CollectionField {
    private final Value element;
    private final boolean isMessage;
    private final boolean isManagedFields;

    ListField(Facts.FieldFact fact, Value element, boolean isMessage, boolean isManagedFields) {
        super(fact, "Lists");
        this.element = element;
        this.isMessage = isMessage;
        this.isManagedFields = isManagedFields;
    }

    @Override
    String type(Source out) {
        return "%s<%s>".formatted(out.use("java.util.List"), element.boxed(out));
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        List<BuilderMethod> methods = new ArrayList<>();
        methods.add(BuilderMethod.setter(
                this, type(out), "this.%s = %s.copyOf(value);".formatted(name, out.use("java.util.List"))));
        methods.add(new BuilderMethod(
                "add" + capitalized(),
                element.plain(out) + " value",
                "value",
                List.of("this.%s = Lists.add(this.%s, value);".formatted(name, name)),
                ""));
        if (element.isStruct()) {
            String builder = element.boxed(out) + ".Builder";
            methods.add(new BuilderMethod(
                    "add" + capitalized(),
                    "%s<%s> edit".formatted(out.use("java.util.function.Consumer"), builder),
                    "edit",
                    List.of(
                            "%s nested = %s.builder();".formatted(builder, element.boxed(out)),
                            "edit.accept(nested);",
                            "this.%s = Lists.add(this.%s, nested.build());".formatted(name, name)),
                    ""));
        }
        return methods;
    }

    @Override
    void project(Source out) {
        if (!element.isLean()) {
            super.project(out);
            return;
        }
        out.line("for (var element : full.%s()) {", name);
        out.line("builder.%s = Lists.add(builder.%s, %s.of(element));", name, name, element.boxed(out))
                .line("}");
    }

    @Override
    void decodeProto(Source out) {
        if (isMessage) {
            out.line("case %d -> builder.%s = in.texts();", tag(2), name);
        } else if (element.equals(Value.TEXT)) {
            out.line("case %d -> builder.%s = in.strings(tag, builder.%s);", tag(2), name, name);
        } else if (element.isPrimitive()) {
            decodeNumbers(out);
        } else {
            out.line("case %d -> {", tag(2));
            if (isManagedFields) {
                out.line("if (!in.keepsManagedFields()) {")
                        .line("in.skip(tag);")
                        .line("continue;")
                        .line("}");
            }
            decodeRun(out);
            out.line("}");
        }
    }

    /// Reads all elements that follow one another, or takes the list made of the same bytes before.
    private void decodeRun(Source out) {
        String type = element.boxed(out);
        out.line("java.util.List<%s> run = in.knownList(tag, %s.class);", type, type);
        out.line("if (run == null) {");
        out.line("long mark = in.mark();");
        out.line("int since = in.pushed();");
        out.line("do {")
                .line("in.push(%s);", element.in(out, element.fromProto()))
                .line("} while (in.another(tag));");
        out.line("run = in.popList(since, mark, %s.class);", type);
        out.line("}");
        out.line(
                "builder.%s = Lists.joined(builder.%s, %s);",
                name, name, element.isLean() ? "in.shareList(run)" : "run");
    }

    /// Numbers may come one by one or packed.
    private void decodeNumbers(Source out) {
        String add = "builder.%s = Lists.add(builder.%s, %s);".formatted(name, name, element.fromProto());
        out.line("case %d -> %s", tag(element.wireType()), add);
        out.line("case %d -> {", tag(2));
        out.line("int outer = in.enter();")
                .line("while (in.hasMore()) {")
                .line("%s", add)
                .line("}");
        out.line("in.leave(outer);").line("}");
    }

    @Override
    void encodeProto(Source out) {
        String method = isMessage ? "texts" : element.listWriter();
        out.line("out.%s(%d, %s);", method, tag(isMessage ? 2 : element.wireType()), self());
    }

    @Override
    void decodeJson(Source out) {
        out.line("case \"%s\" -> {", fact.json());
        decodeElements(out);
        out.line("}");
    }

    /// Reads a JSON array into the builder.
    void decodeElements(Source out) {
        out.line("for (%s = Lists.begin(in); Lists.next(in, %s); ) {", self(), self());
        out.line("%s.add(%s);", self(), element.in(out, element.fromJson())).line("}");
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.list(out, \"%s\", %s, %s);", fact.json(), self(), isOmittedWhenEmpty());
    }

    @Override
    String identical(Source out) {
        return "Lists.areSame(%s, that.%s)".formatted(self(), name);
    }
}
