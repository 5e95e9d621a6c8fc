package dev.kcm.apiserver.store;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An immutable map of objects in the order etcd keeps them ([StorageOrder]). A copy with one
/// change shares all but the path to the change (an AVL tree), so holding many versions is cheap.
public final class ObjectMap implements Iterable<KubeObject> {
    public static final ObjectMap EMPTY = new ObjectMap(null, 0);

    private record Node(
            ObjectKey key,
            KubeObject object,
            FieldOwners owners,
            @Nullable Node left,
            @Nullable Node right,
            int height) {}

    private final @Nullable Node root;
    private final int size;

    private ObjectMap(@Nullable Node root, int size) {
        this.root = root;
        this.size = size;
    }

    public int size() {
        return size;
    }

    public Optional<KubeObject> get(ObjectKey key) {
        return Optional.ofNullable(find(key));
    }

    /// Who manages the fields of the object at a key; nobody if there is none.
    public FieldOwners owners(ObjectKey key) {
        var node = node(key);
        return node == null ? FieldOwners.NONE : node.owners;
    }

    @Nullable
    KubeObject find(ObjectKey key) {
        var node = node(key);
        return node == null ? null : node.object;
    }

    private @Nullable Node node(ObjectKey key) {
        var node = root;
        while (node != null) {
            int order = StorageOrder.INSTANCE.compare(key, node.key);
            if (order == 0) {
                return node;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    ObjectMap with(ObjectKey key, KubeObject object, FieldOwners owners) {
        var entry = new Node(key, object, owners, null, null, 1);
        return new ObjectMap(inserted(root, entry), find(key) == null ? size + 1 : size);
    }

    ObjectMap without(ObjectKey key) {
        return find(key) == null ? this : new ObjectMap(removed(root, key), size - 1);
    }

    @Override
    public Iterator<KubeObject> iterator() {
        return new InOrder(root, null);
    }

    /// The objects with their managed fields in them.
    public Iterable<KubeObject> withManagedFields() {
        return () -> {
            var nodes = new InOrder(root, null);
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return nodes.hasNext();
                }

                @Override
                public KubeObject next() {
                    var node = nodes.nextNode();
                    return node.owners.shownIn(node.object);
                }
            };
        };
    }

    /// The objects after `key`, which need not be in the map.
    public Iterable<KubeObject> after(ObjectKey key) {
        return () -> new InOrder(root, key);
    }

    private static Node inserted(@Nullable Node node, Node entry) {
        if (node == null) {
            return entry;
        }
        int order = StorageOrder.INSTANCE.compare(entry.key, node.key);
        if (order == 0) {
            return new Node(entry.key, entry.object, entry.owners, node.left, node.right, node.height);
        }
        return order < 0
                ? balanced(node, inserted(node.left, entry), node.right)
                : balanced(node, node.left, inserted(node.right, entry));
    }

    private static @Nullable Node removed(@Nullable Node node, ObjectKey key) {
        if (node == null) {
            return null;
        }
        int order = StorageOrder.INSTANCE.compare(key, node.key);
        if (order < 0) {
            return balanced(node, removed(node.left, key), node.right);
        }
        if (order > 0) {
            return balanced(node, node.left, removed(node.right, key));
        }
        if (node.left == null || node.right == null) {
            return node.left == null ? node.right : node.left;
        }
        var successor = first(node.right);
        return balanced(successor, node.left, removed(node.right, successor.key));
    }

    private static Node first(Node node) {
        var left = node.left;
        return left == null ? node : first(left);
    }

    /// The entry of `middle` over two subtrees whose heights differ by two at most.
    private static Node balanced(Node middle, @Nullable Node left, @Nullable Node right) {
        int tilt = height(left) - height(right);
        if (left != null && tilt > 1) {
            return height(left.left) >= height(left.right)
                    ? rotatedRight(middle, left, right)
                    : rotatedRight(middle, rotatedLeft(left, left.left, left.right), right);
        }
        if (right != null && tilt < -1) {
            return height(right.right) >= height(right.left)
                    ? rotatedLeft(middle, left, right)
                    : rotatedLeft(middle, left, rotatedRight(right, right.left, right.right));
        }
        return node(middle, left, right);
    }

    private static Node rotatedRight(Node middle, @Nullable Node left, @Nullable Node right) {
        if (left == null) {
            return node(middle, null, right);
        }
        return node(left, left.left, node(middle, left.right, right));
    }

    private static Node rotatedLeft(Node middle, @Nullable Node left, @Nullable Node right) {
        if (right == null) {
            return node(middle, left, null);
        }
        return node(right, node(middle, left, right.left), right.right);
    }

    private static Node node(Node entry, @Nullable Node left, @Nullable Node right) {
        int height = 1 + Math.max(height(left), height(right));
        return new Node(entry.key, entry.object, entry.owners, left, right, height);
    }

    private static int height(@Nullable Node node) {
        return node == null ? 0 : node.height;
    }

    private static final class InOrder implements Iterator<KubeObject> {
        /// Nodes whose own entry and right side are still to come, the next one on top.
        private final Deque<Node> open = new ArrayDeque<>();

        InOrder(@Nullable Node root, @Nullable ObjectKey after) {
            var node = root;
            while (node != null) {
                if (after == null || StorageOrder.INSTANCE.compare(node.key, after) > 0) {
                    open.push(node);
                    node = node.left;
                } else {
                    node = node.right;
                }
            }
        }

        @Override
        public boolean hasNext() {
            return !open.isEmpty();
        }

        @Override
        public KubeObject next() {
            return nextNode().object;
        }

        Node nextNode() {
            if (open.isEmpty()) {
                throw new NoSuchElementException();
            }
            var node = open.pop();
            for (var child = node.right; child != null; child = child.left) {
                open.push(child);
            }
            return node;
        }
    }
}
