package dev.kcm.modelcompiler;

import java.util.List;

/// A struct whose fields JSON shows as the outer one's own, while protobuf nests it. The outer type
/// offers the inner fields as its own too. TypeMeta is the one protobuf does not carry at all.
final class InlineField extends Field {
    static final String TYPE_META = "k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta";

    final String goType;
    private final Value value;

    InlineField(Facts.FieldFact fact, String goType) {
        super(fact);
        this.goType = goType;
        this.value = Value.of(fact.type());
    }

    boolean isTypeMeta() {
        return goType.equals(TYPE_META);
    }

    private String type(Source out) {
        return value.boxed(out);
    }

    @Override
    String declaration(Source out) {
        return type(out) + " " + name;
    }

    @Override
    String initial(Source out) {
        return type(out) + ".EMPTY";
    }

    @Override
    String frozen() {
        return "builder.%sDraft == null ? builder.%s : builder.%sDraft.build()".formatted(name, name, name);
    }

    @Override
    String accessorType(Source out) {
        return type(out);
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        return List.of(new BuilderMethod(
                name,
                type(out) + " value",
                "value",
                List.of(
                        "this.%s = %s.requireNonNull(value);".formatted(name, out.use("java.util.Objects")),
                        "this.%sDraft = null;".formatted(name)),
                "with" + capitalized()));
    }

    /// The builder's own: the inner builder, made when first asked for.
    void draft(Source out) {
        out.blank().line("private %s.Builder %sDraft;", type(out), name);
        out.blank().line("private %s.Builder %sDraft() {", type(out), name);
        out.line("if (%sDraft == null) {", name)
                .line("%sDraft = %s.toBuilder();", name, name)
                .line("}");
        out.line("return %sDraft;", name).line("}");
    }

    @Override
    void project(Source out) {
        out.line("builder.%s = %s;", name, value.projected(out, "full.%s()".formatted(name)));
    }

    @Override
    void decodeProto(Source out) {
        if (!isTypeMeta()) {
            out.line("case %d -> builder.%s = %s;", tag(2), name, value.in(out, value.fromProto()));
        }
    }

    @Override
    void encodeProto(Source out) {
        if (!isTypeMeta()) {
            out.line("out.message(%d, %s);", tag(2), self());
        }
    }

    /// Nothing: the names are the inner builder's, which is asked for those the outer does not
    /// know.
    @Override
    void decodeJson(Source out) {}

    @Override
    void encodeJson(Source out) {
        if (!isTypeMeta()) {
            out.line("%s.encodeFields(out);", self());
        }
    }

    @Override
    String identical(Source out) {
        return "%s == that.%s".formatted(self(), name);
    }

    @Override
    String hash(Source out) {
        return self() + ".hashCode()";
    }
}
