package dev.kcm.controllers.workload.disruption;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How many pods each cohort of a namespace has, kept up to date pod event by pod event: a budget counts its pods by
/// asking their owners' cohorts, be they of ten pods or of ten thousand.
///
/// An immutable tree by hash: a change copies one path. Equality is identity.
final class Cohorts {
    static final Cohorts NONE = new Cohorts(null);

    /// By namespace.
    static final Tally<LeanPod, Cohorts> BY_NAMESPACE = new Tally<>(
            LeanPod.PODS,
            "cohorts by namespace",
            pod -> List.of(pod.namespace()),
            NONE,
            (cohorts, pod) -> cohorts.counted(pod, 1),
            (cohorts, pod) -> cohorts.counted(pod, -1));

    private static final int BITS = 4;
    private static final int WIDTH = 1 << BITS;
    private static final int MOST_IN_LEAF = 8;

    /// @param healthy those that are ready and stay
    record Count(Cohort cohort, int pods, int healthy) {
        private Count plus(int pods, int healthy) {
            return new Count(cohort, this.pods + pods, this.healthy + healthy);
        }
    }

    private sealed interface Node {}

    private record Leaf(List<Count> counts) implements Node {}

    @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
    private record Branch(@Nullable Node[] children) implements Node {}

    private final @Nullable Node root;

    private Cohorts(@Nullable Node root) {
        this.root = root;
    }

    void forEach(Consumer<Count> visitor) {
        visit(root, visitor);
    }

    static boolean isHealthy(LeanPod pod) {
        return !pod.isDeleting() && PodState.isReady(pod);
    }

    private Cohorts counted(LeanPod pod, int sign) {
        var change = new Count(Cohort.of(pod), sign, isHealthy(pod) ? sign : 0);
        var changed = changed(root, change, spread(change.cohort()), 0);
        return changed == null ? NONE : new Cohorts(changed);
    }

    private static int spread(Cohort cohort) {
        int hash = cohort.hashCode();
        return hash ^ (hash >>> 16);
    }

    private static @Nullable Node changed(@Nullable Node node, Count change, int hash, int shift) {
        return switch (node) {
            case null -> new Leaf(List.of(change));
            case Leaf(var counts) -> changed(counts, change, shift);
            case Branch(var children) -> {
                int at = (hash >>> shift) & (WIDTH - 1);
                var copy = children.clone();
                copy[at] = changed(children[at], change, hash, shift + BITS);
                yield Arrays.stream(copy).allMatch(Objects::isNull) ? null : new Branch(copy);
            }
        };
    }

    private static @Nullable Node changed(List<Count> counts, Count change, int shift) {
        var next = new ArrayList<Count>(counts.size() + 1);
        var sum = change;
        for (var count : counts) {
            if (count.cohort().equals(change.cohort())) {
                sum = count.plus(change.pods(), change.healthy());
            } else {
                next.add(count);
            }
        }
        if (sum.pods() != 0) {
            next.add(sum);
        }
        if (next.isEmpty()) {
            return null;
        }
        return next.size() <= MOST_IN_LEAF || shift >= Integer.SIZE ? new Leaf(List.copyOf(next)) : split(next, shift);
    }

    private static Node split(List<Count> counts, int shift) {
        Node node = new Branch(new Node[WIDTH]);
        for (var count : counts) {
            node = Objects.requireNonNull(changed(node, count, spread(count.cohort()), shift));
        }
        return node;
    }

    private static void visit(@Nullable Node node, Consumer<Count> visitor) {
        switch (node) {
            case null -> {}
            case Leaf(var counts) -> counts.forEach(visitor);
            case Branch(var children) -> {
                for (var child : children) {
                    visit(child, visitor);
                }
            }
        }
    }
}
