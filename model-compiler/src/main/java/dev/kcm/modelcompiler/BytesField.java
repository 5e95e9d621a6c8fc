package dev.kcm.modelcompiler;

import java.util.List;

/// Bytes; Go's nil is null inside and empty to the world.
final class BytesField extends Field {
    BytesField(Facts.FieldFact fact) {
        super(fact);
    }

    @Override
    String declaration(Source out) {
        return Value.BYTES.boxed(out) + " " + name;
    }

    @Override
    String initial(Source out) {
        return "null";
    }

    @Override
    String accessorType(Source out) {
        return Value.BYTES.boxed(out);
    }

    @Override
    String accessed(Source out) {
        return "%s == null ? %s.EMPTY : %s".formatted(self(), Value.BYTES.boxed(out), self());
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        return List.of(BuilderMethod.setter(
                this,
                Value.BYTES.boxed(out),
                "this.%s = %s.requireNonNull(value);".formatted(name, out.use("java.util.Objects"))));
    }

    @Override
    void decodeProto(Source out) {
        out.line("case %d -> builder.%s = in.bytes();", tag(2), name);
    }

    @Override
    void encodeProto(Source out) {
        out.line("out.bytes(%d, %s);", tag(2), self());
    }

    @Override
    void decodeJson(Source out) {
        out.line("%s", jsonCase("%s = in.isNull() ? null : %s.decode(in);".formatted(self(), Value.BYTES.boxed(out))));
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.bytes(out, \"%s\", %s, %s);", fact.json(), self(), isOmittedWhenEmpty());
    }

    @Override
    String same(Source out) {
        return "%s().equals(that.%s())".formatted(self(), name);
    }

    @Override
    String hash(Source out) {
        return self() + "().hashCode()";
    }
}
