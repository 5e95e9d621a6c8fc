package dev.kcm.modelcompiler;

/// A field with a single value.
abstract class ValueField extends Field {
    final Value value;

    ValueField(Facts.FieldFact fact, Value value) {
        super(fact);
        this.value = value;
    }

    @Override
    final void decodeProto(Source out) {
        out.line("case %d -> builder.%s = %s;", tag(value.wireType()), name, value.in(out, value.fromProto()));
    }

    @Override
    final void encodeProto(Source out) {
        out.line("out.%s(%d, %s);", value.writer(), tag(value.wireType()), self());
    }

    @Override
    final String identical(Source out) {
        return value.isPrimitive() || value.equals(Value.TEXT) ? same(out) : "%s == that.%s".formatted(self(), name);
    }

    final BuilderMethod setter(Source out) {
        String checked = value.isPrimitive() ? "value" : out.use("java.util.Objects") + ".requireNonNull(value)";
        return BuilderMethod.setter(this, value.plain(out), "this.%s = %s;".formatted(name, checked));
    }
}
