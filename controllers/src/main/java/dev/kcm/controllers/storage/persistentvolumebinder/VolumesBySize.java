package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.value.Quantity;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Volumes in the order of their capacity, those of equal capacity by name. Immutable: a change copies the few nodes
/// above one volume, so that it costs the same among ten volumes or ten thousand (a treap, whose priorities are hashes
/// of the names). Equality is identity.
final class VolumesBySize {
    static final VolumesBySize NONE = new VolumesBySize(null);

    private record Node(
            PersistentVolume volume,
            Quantity capacity,
            int priority,
            @Nullable Node lower,
            @Nullable Node higher) {
        static Node of(PersistentVolume volume) {
            return new Node(volume, StorageFacts.capacityOf(volume), scattered(volume.name()), null, null);
        }

        Node withLower(@Nullable Node node) {
            return new Node(volume, capacity, priority, node, higher);
        }

        Node withHigher(@Nullable Node node) {
            return new Node(volume, capacity, priority, lower, node);
        }

        /// Names that follow each other must not give priorities that do.
        private static int scattered(String name) {
            int hash = name.hashCode() * 0x9E3779B9;
            return hash ^ (hash >>> 15);
        }

        int compare(Node other) {
            int bySize = capacity.compareTo(other.capacity);
            return bySize != 0 ? bySize : volume.name().compareTo(other.volume.name());
        }
    }

    private record Split(@Nullable Node lower, @Nullable Node higher) {}

    private final @Nullable Node root;

    private VolumesBySize(@Nullable Node root) {
        this.root = root;
    }

    VolumesBySize with(PersistentVolume volume) {
        return new VolumesBySize(insert(root, Node.of(volume)));
    }

    VolumesBySize without(PersistentVolume volume) {
        var left = remove(root, Node.of(volume));
        return left == null ? NONE : new VolumesBySize(left);
    }

    /// The smallest that is large enough and passes.
    Optional<PersistentVolume> smallest(Quantity atLeast, Predicate<PersistentVolume> passes) {
        return Optional.ofNullable(smallest(root, atLeast, passes));
    }

    private static @Nullable PersistentVolume smallest(
            @Nullable Node node, Quantity atLeast, Predicate<PersistentVolume> passes) {
        if (node == null) {
            return null;
        }
        if (node.capacity().compareTo(atLeast) < 0) {
            return smallest(node.higher(), atLeast, passes);
        }
        var lower = smallest(node.lower(), atLeast, passes);
        if (lower != null) {
            return lower;
        }
        return passes.test(node.volume()) ? node.volume() : smallest(node.higher(), atLeast, passes);
    }

    private static Node insert(@Nullable Node tree, Node added) {
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

    private static Split split(@Nullable Node tree, Node at) {
        if (tree == null) {
            return new Split(null, null);
        }
        if (tree.compare(at) < 0) {
            var split = split(tree.higher(), at);
            return new Split(tree.withHigher(split.lower()), split.higher());
        }
        var split = split(tree.lower(), at);
        return new Split(split.lower(), tree.withLower(split.higher()));
    }

    private static @Nullable Node remove(@Nullable Node tree, Node removed) {
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

    private static @Nullable Node joined(@Nullable Node lower, @Nullable Node higher) {
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
