package dev.kcm.modelcompiler;

import java.util.List;

/// A Duration, held in nanoseconds.
final class DurationField extends Field {
    private final boolean isPointer;

    DurationField(Facts.FieldFact fact, boolean isPointer) {
        super(fact);
        this.isPointer = isPointer;
    }

    @Override
    String declaration(Source out) {
        return (isPointer ? "Long " : "long ") + name;
    }

    @Override
    String initial(Source out) {
        return isPointer ? "null" : "0";
    }

    @Override
    String accessorType(Source out) {
        return isPointer
                ? "%s<%s>".formatted(out.use("java.util.Optional"), out.use("java.time.Duration"))
                : out.use("java.time.Duration");
    }

    @Override
    String accessed(Source out) {
        return (isPointer ? "%s.ofNullable(%s).map(%s::ofNanos)" : "%3$s.ofNanos(%2$s)")
                .formatted(out.use("java.util.Optional"), self(), out.use("java.time.Duration"));
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        BuilderMethod setter =
                BuilderMethod.setter(this, out.use("java.time.Duration"), "this.%s = value.toNanos();".formatted(name));
        return isPointer
                ? List.of(setter, BuilderMethod.clearing(this, "this.%s = null;".formatted(name)))
                : List.of(setter);
    }

    @Override
    void decodeProto(Source out) {
        out.line("case %d -> builder.%s = in.duration();", tag(2), name);
    }

    @Override
    void encodeProto(Source out) {
        out.line("out.duration(%d, %s);", tag(2), self());
    }

    @Override
    void decodeJson(Source out) {
        String read = out.use(JavaNames.ROOT + ".wire.Durations") + ".decode(in)";
        out.line(
                "%s", jsonCase("%s = %s;".formatted(self(), isPointer ? "in.isNull() ? null : (Long) " + read : read)));
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.duration(out, \"%s\", %s, %s);", fact.json(), self(), isOmittedWhenEmpty());
    }

    @Override
    String same(Source out) {
        return isPointer
                ? "%s.equals(%s, that.%s)".formatted(out.use("java.util.Objects"), self(), name)
                : "%s == that.%s".formatted(self(), name);
    }

    @Override
    String hash(Source out) {
        return isPointer
                ? "%s.hashCode(%s)".formatted(out.use("java.util.Objects"), self())
                : "Long.hashCode(%s)".formatted(self());
    }
}
