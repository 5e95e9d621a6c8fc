package dev.kcm.modelcompiler;

/// A Go slice or map: empty when it is not there.
abstract class CollectionField extends Field {
    private final String support;

    /// @param support the class of `model.wire` with the operations on such collections
    CollectionField(Facts.FieldFact fact, String support) {
        super(fact);
        this.support = support;
    }

    abstract String type(Source out);

    @Override
    final String declaration(Source out) {
        return type(out) + " " + name;
    }

    @Override
    final String initial(Source out) {
        return support + ".nil()";
    }

    @Override
    final String frozen() {
        return "%s.frozen(builder.%s)".formatted(support, name);
    }

    @Override
    final String accessorType(Source out) {
        return type(out);
    }

    @Override
    final String hash(Source out) {
        return self() + ".hashCode()";
    }
}
