package dev.kcm.controllers.workload.statefulset;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Items by ordinal. Immutable: a change copies the few nodes above one item and leaves the rest as it is, so that it
/// costs the same among ten items or ten thousand.
///
/// Every item is of a kind; there are few kinds, as the items are copies of one template in a few states. Each node
/// knows the kinds below it, and the latest of their times, and a search passes over whatever cannot have what it looks
/// for. Equality is identity.
///
/// @param <T> the items
/// @param <K> their kinds
final class OrdinalTree<T, K> {
    private static final int BITS = 4;
    private static final int WIDTH = 1 << BITS;
    private static final int HIGHEST = (Integer.SIZE - 1) / BITS;

    /// What a tree has to know of its items.
    ///
    /// @param time `Instant.MIN` where there is none that matters
    record Traits<T, K>(Function<T, K> kind, Function<T, Instant> time) {}

    /// What a search asks: an item passes if its kind does, and its time is not after `latest`.
    record Check<K>(Predicate<K> kind, Instant latest) {
        static <K> Check<K> ofKind(Predicate<K> kind) {
            return new Check<>(kind, Instant.MAX);
        }
    }

    record KindCount<K>(K kind, int count) {}

    private record Entry<T, K>(T item, K kind, Instant time) {}

    /// @param children nodes, or entries at the bottom
    private record Node<K>(@Nullable Object[] children, List<KindCount<K>> kinds, int count, Instant latest) {
        boolean allPass(Check<K> check) {
            return !latest.isAfter(check.latest())
                    && kinds.stream().allMatch(held -> check.kind().test(held.kind()));
        }
    }

    /// @param absentToo whether ordinals without an item are found, too
    private record Search<K>(int from, int to, Check<K> check, boolean absentToo, boolean upwards) {}

    private final Traits<T, K> traits;
    private final int height;
    private final @Nullable Node<K> root;

    private OrdinalTree(Traits<T, K> traits, int height, @Nullable Node<K> root) {
        this.traits = traits;
        this.height = height;
        this.root = root;
    }

    static <T, K> OrdinalTree<T, K> empty(Traits<T, K> traits) {
        return new OrdinalTree<>(traits, 0, null);
    }

    boolean isEmpty() {
        return root == null;
    }

    int size() {
        return root == null ? 0 : root.count();
    }

    /// The kinds there are, and how many items of each.
    List<KindCount<K>> kinds() {
        return root == null ? List.of() : root.kinds();
    }

    int count(Predicate<K> kind) {
        return kinds().stream()
                .filter(held -> kind.test(held.kind()))
                .mapToInt(KindCount::count)
                .sum();
    }

    @SuppressWarnings("unchecked") // the children of the lowest nodes are entries
    Optional<T> find(int ordinal) {
        if (ordinal < 0 || !covers(height, ordinal)) {
            return Optional.empty();
        }
        Object found = root;
        for (int level = height; level >= 0 && found instanceof Node<?> node; level--) {
            found = node.children()[slot(ordinal, level)];
        }
        return found == null ? Optional.empty() : Optional.of(((Entry<T, K>) found).item());
    }

    /// With `item` in the place of what was there.
    OrdinalTree<T, K> with(int ordinal, T item) {
        int level = height;
        var top = root;
        while (!covers(level, ordinal)) {
            top = top == null ? null : parentOf(top);
            level++;
        }
        var entry = new Entry<>(
                item, known(traits.kind().apply(item)), traits.time().apply(item));
        return new OrdinalTree<>(traits, level, put(top, level, ordinal, entry));
    }

    OrdinalTree<T, K> without(int ordinal) {
        if (root == null || !covers(height, ordinal)) {
            return this;
        }
        var left = put(root, height, ordinal, null);
        return left == null ? empty(traits) : new OrdinalTree<>(traits, height, left);
    }

    /// The lowest ordinal from `from` to `to` that has no item or one that does not pass.
    OptionalInt firstLackingOrNot(int from, int to, Check<K> check) {
        return first(new Search<>(from, to, check, true, true));
    }

    /// The highest such.
    OptionalInt lastLackingOrNot(int from, int to, Check<K> check) {
        return first(new Search<>(from, to, check, true, false));
    }

    /// The lowest that has an item that does not pass.
    OptionalInt firstNot(int from, int to, Check<K> check) {
        return first(new Search<>(from, to, check, false, true));
    }

    /// The highest such.
    OptionalInt lastNot(int from, int to, Check<K> check) {
        return first(new Search<>(from, to, check, false, false));
    }

    /// The highest with an item at all.
    OptionalInt last(int from, int to) {
        return lastNot(from, to, Check.ofKind(_ -> false));
    }

    /// All that have no item or one that does not pass, in order.
    List<Integer> allLackingOrNot(int from, int to, Check<K> check) {
        return all(new Search<>(from, to, check, true, true));
    }

