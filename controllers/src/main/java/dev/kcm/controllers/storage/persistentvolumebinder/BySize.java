package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.KubeObject;
import dev.kcm.model.value.Quantity;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Objects in the order of their size, those of equal size by key. Immutable: a change copies the few nodes above one
/// object, so that it costs the same among ten objects or ten thousand (a treap, whose priorities are hashes of the
/// keys). Equality is identity.
final class BySize<T extends KubeObject> {
    private record Node<T extends KubeObject>(
            T object,
            Quantity size,
            int priority,
            @Nullable Node<T> lower,
            @Nullable Node<T> higher) {
        Node<T> withLower(@Nullable Node<T> node) {
            return new Node<>(object, size, priority, node, higher);
        }

        Node<T> withHigher(@Nullable Node<T> node) {
            return new Node<>(object, size, priority, lower, node);
        }

        int compare(Node<T> other) {
            int order = size.compareTo(other.size);
            return order != 0 ? order : object.key().compareTo(other.object.key());
        }
    }

    private record Split<T extends KubeObject>(
            @Nullable Node<T> lower, @Nullable Node<T> higher) {}

    private final Function<T, Quantity> sizeOf;
    private final @Nullable Node<T> root;

    private BySize(Function<T, Quantity> sizeOf, @Nullable Node<T> root) {
        this.sizeOf = sizeOf;
        this.root = root;
    }

    static <T extends KubeObject> BySize<T> empty(Function<T, Quantity> sizeOf) {
        return new BySize<>(sizeOf, null);
    }

    boolean isEmpty() {
        return root == null;
    }

    BySize<T> with(T object) {
        return new BySize<>(sizeOf, insert(root, node(object)));
    }

    BySize<T> without(T object) {
        return new BySize<>(sizeOf, remove(root, node(object)));
    }

    /// The smallest that is at least this large and passes.
    Optional<T> smallest(Quantity atLeast, Predicate<T> passes) {
        return Optional.ofNullable(smallest(root, atLeast, passes));
    }

    /// The largest that is at most this large and passes.
    Optional<T> largest(Quantity atMost, Predicate<T> passes) {
        return Optional.ofNullable(largest(root, atMost, passes));
    }

    /// Keys that follow each other must not give priorities that do.
    private Node<T> node(T object) {
        int hash = object.key().hashCode() * 0x9E3779B9;
        return new Node<>(object, sizeOf.apply(object), hash ^ (hash >>> 15), null, null);
    }

    private static <T extends KubeObject> @Nullable T smallest(
            @Nullable Node<T> node, Quantity atLeast, Predicate<T> passes) {
        if (node == null) {
            return null;
        }
        if (node.size().compareTo(atLeast) < 0) {
            return smallest(node.higher(), atLeast, passes);
        }
        var lower = smallest(node.lower(), atLeast, passes);
        if (lower != null) {
            return lower;
        }
        return passes.test(node.object()) ? node.object() : smallest(node.higher(), atLeast, passes);
    }

    private static <T extends KubeObject> @Nullable T largest(
            @Nullable Node<T> node, Quantity atMost, Predicate<T> passes) {
        if (node == null) {
            return null;
        }
        if (node.size().compareTo(atMost) > 0) {
            return largest(node.lower(), atMost, passes);
        }
        var higher = largest(node.higher(), atMost, passes);
        if (higher != null) {
            return higher;
        }
        return passes.test(node.object()) ? node.object() : largest(node.lower(), atMost, passes);
    }

    private static <T extends KubeObject> Node<T> insert(@Nullable Node<T> tree, Node<T> added) {
        if (tree == null) {
            return added;
        }
        if (added.priority() > tree.priority()) {
            var split = split(tree, added);
            return added.withLower(split.lower()).withHigher(split.higher());
        }
        return added.compare(tree) < 0
                ? tree.withLower(insert(tree.lower(), added))
                : tree.withHigher(insert(tree.higher(), added));
    }

    private static <T extends KubeObject> Split<T> split(@Nullable Node<T> tree, Node<T> at) {
        if (tree == null) {
            return new Split<>(null, null);
        }
        if (tree.compare(at) < 0) {
            var split = split(tree.higher(), at);
            return new Split<>(tree.withHigher(split.lower()), split.higher());
        }
        var split = split(tree.lower(), at);
        return new Split<>(split.lower(), tree.withLower(split.higher()));
    }

    private static <T extends KubeObject> @Nullable Node<T> remove(@Nullable Node<T> tree, Node<T> removed) {
        if (tree == null) {
            return null;
        }
        int order = removed.compare(tree);
        if (order == 0) {
            return joined(tree.lower(), tree.higher());
        }
        return order < 0
                ? tree.withLower(remove(tree.lower(), removed))
                : tree.withHigher(remove(tree.higher(), removed));
    }

    private static <T extends KubeObject> @Nullable Node<T> joined(@Nullable Node<T> lower, @Nullable Node<T> higher) {
        if (lower == null) {
            return higher;
        }
        if (higher == null) {
            return lower;
        }
        return lower.priority() > higher.priority()
                ? lower.withHigher(joined(lower.higher(), higher))
                : higher.withLower(joined(lower, higher.lower()));
    }
}
