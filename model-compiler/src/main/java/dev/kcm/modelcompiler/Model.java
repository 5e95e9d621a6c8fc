package dev.kcm.modelcompiler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The facts as a graph of types to be generated.
final class Model {
    /// Go structs that are values of one piece in Java or have a hand-written type.
    private static final Set<String> NOT_GENERATED = Set.of(
            "k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime",
            "k8s.io/apimachinery/pkg/apis/meta/v1.Duration",
            "k8s.io/apimachinery/pkg/apis/meta/v1.PartialObjectMetadata",
            "k8s.io/apimachinery/pkg/apis/meta/v1.PartialObjectMetadataList");

    private static final String OBJECT_META = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta";

    /// A type to be generated.
    ///
    /// @param kind where the type is a kind of its own
    /// @param resource where objects of the type are served, or could be
    /// @param cutFrom the Go type of which a lean type holds a part
    record Type(
            String goName,
            List<Field> fields,
            Optional<Facts.KindFact> kind,
            Optional<Facts.ResourceFact> resource,
            Optional<String> cutFrom) {
        boolean isLean() {
            return cutFrom.isPresent();
        }

        String packageName() {
            return JavaNames.packageOf(goName);
        }

        String simpleName() {
            return JavaNames.simple(goName);
        }

        List<InlineField> inlined() {
            return fields.stream()
                    .filter(InlineField.class::isInstance)
                    .map(InlineField.class::cast)
                    .filter(field -> !field.isTypeMeta())
                    .toList();
        }

        boolean isTyped() {
            return fields.stream().anyMatch(field -> field instanceof InlineField inline && inline.isTypeMeta());
        }

        boolean hasProtobuf() {
            return fields.stream().allMatch(field -> field.fact.number() > 0 || field instanceof InlineField);
        }

        /// True for kinds: what a request or a response can consist of.
        boolean isTopLevel() {
            return isTyped() && kind.isPresent();
        }

        /// True for the few types that are one of several JSON shapes: their fields have no JSON
        /// names.
        boolean isUnion() {
            return !fields.isEmpty()
                    && fields.stream()
                            .allMatch(field -> field.fact.json().isEmpty() && !(field instanceof InlineField));
        }

        /// The name of the constant that holds the resource's descriptor.
        String constant() {
            Facts.ResourceFact served = resource.orElseThrow();
            return JavaNames.constant(served.kind(), served.plural());
        }
    }

    private final Map<String, Type> types = new LinkedHashMap<>();

    private final List<String> keptAnnotations;

    Model(Facts facts, Projection projection) {
        keptAnnotations = projection.annotations();
        for (Facts.TypeFact fact : facts.types().values()) {
            if (!Value.isLeaf(fact.name()) && !NOT_GENERATED.contains(fact.name())) {
                types.put(fact.name(), type(facts, fact));
            }
        }
        projection.types().forEach((goType, lean) -> types.put(lean.name(), cut(goType, lean)));
    }

    /// The annotations lean objects keep.
    List<String> keptAnnotations() {
        return keptAnnotations;
    }

    /// A lean type; one of a served kind is a reader of the same resource.
    private Type cut(String goType, Facts.TypeFact lean) {
        List<Field> fields = lean.fields().stream()
                .map(field -> Field.of(lean.name(), field))
                .toList();
        return new Type(lean.name(), fields, Optional.empty(), type(goType).resource(), Optional.of(goType));
    }

    List<Type> types() {
        return List.copyOf(types.values());
    }

    Type type(String goName) {
        Type found = types.get(goName);
        if (found == null) {
            throw new IllegalArgumentException("no type is generated for " + goName);
        }
        return found;
    }

    /// The fields of an inlined type which the outer one shows as its own.
    List<Field> promoted(InlineField inline) {
        Model.Type inner = type(inline.goType);
        List<Field> fields = new ArrayList<>();
        for (Field field : inner.fields()) {
            if (field instanceof InlineField nested) {
                fields.addAll(promoted(nested));
            } else {
                fields.add(field);
            }
        }
        return fields;
    }

    private static Type type(Facts facts, Facts.TypeFact fact) {
        List<Field> fields = new ArrayList<>();
        boolean isObject = false;
        boolean isTyped = false;
        for (Facts.FieldFact field : fact.fields()) {
            if (!field.json().equals("-")) {
                fields.add(Field.of(fact.name(), field));
            }
            isTyped |= field.type().equals(new GoType.Struct(InlineField.TYPE_META));
            isObject |= field.json().equals("metadata") && field.type().equals(new GoType.Struct(OBJECT_META));
        }
        Optional<Facts.KindFact> kind = facts.kinds().stream()
                .filter(each -> each.type().equals(fact.name()))
                .findFirst();
        boolean hasResource = isObject && isTyped && kind.isPresent();
        return new Type(
                fact.name(),
                fields,
                kind,
                hasResource ? Optional.of(resource(facts, kind.get())) : Optional.empty(),
                Optional.empty());
    }

    /// The kind's resource, or for a kind nobody serves on its own (Scale, Eviction, ...) one
    /// without verbs.
    private static Facts.ResourceFact resource(Facts facts, Facts.KindFact kind) {
        return facts.resources().stream()
                .filter(each -> each.group().equals(kind.group())
                        && each.version().equals(kind.version())
                        && each.kind().equals(kind.kind()))
                .findFirst()
                .orElseGet(() -> unserved(kind));
    }

    /// Upstream's guess at a plural.
    private static String pluralOf(String singular) {
        if (singular.endsWith("s")) {
            return singular + "es";
        }
        return singular.endsWith("y") ? singular.substring(0, singular.length() - 1) + "ies" : singular + "s";
    }

    private static Facts.ResourceFact unserved(Facts.KindFact kind) {
        String singular = kind.kind().toLowerCase(Locale.ROOT);
        return new Facts.ResourceFact(
                kind.group(), kind.version(), kind.kind(), pluralOf(singular), singular, true, "", "", "", "");
    }
}
