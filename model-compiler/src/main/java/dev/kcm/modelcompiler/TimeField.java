package dev.kcm.modelcompiler;

import java.util.List;

/// A Time or MicroTime, held as a long; Go's nil pointer and zero time are both an empty Optional.
final class TimeField extends Field {
    private final String unit;
    private final boolean isPointer;

    TimeField(Facts.FieldFact fact, String unit, boolean isPointer) {
        super(fact);
        this.unit = unit;
        this.isPointer = isPointer;
    }

    static boolean isTime(String goType) {
        return goType.startsWith("k8s.io/apimachinery/pkg/apis/meta/v1.")
                && (goType.endsWith(".Time") || goType.endsWith(".MicroTime") || goType.endsWith(".Duration"));
    }

    @Override
    String declaration(Source out) {
        return "long " + name;
    }

    @Override
    String initial(Source out) {
        return out.use(JavaNames.ROOT + ".wire.Times") + ".ABSENT";
    }

    @Override
    String accessorType(Source out) {
        return "%s<%s>".formatted(out.use("java.util.Optional"), out.use("java.time.Instant"));
    }

    @Override
    String accessed(Source out) {
        return "Times.of%s(%s)".formatted(JavaNames.capitalized(unit), self());
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        return List.of(
                BuilderMethod.setter(
                        this, out.use("java.time.Instant"), "this.%s = Times.%s(value);".formatted(name, unit)),
                BuilderMethod.clearing(this, "this.%s = Times.ABSENT;".formatted(name)));
    }

    @Override
    void project(Source out) {
        out.line("full.%s().ifPresent(builder::%s);", name, name);
    }

    @Override
    void decodeProto(Source out) {
        out.line("case %d -> builder.%s = in.%s();", tag(2), name, unit);
    }

    @Override
    void encodeProto(Source out) {
        String method = isPointer ? "optional" + JavaNames.capitalized(unit) : unit;
        out.line("out.%s(%d, %s);", method, tag(2), self());
    }

    @Override
    void decodeJson(Source out) {
        out.line("%s", jsonCase("%s = Times.decode%s(in);".formatted(self(), JavaNames.capitalized(unit))));
    }

    @Override
    void encodeJson(Source out) {
        boolean omitted = (isPointer && isOmittedWhenEmpty()) || fact.has("omitzero");
        out.line("JsonFields.%s(out, \"%s\", %s, %s);", unit, fact.json(), self(), omitted);
    }

    @Override
    String same(Source out) {
        return "%s == that.%s".formatted(self(), name);
    }

    @Override
    String hash(Source out) {
        return "Long.hashCode(%s)".formatted(self());
    }
}