    /// All that have an item that does not pass, in order.
    List<Integer> allNot(int from, int to, Check<K> check) {
        return all(new Search<>(from, to, check, false, true));
    }

    private OptionalInt first(Search<K> search) {
        var found = new int[] {-1};
        visit(search, ordinal -> {
            found[0] = ordinal;
            return false;
        });
        return found[0] < 0 ? OptionalInt.empty() : OptionalInt.of(found[0]);
    }

    private List<Integer> all(Search<K> search) {
        var found = new ArrayList<Integer>();
        visit(search, found::add);
        return found;
    }

    /// @param goesOn told of each ordinal that was found
    private void visit(Search<K> search, IntPredicate goesOn) {
        int level = height;
        while (!covers(level, search.to())) {
            level++;
        }
        var top = root;
        for (int above = height; above < level && top != null; above++) {
            top = parentOf(top);
        }
        visit(top, level, 0, search, goesOn);
    }

    /// Whether to go on.
    private boolean visit(@Nullable Object below, int level, long base, Search<K> search, IntPredicate goesOn) {
        long last = base + (1L << (BITS * (level + 1))) - 1;
        if (last < search.from() || base > search.to()) {
            return true;
        }
        if (level < 0) {
            return isPassedOver(below, search) || goesOn.test((int) base);
        }
        var node = node(below);
        if (node == null ? !search.absentToo() : isPassedOver(node, last - base + 1, search)) {
            return true;
        }
        for (int i = 0; i < WIDTH; i++) {
            int at = search.upwards() ? i : WIDTH - 1 - i;
            var child = node == null ? null : node.children()[at];
            if (!visit(child, level - 1, base + ((long) at << (BITS * level)), search, goesOn)) {
                return false;
            }
        }
        return true;
    }

    private boolean isPassedOver(Node<K> node, long width, Search<K> search) {
        return (!search.absentToo() || node.count() == width) && node.allPass(search.check());
    }

    @SuppressWarnings("unchecked") // what is below the lowest nodes is entries
    private boolean isPassedOver(@Nullable Object entry, Search<K> search) {
        if (entry == null) {
            return !search.absentToo();
        }
        var held = (Entry<T, K>) entry;
        return search.check().kind().test(held.kind())
                && !held.time().isAfter(search.check().latest());
    }

    private @Nullable Node<K> put(@Nullable Node<K> node, int level, int ordinal, @Nullable Entry<T, K> entry) {
        var children =
                node == null ? new @Nullable Object[WIDTH] : node.children().clone();
        int at = slot(ordinal, level);
        children[at] = level == 0 ? entry : put(node(children[at]), level - 1, ordinal, entry);
        return Arrays.stream(children).allMatch(child -> child == null) ? null : summed(children);
    }

    private Node<K> parentOf(Node<K> node) {
        var children = new @Nullable Object[WIDTH];
        children[0] = node;
        return new Node<>(children, node.kinds(), node.count(), node.latest());
    }

    @SuppressWarnings("unchecked") // children are nodes or entries of this tree
    private Node<K> summed(@Nullable Object[] children) {
        var kinds = new ArrayList<KindCount<K>>(2);
        var latest = Instant.MIN;
        int count = 0;
        for (var child : children) {
            if (child instanceof Node<?> node) {
                ((Node<K>) node).kinds().forEach(held -> add(kinds, held.kind(), held.count()));
                latest = later(latest, node.latest());
                count += node.count();
            } else if (child != null) {
                var entry = (Entry<T, K>) child;
                add(kinds, entry.kind(), 1);
                latest = later(latest, entry.time());
                count++;
            }
        }
        return new Node<>(children, List.copyOf(kinds), count, latest);
    }

    /// Kinds are told apart by identity, which [#known] sees to.
    @SuppressWarnings("ReferenceEquality")
    private static <K> void add(List<KindCount<K>> kinds, K kind, int count) {
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).kind() == kind) {
                kinds.set(i, new KindCount<>(kind, kinds.get(i).count() + count));
                return;
            }
        }
        kinds.add(new KindCount<>(kind, count));
    }

    /// The kind as it is in the tree already, if it is.
    private K known(K kind) {
        for (var held : kinds()) {
            if (held.kind().equals(kind)) {
                return held.kind();
            }
        }
        return kind;
    }

    @SuppressWarnings("unchecked") // above the lowest level children are nodes
    private @Nullable Node<K> node(@Nullable Object child) {
        return (Node<K>) child;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    private static int slot(int ordinal, int level) {
        return (ordinal >>> (BITS * level)) & (WIDTH - 1);
    }

    private static boolean covers(int level, int ordinal) {
        return level >= HIGHEST || ordinal >>> (BITS * (level + 1)) == 0;
    }
}
