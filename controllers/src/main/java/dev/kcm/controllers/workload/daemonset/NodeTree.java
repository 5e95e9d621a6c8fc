package dev.kcm.controllers.workload.daemonset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Values by the names of nodes. Immutable: a change copies the few branches above one value and leaves the rest as it
/// is, so that it costs the same among ten nodes or ten thousand, and what differs between two trees of which one came
/// from the other is found without looking at what they share.
///
/// Each branch knows the sum of what is below it, and a search passes over whatever cannot have what it looks for.
/// Equality is identity.
///
/// @param <V> the values
/// @param <S> their sums
final class NodeTree<V, S> {
    private static final int BITS = 4;
    private static final int WIDTH = 1 << BITS;
    private static final int LEVELS = Integer.SIZE / BITS;

    /// How values are summed up.
    record Summing<V, S>(Function<V, S> of, Function<List<S>, S> total) {}

    private record Leaf<V>(String node, V value) {}

    /// @param children branches and leaves; by the bits of their hashes, and at the lowest level in any order
    private record Branch<S>(@Nullable Object[] children, S sum) {}

    private final Summing<V, S> summing;
    private final @Nullable Object root;

    private NodeTree(Summing<V, S> summing, @Nullable Object root) {
        this.summing = summing;
        this.root = root;
    }

    static <V, S> NodeTree<V, S> empty(Summing<V, S> summing) {
        return new NodeTree<>(summing, null);
    }

    /// One whose sums are how many values there are.
    static <V> NodeTree<V, Integer> counting() {
        return empty(new Summing<>(_ -> 1, NodeTree::total));
    }

    private static int total(List<Integer> counts) {
        int total = 0;
        for (int count : counts) {
            total += count;
        }
        return total;
    }

    boolean isEmpty() {
        return root == null;
    }

    S sum() {
        return root == null ? summing.total().apply(List.of()) : sumOf(root);
    }

    @SuppressWarnings("unchecked") // leaves of this tree
    Optional<V> find(String node) {
        Object found = root;
        for (int level = 0; found instanceof Branch<?> branch; level++) {
            int place = place(branch.children(), node, level);
            found = place < branch.children().length ? branch.children()[place] : null;
        }
        return found instanceof Leaf<?> leaf && leaf.node().equals(node)
                ? Optional.of((V) leaf.value())
                : Optional.empty();
    }

    /// With `value` in the place of what was there.
    NodeTree<V, S> with(String node, V value) {
        return new NodeTree<>(summing, put(root, 0, new Leaf<>(node, value)));
    }

    NodeTree<V, S> without(String node) {
        return find(node).isEmpty() ? this : new NodeTree<>(summing, removed(root, 0, node));
    }

    @SuppressWarnings("unchecked") // leaves of this tree
    void forEach(BiConsumer<String, V> visitor) {
        leaves(root, leaf -> visitor.accept(leaf.node(), (V) leaf.value()));
    }

    /// The nodes whose values differ, and perhaps a few whose values do not.
    void differences(NodeTree<V, S> other, Consumer<String> nodes) {
        differences(root, other.root, 0, nodes);
    }

    /// Shows values until one is enough.
    ///
    /// @param sums whether to look at what has this sum
    /// @param goesOn whether to go on after this value
    void visit(Predicate<S> sums, Predicate<V> goesOn) {
        visit(root, sums, goesOn);
    }

    @SuppressWarnings("unchecked") // branches and leaves of this tree
    private boolean visit(@Nullable Object at, Predicate<S> sums, Predicate<V> goesOn) {
        return switch (at) {
            case Branch<?> branch ->
                !sums.test((S) branch.sum())
                        || Arrays.stream(branch.children()).allMatch(child -> visit(child, sums, goesOn));
            case Leaf<?> leaf -> goesOn.test((V) leaf.value());
            case null, default -> true;
        };
    }

    private Object put(@Nullable Object at, int level, Leaf<V> leaf) {
        return switch (at) {
            case Branch<?> branch -> {
                int place = place(branch.children(), leaf.node(), level);
                var children = Arrays.copyOf(branch.children(), Math.max(branch.children().length, place + 1));
                children[place] = put(children[place], level + 1, leaf);
                yield summed(children);
            }
            case Leaf<?> other when !other.node().equals(leaf.node()) -> put(branchAbove(other, level), level, leaf);
            case null, default -> leaf;
        };
    }

    private Branch<S> branchAbove(Leaf<?> leaf, int level) {
        var children = new @Nullable Object[level < LEVELS ? WIDTH : 1];
        children[level < LEVELS ? slot(leaf.node(), level) : 0] = leaf;
        return summed(children);
    }

    private @Nullable Object removed(@Nullable Object at, int level, String node) {
        if (!(at instanceof Branch<?> branch)) {
            return null;
        }
        int place = place(branch.children(), node, level);
        var children = branch.children().clone();
        children[place] = removed(children[place], level + 1, node);
        var left = Arrays.stream(children).filter(child -> child != null).toList();
        if (left.size() == 1 && left.getFirst() instanceof Leaf<?> last) {
            return last;
        }
        return summed(level < LEVELS ? children : left.toArray());
    }

    @SuppressWarnings("ReferenceEquality") // what two trees share is the same
    private static void differences(@Nullable Object one, @Nullable Object other, int level, Consumer<String> nodes) {
        if (one == other) {
            return;
        }
        if (level < LEVELS && one instanceof Branch<?> left && other instanceof Branch<?> right) {
            for (int i = 0; i < WIDTH; i++) {
                differences(left.children()[i], right.children()[i], level + 1, nodes);
            }
        } else {
            leaves(one, leaf -> nodes.accept(leaf.node()));
            leaves(other, leaf -> nodes.accept(leaf.node()));
        }
    }

    private static void leaves(@Nullable Object at, Consumer<Leaf<?>> visitor) {
        switch (at) {
            case Branch<?> branch -> {
                for (var child : branch.children()) {
                    leaves(child, visitor);
                }
            }
            case Leaf<?> leaf -> visitor.accept(leaf);
            case null, default -> {}
        }
    }

    private Branch<S> summed(@Nullable Object[] children) {
        var sums = new ArrayList<S>(children.length);
        for (var child : children) {
            if (child != null) {
                sums.add(sumOf(child));
            }
        }
        return new Branch<>(children, summing.total().apply(sums));
    }

    @SuppressWarnings("unchecked") // branches and leaves of this tree
    private S sumOf(Object at) {
        return at instanceof Branch<?> branch ? (S) branch.sum() : summing.of().apply(((Leaf<V>) at).value());
    }

    /// Where a node is among the children of a branch; at the lowest level, where it is or would come.
    private static int place(@Nullable Object[] children, String node, int level) {
        if (level < LEVELS) {
            return slot(node, level);
        }
        for (int i = 0; i < children.length; i++) {
            if (children[i] instanceof Leaf<?> leaf && leaf.node().equals(node)) {
                return i;
            }
        }
        return children.length;
    }

    /// Names of nodes often differ in their last letters only, which move few bits of their hashes.
    private static int slot(String node, int level) {
        int spread = node.hashCode() * 0x9E3779B9;
        return (spread >>> (Integer.SIZE - BITS * (level + 1))) & (WIDTH - 1);
    }
}
