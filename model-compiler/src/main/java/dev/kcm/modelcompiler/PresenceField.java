package dev.kcm.modelcompiler;

import java.util.List;

/// A message of which a projection keeps only whether it is there.
final class PresenceField extends Field {
    PresenceField(Facts.FieldFact fact) {
        super(fact);
    }

    @Override
    String accessorName() {
        return "has" + capitalized();
    }

    @Override
    String declaration(Source out) {
        return "boolean " + name;
    }

    @Override
    String initial(Source out) {
        return "false";
    }

    @Override
    String accessorType(Source out) {
        return "boolean";
    }

    @Override
    List<BuilderMethod> builderMethods(Source out) {
        return List.of(BuilderMethod.setter(this, "boolean", "this.%s = value;".formatted(name)));
    }

    @Override
    void decodeProto(Source out) {
        out.line("case %d -> {", tag(2))
                .line("in.skip(tag);")
                .line("builder.%s = true;", name)
                .line("}");
    }

    @Override
    void encodeProto(Source out) {}

    @Override
    void decodeJson(Source out) {
        out.line("case \"%s\" -> {", fact.json())
                .line("%s = !in.isNull();", self())
                .line("in.skip();")
                .line("}");
    }

    @Override
    void encodeJson(Source out) {
        out.line("JsonFields.bool(out, \"%s\", %s, true);", fact.json(), self());
    }

    @Override
    void project(Source out) {
        out.line("builder.%s = full.%s().isPresent();", name, name);
    }

    @Override
    String same(Source out) {
        return "%s == that.%s".formatted(self(), name);
    }

    @Override
    String hash(Source out) {
        return "Boolean.hashCode(%s)".formatted(self());
    }
}
