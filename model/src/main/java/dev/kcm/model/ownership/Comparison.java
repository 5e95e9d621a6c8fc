package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The fields in which one object differs from another. The order of items in sets and keyed lists does not count.
record Comparison(FieldSet added, FieldSet removed, FieldSet modified) {
    static Comparison of(Json before, Json after, FieldType type) {
        var changes = new Changes(new FieldSet.Builder(), new FieldSet.Builder(), new FieldSet.Builder());
        new Walk(changes, null).compare(before, after, type);
        return new Comparison(changes.added.build(), changes.removed.build(), changes.modified.build());
    }

    Comparison mapped(UnaryOperator<FieldSet> change) {
        return new Comparison(change.apply(added), change.apply(removed), change.apply(modified));
    }

    FieldSet written() {
        return modified.union(added);
    }

    private record Changes(FieldSet.Builder added, FieldSet.Builder removed, FieldSet.Builder modified) {
        Changes below(PathElement element) {
            return new Changes(added.below(element), removed.below(element), modified.below(element));
        }
    }

    /// Compares what one element of `around` leads to; none at the root, which is no field.
    private record Walk(Changes around, @Nullable PathElement element) {
        private Changes here() {
            return element == null ? around : around.below(element);
        }

        void compare(@Nullable Json before, @Nullable Json after, FieldType type) {
            var left = type.form(before);
            var right = type.form(after);
            if (before != null && after != null && left != right) {
                compare(before, after, type, left);
            }
            var isLeaf = compare(before, after, type, after == null ? left : right);
            if (!isLeaf && (before == null || after == null)) {
                note(before == null ? around.added : around.removed);
            }
        }

        /// @return whether the value counts as one
        private boolean compare(@Nullable Json before, @Nullable Json after, FieldType type, FieldType.Form form) {
            return switch (form) {
                case SCALAR -> leaf(before, after);
                case MAP -> members(before, after, type.map().orElseThrow());
                case LIST -> items(before, after, type.list().orElseThrow());
            };
        }

        private boolean leaf(@Nullable Json before, @Nullable Json after) {
            if (before == null) {
                note(around.added);
            } else if (after == null) {
                note(around.removed);
            } else if (!JsonValues.equal(before, after)) {
                note(around.modified);
            }
            return true;
        }

        private void note(FieldSet.Builder set) {
            if (element != null) {
                set.add(element);
            }
        }

        private boolean members(@Nullable Json before, @Nullable Json after, FieldType.MapType type) {
            var left = FieldType.members(before);
            var right = FieldType.members(after);
            if (type.isAtomic() || (left.isEmpty() && right.isEmpty())) {
                return leaf(before, after);
            }
            var here = here();
            left.forEach(
                    (name, value) -> member(here, name, value, right.get(name).orElse(null), type));
            right.forEach((name, value) -> {
                if (!left.has(name)) {
                    member(here, name, null, value, type);
                }
            });
            return false;
        }

        private static void member(
                Changes here, String name, @Nullable Json before, @Nullable Json after, FieldType.MapType type) {
            if (before == null || !before.equals(after)) {
                new Walk(here, new PathElement.Field(name))
                        .compare(before, after, type.member(name).orElse(FieldType.DEDUCED));
            }
        }

        private boolean items(@Nullable Json before, @Nullable Json after, FieldType.ListType type) {
            var left = FieldType.items(before);
            var right = FieldType.items(after);
            if (type.isAtomic() || (left.isEmpty() && right.isEmpty())) {
                return leaf(before, after);
            }
            var here = here();
            var ours = ListItems.byElement(type, left);
            var theirs = ListItems.byElement(type, right);
            var elements = new LinkedHashSet<>(ours.keySet());
            elements.addAll(theirs.keySet());
            for (var item : elements) {
                new Walk(here, item)
                        .alike(
                                ours.getOrDefault(item, List.of()),
                                theirs.getOrDefault(item, List.of()),
                                type.element());
            }
            return false;
        }

        /// Several items that are alike count as one field.
        private void alike(List<Json> before, List<Json> after, FieldType type) {
            if (before.size() <= 1 && after.size() <= 1) {
                compare(first(before), first(after), type);
            } else if (before.size() >= 2 && after.size() >= 2) {
                leaf(Json.array(before), Json.array(after));
            } else if (before.size() >= 2) {
                if (!after.isEmpty()) {
                    compare(null, after.getFirst(), type);
                }
                note(around.removed);
            } else {
                if (!before.isEmpty()) {
                    compare(before.getFirst(), null, type);
                }
                note(around.added);
            }
        }

        private static @Nullable Json first(List<Json> items) {
            return items.isEmpty() ? null : items.getFirst();
        }
    }
}
