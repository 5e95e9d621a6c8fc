package dev.kcm.modelcompiler;

import java.util.List;

/// A text that is nearly always a UUID or a number, held as such.
final class CompactTextField extends Field {
    private final String form;

    CompactTextField(Facts.FieldFact fact, String form) {
        super(fact);
        this.form = form;
    }

    @Override
    String declaration(Source out) {
        return "Object " + name;
    }

    @Override
    String initial(Source out) {
        return "\"\"";
    }

    @Override
    String accessorType(Source out) {
        return "String";
    }

    @Override
    String accessed(Source out) {
        return self() + ".toString()";
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        return List.of(BuilderMethod.setter(
                this,
                "String",
                "this.%s = %s.%s(value);".formatted(name, out.use(JavaNames.ROOT + ".wire.CompactText"), form)));
    }

    @Override
    void decodeProto(Source out) {
        out.line("case %d -> builder.%s = in.%s();", tag(2), name, form);
    }

    @Override
    void encodeProto(Source out) {
        out.line("out.string(%d, %s);", tag(2), accessed(out));
    }

    @Override
    void decodeJson(Source out) {
        out.line("%s", jsonCase("%s = CompactText.%s(in.string());".formatted(self(), form)));
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.string(out, \"%s\", %s, %s);", fact.json(), accessed(out), isOmittedWhenEmpty());
    }

    @Override
    String hash(Source out) {
        return self() + ".hashCode()";
    }
}
