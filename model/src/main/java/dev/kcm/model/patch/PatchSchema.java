package dev.kcm.model.patch;

import dev.kcm.base.GoText;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What a strategic merge patch has to know about a type: the members of objects with their types,
/// and for lists whether they merge, and by which key.
public sealed interface PatchSchema {

    /// A member of an object. `mergeKey` is empty if items have none.
    record Member(
            PatchSchema type,
            boolean isPointer,
            boolean isMerged,
            boolean isReplaced,
            boolean retainsKeys,
            String mergeKey) {

        /// The type of the items, for a member that holds an array.
        PatchSchema items() {
            return switch (type) {
                case ListSchema(var items) -> items;
                case StructSchema struct when isPointer -> struct;
                case StructSchema _, MapSchema _, ScalarSchema _ ->
                    throw PatchException.unfit("expected slice or array type, but got: struct");
            };
        }
    }

    /// The schema of a built-in kind; empty for others, which take no strategic merge patch.
    static Optional<PatchSchema> ofKind(String group, String version, String kind) {
        return PatchTable.get().kind(group, version, kind);
    }

    /// The schema of a built-in type by its Go name, such as `k8s.io/api/core/v1.PodSpec`.
    static Optional<PatchSchema> ofType(String goName) {
        return PatchTable.get().type(goName);
    }

    /// What the schema says about the member `name`.
    ///
    /// @throws PatchException if this is no object, or one without such a member
    default Member member(String name) {
        throw PatchException.unfit("merging an object in json but data type is not struct, instead is: "
                + (this instanceof ListSchema ? "slice" : "string"));
    }

    /// An object with the members of a Go struct; they are read from the table when first asked
    /// for, for types may contain themselves.
    final class StructSchema implements PatchSchema {
        private final String name;
        private final Supplier<Map<String, Member>> members;

        StructSchema(String name, Supplier<Map<String, Member>> members) {
            this.name = name;
            this.members = members;
        }

        @Override
        public Member member(String name) {
            var member = members.get().get(name);
            if (member == null) {
                throw PatchException.unfit("unable to find api field in struct %s for the json field %s"
                        .formatted(this.name, GoText.quote(name)));
            }
            return member;
        }
    }

    /// A map from any name to values of one type.
    record MapSchema(PatchSchema values) implements PatchSchema {
        @Override
        public Member member(String name) {
            return new Member(values, false, false, false, false, "");
        }
    }

    /// An array with items of one type.
    record ListSchema(PatchSchema items) implements PatchSchema {}

    /// Text, number or truth value.
    record ScalarSchema() implements PatchSchema {}
}
