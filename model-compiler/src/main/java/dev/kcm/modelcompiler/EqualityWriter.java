package dev.kcm.modelcompiler;

import java.util.List;
import java.util.function.Function;

/// Prints when two objects of a type are equal. Kind and apiVersion do not count: they come with
/// JSON and not with protobuf.
final class EqualityWriter {
    private final Source out;
    private final String name;
    private final boolean isLean;
    private final List<Field> compared;

    EqualityWriter(Model.Type type, Source out) {
        this.out = out;
        this.name = type.simpleName();
        this.isLean = type.isLean() && type.resource().isEmpty();
        this.compared = type.fields().stream()
                .filter(field -> !(field instanceof InlineField inline && inline.isTypeMeta()))
                .toList();
    }

    void write() {
        comparison("equals", field -> field.same(out));
        if (isLean) {
            comparison("hasSameParts", field -> field.identical(out));
        }
        out.blank().line("@Override").line("public int hashCode() {");
        out.line("int hash = 1;");
        for (Field field : compared) {
            out.line("hash = 31 * hash + %s;", field.hash(out));
        }
        out.line("return hash;").line("}");
    }

    private void comparison(String method, Function<Field, String> term) {
        StringBuilder terms = new StringBuilder("other instanceof " + name);
        for (int at = 0; at < compared.size(); at++) {
            terms.append(at == 0 ? " that && " : " && ").append(term.apply(compared.get(at)));
        }
        out.blank().line("@Override").line("public boolean %s(Object other) {", method);
        out.line("return this == other || (%s);", terms).line("}");
    }
}
