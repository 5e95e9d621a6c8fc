package dev.kcm.model.ownership;

import java.util.ArrayList;
import java.util.Optional;

/// Brings a set that was recorded under an older schema in line with today's: what has become atomic since is one
/// field, whatever of it was owned.
final class SchemaChanges {
    private SchemaChanges() {}

    static FieldSet applied(FieldSet set, FieldType type) {
        var changed = new ArrayList<FieldSet.Entry>(set.entries().size());
        for (var entry : set.entries()) {
            changed.add(
                    type(type, entry.element()).map(it -> applied(entry, it)).orElse(entry));
        }
        return changed.equals(set.entries()) ? set : FieldSet.of(changed);
    }

    private static FieldSet.Entry applied(FieldSet.Entry entry, FieldType type) {
        var isWhole = entry.isMember() && entry.below().isEmpty();
        if (isWhole || entry.below().isEmpty() || isDeduced(type)) {
            return entry;
        }
        return hasBecomeAtomic(type)
                ? new FieldSet.Entry(entry.element(), true, FieldSet.EMPTY)
                : new FieldSet.Entry(entry.element(), entry.isMember(), applied(entry.below(), type));
    }

    private static boolean isDeduced(FieldType type) {
        return type.map().filter(FieldType.MapType::isDeduced).isPresent();
    }

    private static boolean hasBecomeAtomic(FieldType type) {
        return type.map().isPresent()
                ? type.map().get().isAtomic()
                : type.scalar().isEmpty()
                        && type.list().filter(FieldType.ListType::isAtomic).isPresent();
    }

    /// Objects go before lists where a type may be either.
    private static Optional<FieldType> type(FieldType type, PathElement element) {
        return type.map().isPresent()
                ? type.at(element)
                : type.list().filter(_ -> type.scalar().isEmpty()).map(FieldType.ListType::element);
    }
}
