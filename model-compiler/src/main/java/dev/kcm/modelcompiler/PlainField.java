package dev.kcm.modelcompiler;

import java.util.ArrayList;
import java.util.List;

/// A Go value that is always there: a scalar with its zero, or a struct with its empty instance.
final class PlainField extends ValueField {
    PlainField(Facts.FieldFact fact, Value value) {
        super(fact, value);
    }

    @Override
    String declaration(Source out) {
        return value.plain(out) + " " + name;
    }

    @Override
    String initial(Source out) {
        return value.in(out, value.zero());
    }

    @Override
    String accessorType(Source out) {
        return value.plain(out);
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        List<BuilderMethod> methods = new ArrayList<>();
        methods.add(setter(out));
        if (value.isStruct()) {
            methods.add(edit(this, out, value, "this.%s.toBuilder()".formatted(name)));
        }
        return methods;
    }

    /// A setter that takes what shall be done to the nested builder.
    static BuilderMethod edit(Field field, Source out, Value value, String nested) {
        String builder = value.boxed(out) + ".Builder";
        return new BuilderMethod(
                field.name,
                "%s<%s> edit".formatted(out.use("java.util.function.Consumer"), builder),
                "edit",
                List.of(
                        "%s nested = %s;".formatted(builder, nested),
                        "edit.accept(nested);",
                        "this.%s = nested.build();".formatted(field.name)),
                "with" + field.capitalized());
    }

    @Override
    void project(Source out) {
        out.line("builder.%s = %s;", name, value.projected(out, "full.%s()".formatted(name)));
    }

    @Override
    void decodeJson(Source out) {
        out.line("%s", jsonCase("%s = %s;".formatted(self(), value.in(out, value.fromJson()))));
    }

    @Override
    void encodeJson(Source out) {
        String method = switch (value.writer()) {
            case "string", "bool", "int64" -> value.writer();
            case "int32" -> "int64";
            default -> "value";
        };
        if (fact.has("omitzero")) {
            out.line("if (!%s.equals(%s)) {", self(), initial(out));
        }
        out.line("JsonFields.%s(out, \"%s\", %s, %s);", method, fact.json(), self(), isOmittedWhenEmpty());
        if (fact.has("omitzero")) {
            out.line("}");
        }
    }

    @Override
    String same(Source out) {
        return value.isPrimitive() ? "%s == that.%s".formatted(self(), name) : super.same(out);
    }

    @Override
    String hash(Source out) {
        return switch (value.primitive()) {
            case "" -> self() + ".hashCode()";
            case "int" -> self();
            default -> "%s.hashCode(%s)".formatted(out.use(value.type()), self());
        };
    }
}
