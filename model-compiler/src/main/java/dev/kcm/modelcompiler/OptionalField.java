package dev.kcm.modelcompiler;

import java.util.ArrayList;
import java.util.List;

/// A Go pointer: an Optional to the world, a nullable reference inside.
final class OptionalField extends ValueField {
    OptionalField(Facts.FieldFact fact, Value value) {
        super(fact, value);
    }

    @Override
    String declaration(Source out) {
        return value.boxed(out) + " " + name;
    }

    @Override
    String initial(Source out) {
        return "null";
    }

    @Override
    String accessorType(Source out) {
        return "%s<%s>".formatted(out.use("java.util.Optional"), value.boxed(out));
    }

    @Override
    String accessed(Source out) {
        return "%s.ofNullable(%s)".formatted(out.use("java.util.Optional"), self());
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        List<BuilderMethod> methods = new ArrayList<>();
        methods.add(setter(out));
        if (value.isStruct()) {
            String type = value.boxed(out);
            methods.add(PlainField.edit(
                    this,
                    out,
                    value,
                    "this.%s == null ? %s.builder() : this.%s.toBuilder()".formatted(name, type, name)));
        }
        methods.add(BuilderMethod.clearing(this, "this.%s = null;".formatted(name)));
        return methods;
    }

    @Override
    void project(Source out) {
        String projected = value.projected(out, "full.%s().get()".formatted(name));
        out.line("if (full.%s().isPresent()) {", name)
                .line("builder.%s = %s;", name, projected)
                .line("}");
    }

    @Override
    void decodeJson(Source out) {
        // the cast keeps a conditional of null and a primitive from being unboxed
        String read = value.isPrimitive()
                ? "(%s) %s".formatted(value.boxed(out), value.fromJson())
                : value.in(out, value.fromJson());
        out.line("%s", jsonCase("%s = in.isNull() ? null : %s;".formatted(self(), read)));
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.value(out, \"%s\", %s, %s);", fact.json(), self(), isOmittedWhenEmpty());
    }

    @Override
    String same(Source out) {
        return "%s.equals(%s, that.%s)".formatted(out.use("java.util.Objects"), self(), name);
    }

    @Override
    String hash(Source out) {
        return "%s.hashCode(%s)".formatted(out.use("java.util.Objects"), self());
    }
}
