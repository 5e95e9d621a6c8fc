package dev.kcm.modelcompiler;

import java.util.List;

/// One field of a generated type: how it is held, offered, compared, read and written. Subclasses
/// are the shapes a field can have.
abstract class Field {
    final Facts.FieldFact fact;
    final String name;

    Field(Facts.FieldFact fact) {
        this.fact = fact;
        this.name = JavaNames.field(fact);
    }

    static Field of(String owner, Facts.FieldFact fact) {
        GoType type = fact.type();
        boolean inMetadata = owner.equals("k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta");
        if (inMetadata && fact.json().equals("uid")) {
            return new CompactTextField(fact, "uid");
        }
        if (inMetadata && fact.json().equals("resourceVersion")) {
            return new CompactTextField(fact, "number");
        }
        if (type instanceof GoType.Presence) {
            return new PresenceField(fact);
        }
        if (type instanceof GoType.Struct struct && fact.has("inline")) {
            return new InlineField(fact, struct.name());
        }
        boolean isPointer = type instanceof GoType.Pointer;
        if ((isPointer ? ((GoType.Pointer) type).to() : type) instanceof GoType.Struct struct) {
            switch (struct.name()) {
                case "k8s.io/apimachinery/pkg/apis/meta/v1.Time":
                    return new TimeField(fact, "seconds", isPointer);
                case "k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":
                    return new TimeField(fact, "micros", isPointer);
                case "k8s.io/apimachinery/pkg/apis/meta/v1.Duration":
                    return new DurationField(fact, isPointer);
                default:
            }
        }
        if (type instanceof GoType.Pointer pointer) {
            return new OptionalField(fact, Value.of(pointer.to()));
        }
        if (type instanceof GoType.Slice slice) {
            return new ListField(
                    fact, Value.of(slice.of()), false, inMetadata && fact.json().equals("managedFields"));
        }
        if (type instanceof GoType.TextsMessage) {
            return new ListField(fact, Value.TEXT, true, false);
        }
        if (type instanceof GoType.MapTo map) {
            return new MapField(fact, Value.of(map.value()));
        }
        return type instanceof GoType.ByteSlice ? new BytesField(fact) : new PlainField(fact, Value.of(type));
    }

    /// The field's declaration, without modifiers: `int replicas`.
    abstract String declaration(Source out);

    /// What a new builder holds.
    abstract String initial(Source out);

    String accessorName() {
        return name;
    }

    /// Takes the field over from the full type into a lean one's builder.
    void project(Source out) {
        out.line("builder.%s = full.%s();", name, name);
    }

    /// What the accessor returns.
    abstract String accessorType(Source out);

    /// What the accessor does to the field it returns.
    String accessed(Source out) {
        return name;
    }

    abstract List<BuilderMethod> builderMethods(Source out);

    abstract void decodeProto(Source out);

    abstract void encodeProto(Source out);

    /// The part of a switch over JSON names that reads the field into the builder.
    abstract void decodeJson(Source out);

    abstract void encodeJson(Source out);

    abstract String hash(Source out);

    /// How the constructor takes the field over from the builder.
    String frozen() {
        return "builder." + name;
    }

    String same(Source out) {
        return "%s.equals(that.%s)".formatted(self(), name);
    }

    /// The field inside its class or builder, whatever the local variables are called.
    final String self() {
        return "this." + name;
    }

    /// Like [#same], but true only if one value can stand for the other: equal quantities may be
    /// spelled differently.
    String identical(Source out) {
        return same(out);
    }

    final String capitalized() {
        return JavaNames.capitalized(name.endsWith("_") ? name.substring(0, name.length() - 1) : name);
    }

    final boolean isOmittedWhenEmpty() {
        return fact.has("omitempty");
    }

    final int tag(int wireType) {
        return fact.number() << 3 | wireType;
    }

    final String jsonCase(String statement) {
        return "case \"%s\" -> %s".formatted(fact.json(), statement);
    }
}
