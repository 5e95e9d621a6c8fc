package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// An object in the graph. Changed by [Graph] only.
final class GraphNode {
    private ObjectIdentity identity;
    private boolean isVirtual;
    private boolean isDeleting;
    private boolean isDeletingDependents;
    private boolean isOrphaningDependents;
    private List<OwnerReference> owners = List.of();
    private Set<GraphNode> dependents = Set.of();
    private String condemnedBecause = "";

    private GraphNode(ObjectIdentity identity, boolean isVirtual) {
        this.identity = identity;
        this.isVirtual = isVirtual;
    }

    /// One that was seen.
    static GraphNode observed(ObjectIdentity identity) {
        return new GraphNode(identity, false);
    }

    /// One that somebody refers to and nobody has seen.
    static GraphNode virtual(ObjectIdentity identity) {
        return new GraphNode(identity, true);
    }

    ObjectIdentity identity() {
        return identity;
    }

    String uid() {
        return identity.uid();
    }

    boolean isVirtual() {
        return isVirtual;
    }

    boolean isDeleting() {
        return isDeleting;
    }

    /// Being deleted, and not before those it owns are gone.
    boolean isDeletingDependents() {
        return isDeletingDependents;
    }

    /// Being deleted, and not before those it owns are free.
    boolean isOrphaningDependents() {
        return isOrphaningDependents;
    }

    List<OwnerReference> owners() {
        return owners;
    }

    Set<GraphNode> dependents() {
        return dependents;
    }

    /// Why we deleted it, if we did.
    String condemnedBecause() {
        return condemnedBecause;
    }

    /// Whether one of those it owns must be gone before it may.
    boolean hasBlockingDependents() {
        for (var dependent : dependents) {
            if (blocks(dependent) && !dependent.waitsFor(this, new HashSet<>())) {
                return true;
            }
        }
        return false;
    }

    /// A reference from outside all namespaces cannot mean an owner in one, and nothing waits for
    /// itself.
    private boolean blocks(GraphNode dependent) {
        if (dependent == this || (dependent.identity.isClusterWide() && !identity.isClusterWide())) {
            return false;
        }
        for (var reference : dependent.owners) {
            if (isBlocking(reference) && reference.uid().equals(uid())) {
                return true;
            }
        }
        return false;
    }

    /// Whether it waits, perhaps through others, for the end of `other`: two that wait for each
    /// other would do so for ever.
    private boolean waitsFor(GraphNode other, Set<GraphNode> visited) {
        if (!isDeletingDependents || !visited.add(this)) {
            return false;
        }
        for (var dependent : dependents) {
            if (blocks(dependent) && (dependent == other || dependent.waitsFor(other, visited))) {
                return true;
            }
        }
        return false;
    }

    static boolean isBlocking(OwnerReference reference) {
        return reference.blockOwnerDeletion().orElse(false);
    }

    // ---- the graph's

    void identify(ObjectIdentity snapshot) {
        identity = snapshot;
    }

    void observe() {
        isVirtual = false;
    }

    void loseSight() {
        isVirtual = true;
    }

    void own(List<OwnerReference> references) {
        owners = references;
    }

    void condemn(String because) {
        condemnedBecause = because;
    }

    void take(ObjectMeta metadata) {
        isDeleting = metadata.deletionTimestamp().isPresent();
        isOrphaningDependents = isDeleting && metadata.finalizers().contains(Finalizers.ORPHAN);
        isDeletingDependents =
                isDeleting && !isOrphaningDependents && metadata.finalizers().contains(Finalizers.FOREGROUND);
    }

    void addDependent(GraphNode dependent) {
        if (dependents.isEmpty()) {
            dependents = new LinkedHashSet<>(4);
        }
        dependents.add(dependent);
    }

    void removeDependent(GraphNode dependent) {
        if (!dependents.isEmpty()) {
            dependents.remove(dependent);
        }
    }
}
