package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An immutable set of fields as a tree. A field may be in it itself, have others below it that are, or both. Entries
/// are in the order of their elements, and none is without a field.
public final class FieldSet {
    public static final FieldSet EMPTY = new FieldSet(List.of());

    /// What one element leads to.
    ///
    /// @param isMember whether the field itself is in the set
    public record Entry(PathElement element, boolean isMember, FieldSet below) {
        boolean isEmpty() {
            return !isMember && below.isEmpty();
        }
    }

    /// What becomes of two entries of the same element, one of which may be empty.
    @FunctionalInterface
    private interface Combination {
        Entry of(Entry left, Entry right);
    }

    private final List<Entry> entries;

    private FieldSet(List<Entry> entries) {
        this.entries = entries;
    }

    static FieldSet of(List<Entry> ordered) {
        return ordered.isEmpty() ? EMPTY : new FieldSet(List.copyOf(ordered));
    }

    /// The set of one field, by the names that lead to it.
    public static FieldSet ofField(String... names) {
        var set = EMPTY;
        for (int i = names.length - 1; i >= 0; i--) {
            set = of(List.of(new Entry(new PathElement.Field(names[i]), i == names.length - 1, set)));
        }
        return set;
    }

    public List<Entry> entries() {
        return entries;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /// What the element leads to; an empty entry if nothing.
    Entry at(PathElement element) {
        int low = 0;
        int high = entries.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = entries.get(middle).element().compareTo(element);
            if (order == 0) {
                return entries.get(middle);
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return new Entry(element, false, EMPTY);
    }

    /// Whether the field itself is in the set.
    public boolean has(List<PathElement> path) {
        var here = this;
        for (var element : path.subList(0, path.size() - 1)) {
            here = here.at(element).below();
        }
        return here.at(path.getLast()).isMember();
    }

    public FieldSet union(FieldSet other) {
        return combined(other, FieldSet::union);
    }

    private static Entry union(Entry left, Entry right) {
        return new Entry(left.element(), left.isMember() || right.isMember(), left.below.union(right.below));
    }

    public FieldSet intersection(FieldSet other) {
        return combined(other, FieldSet::intersection);
    }

    private static Entry intersection(Entry left, Entry right) {
        return new Entry(left.element(), left.isMember() && right.isMember(), left.below.intersection(right.below));
    }

    /// Without the fields of the other; what is below those stays.
    public FieldSet difference(FieldSet other) {
        return combined(other, FieldSet::difference);
    }

    private static Entry difference(Entry left, Entry right) {
        return new Entry(left.element(), left.isMember() && !right.isMember(), left.below.difference(right.below));
    }

    /// Without the fields of the other and all that is below them.
    public FieldSet without(FieldSet other) {
        return combined(other, FieldSet::without);
    }

    private static Entry without(Entry left, Entry right) {
        return right.isMember()
                ? new Entry(left.element(), false, EMPTY)
                : new Entry(left.element(), left.isMember(), left.below.without(right.below));
    }

    private FieldSet combined(FieldSet other, Combination combination) {
        if (isEmpty() && other.isEmpty()) {
            return EMPTY;
        }
        var combined = new ArrayList<Entry>(entries.size() + other.entries.size());
        int left = 0;
        int right = 0;
        while (left < entries.size() || right < other.entries.size()) {
            int order = order(left, other, right);
            var ours = order <= 0 ? entries.get(left++) : null;
            var theirs = order >= 0 ? other.entries.get(right++) : null;
            var element = ours != null ? ours.element() : theirs != null ? theirs.element() : null;
            if (element == null) {
                throw new IllegalStateException("no entry left");
            }
            var absent = new Entry(element, false, EMPTY);
            var entry = combination.of(ours == null ? absent : ours, theirs == null ? absent : theirs);
            if (!entry.isEmpty()) {
                combined.add(entry);
            }
        }
        return of(combined);
    }

    private int order(int left, FieldSet other, int right) {
        if (left == entries.size()) {
            return 1;
        }
        return right == other.entries.size()
                ? -1
                : entries.get(left).element().compareTo(other.entries.get(right).element());
    }

    /// The set with every declared field on the way to one of its own in it, too.
    FieldSet withNamedFields(Optional<FieldType> type) {
        var named = new ArrayList<Entry>(entries.size());
        for (var entry : entries) {
            var isNamed = !entry.below().isEmpty()
                    && entry.element() instanceof PathElement.Field(var name)
                    && type.flatMap(FieldType::map)
                            .flatMap(map -> map.field(name))
                            .isPresent();
            named.add(new Entry(
                    entry.element(),
                    entry.isMember() || isNamed,
                    entry.below().withNamedFields(type.flatMap(it -> it.at(entry.element())))));
        }
        return of(named);
    }

    /// All fields by their paths: those of one level before those below them.
    public void forEach(Consumer<List<PathElement>> fields) {
        forEach(List.of(), fields);
    }

    private void forEach(List<PathElement> way, Consumer<List<PathElement>> fields) {
        for (var entry : entries) {
            if (entry.isMember()) {
                fields.accept(extended(way, entry.element()));
            }
        }
        for (var entry : entries) {
            entry.below().forEach(extended(way, entry.element()), fields);
        }
    }

    private static List<PathElement> extended(List<PathElement> way, PathElement element) {
        var path = new ArrayList<>(way);
        path.add(element);
        return path;
    }

    /// The form of `fieldsV1`.
    public JsonObject toJson() {
        var members = JsonObject.builder();
        for (var entry : entries) {
            var below = entry.below().toJson();
            members.put(entry.element().text(), entry.isMember() && !below.isEmpty() ? marked(below) : below);
        }
        return members.build();
    }

    private static JsonObject marked(JsonObject below) {
        var members = JsonObject.builder().put(".", Json.object());
        below.forEach(members::put);
        return members.build();
    }

    /// Reads what [#toJson()] wrote. Elements that only a later release knows are left out.
    ///
    /// @throws IllegalArgumentException if it is no set
    public static FieldSet fromJson(Json json) {
        var set = new Builder();
        read(json, set);
        return set.build();
    }

    private static void read(Json json, Builder set) {
        if (!(json instanceof JsonObject object)) {
            throw new IllegalArgumentException("no set of fields: " + json.toText());
        }
        object.forEach((text, below) -> {
            if (text.equals(".")) {
                return;
            }
            PathElement.parse(text).ifPresent(element -> {
                var child = set.below(element);
                read(below, child);
                if (below.at(".").isPresent() || child.isEmpty()) {
                    set.add(element);
                }
            });
        });
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSet that && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return toJson().toText();
    }

    /// Collects fields level by level. Not for several threads.
    static final class Builder {
        private List<PathElement> members = List.of();
        private List<Child> children = List.of();

        private record Child(PathElement element, Builder below) {}

        void add(PathElement element) {
            members = members.isEmpty() ? new ArrayList<>() : members;
            members.add(element);
        }

        /// Where fields below the element go.
        Builder below(PathElement element) {
            var below = new Builder();
            children = children.isEmpty() ? new ArrayList<>() : children;
            children.add(new Child(element, below));
            return below;
        }

        boolean isEmpty() {
            return members.isEmpty()
                    && children.stream().allMatch(child -> child.below().isEmpty());
        }

        FieldSet build() {
            var entries = new ArrayList<Entry>(members.size() + children.size());
            for (var element : members) {
                entries.add(new Entry(element, true, EMPTY));
            }
            for (var child : children) {
                var below = child.below().build();
                if (!below.isEmpty()) {
                    entries.add(new Entry(child.element(), false, below));
                }
            }
            entries.sort(Comparator.comparing(Entry::element));
            return of(merged(entries));
        }

        /// One entry for those of the same element.
        private static List<Entry> merged(List<Entry> sorted) {
            var merged = new ArrayList<Entry>(sorted.size());
            for (var entry : sorted) {
                var isSame = !merged.isEmpty() && merged.getLast().element().compareTo(entry.element()) == 0;
                merged.add(isSame ? union(merged.removeLast(), entry) : entry);
            }
            return merged;
        }
    }
}
