package dev.kcm.modelcompiler;

import java.util.List;

/// One method of a builder, kept as data so that a type which inlines another can offer it too.
///
/// @param copies the name of the method on the type itself that returns a changed copy, or the
///   empty string
record BuilderMethod(String name, String parameters, String arguments, List<String> body, String copies) {
    static BuilderMethod setter(Field field, String parameterType, String statement) {
        return new BuilderMethod(
                field.name, parameterType + " value", "value", List.of(statement), "with" + field.capitalized());
    }

    static BuilderMethod clearing(Field field, String statement) {
        String name = "without" + field.capitalized();
        return new BuilderMethod(name, "", "", List.of(statement), name);
    }

    void print(Source out) {
        out.blank().line("public Builder %s(%s) {", name, parameters);
        body.forEach(out::line);
        out.line("return this;").line("}");
    }

    /// The same method on a builder that reaches the first through `target`.
    void printPromoted(Source out, String target) {
        out.blank()
                .line("public Builder %s(%s) {", name, parameters)
                .line("%s.%s(%s);", target, name, arguments)
                .line("return this;")
                .line("}");
    }

    void printCopy(Source out, String type) {
        if (!copies.isEmpty()) {
            out.method(
                    "public %s %s(%s)".formatted(type, copies, parameters),
                    "return toBuilder().%s(%s).build();".formatted(name, arguments));
        }
    }
}
