package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who owns whom. Takes in what was seen of objects and says which of them to examine.
///
/// An owner nobody has seen stands in the graph as a virtual node, with the coordinates of whoever
/// referred to it first. Nodes are found by uid, since references name their owners so; what a
/// reference says beyond that may be wrong, and an object with such a reference is examined.
final class Graph {
    private final Map<String, GraphNode> nodes = new HashMap<>();
    private final AbsentOwners absent;
    private final Findings findings;

    /// What taking something in comes to.
    interface Findings {
        /// It may have to go, or to be let go.
        void examine(GraphNode node);

        /// It refers to an owner that lives in another namespace.
        void misplaced(GraphNode dependent, OwnerReference reference);
    }

    Graph(AbsentOwners absent, Findings findings) {
        this.absent = absent;
        this.findings = findings;
    }

    Optional<GraphNode> find(String uid) {
        return Optional.ofNullable(nodes.get(uid));
    }

    Collection<GraphNode> nodes() {
        return nodes.values();
    }

    // ---- what informers show

    /// An object as it is now.
    void snapshot(ObjectIdentity identity, ObjectMeta metadata) {
        var node = nodes.get(identity.uid());
        var references = metadata.ownerReferences();
        if (node == null) {
            node = GraphNode.observed(identity);
            nodes.put(identity.uid(), node);
            node.own(references);
            linkToOwners(node, references);
        } else {
            observe(node, identity);
            changeOwners(node, references);
        }
        takeState(node, metadata);
    }

    /// An object is gone.
    void gone(ObjectIdentity identity) {
        var node = nodes.get(identity.uid());
        if (node != null) {
            remove(node, identity);
        }
    }

    /// We deleted it; why, for those it owns.
    void markedForDeletion(GraphNode node, String because) {
        node.condemn(because);
    }

    /// A kind is no longer watched: what is known of its objects may be outdated by now.
    void loseSight(String apiVersion, String kind) {
        for (var node : nodes.values()) {
            var identity = node.identity();
            if (identity.kind().equals(kind) && identity.apiVersion().equals(apiVersion)) {
                node.loseSight();
                findings.examine(node);
            }
        }
    }

    // ---- what live reads show

    /// Its kind turned out to have no namespaces; whoever referred to it could not say so.
    void foundClusterWide(GraphNode node) {
        node.identify(node.identity().in(""));
    }

    /// The server has no such object. What that means depends on whether it is what we know under
    /// that uid: others may refer to the same uid by other coordinates, under which it exists. Then
    /// one of these is taken for it from now on, and has to be asked for.
    void foundAbsent(ObjectIdentity identity) {
        var node = nodes.get(identity.uid());
        if (node == null) {
            return;
        }
        var split = Dependents.of(node, identity);
        if (node.isVirtual() && !split.others().isEmpty()) {
            tellOfAbsence(identity, split.meaningIt());
            if (node.identity().equals(identity)) {
                AlternativeIdentity.after(identity, split.others()).ifPresent(node::identify);
            }
        } else if (!node.isVirtual() && !node.identity().equals(identity)) {
            tellOfAbsence(identity, split.meaningIt());
        } else {
            remove(node, identity);
        }
    }

    private void tellOfAbsence(ObjectIdentity identity, List<GraphNode> dependents) {
        if (!dependents.isEmpty()) {
            absent.add(identity, "");
            dependents.forEach(findings::examine);
        }
    }

    // ---- changes

    private void observe(GraphNode node, ObjectIdentity identity) {
        if (!node.isVirtual()) {
            return;
        }
        if (!node.identity().equals(identity)) {
            for (var dependent : Dependents.of(node, identity).others()) {
                reportIfMisplaced(dependent, identity);
                findings.examine(dependent);
            }
            node.identify(identity);
        }
        node.observe();
    }

    private void reportIfMisplaced(GraphNode dependent, ObjectIdentity owner) {
        if (!owner.isClusterWide()
                && !owner.namespace().equals(dependent.identity().namespace())) {
            dependent.owners().stream()
                    .filter(reference -> reference.uid().equals(owner.uid()))
                    .findFirst()
                    .ifPresent(reference -> findings.misplaced(dependent, reference));
        }
    }

    private void changeOwners(GraphNode node, List<OwnerReference> references) {
        var before = node.owners();
        if (before.equals(references)) {
            return;
        }
        node.own(references);
        for (var old : before) {
            var now = withUid(references, old.uid());
            if (GraphNode.isBlocking(old) && (now == null || !GraphNode.isBlocking(now))) {
                find(old.uid()).ifPresent(findings::examine);
            }
        }
        linkToOwners(
                node,
                references.stream()
                        .filter(reference -> !Objects.equals(withUid(before, reference.uid()), reference))
                        .toList());
        for (var old : before) {
            if (withUid(references, old.uid()) == null) {
                find(old.uid()).ifPresent(owner -> owner.removeDependent(node));
            }
        }
    }

    private static @Nullable OwnerReference withUid(List<OwnerReference> references, String uid) {
        for (var reference : references) {
            if (reference.uid().equals(uid)) {
                return reference;
            }
        }
        return null;
    }

    /// Deletion that waits for dependents is acted on when it begins, whatever was missed before.
    private void takeState(GraphNode node, ObjectMeta metadata) {
        var wasOrphaning = node.isOrphaningDependents();
        var wasDeleting = node.isDeletingDependents();
        node.take(metadata);
        if (node.isOrphaningDependents() && !wasOrphaning) {
            findings.examine(node);
        } else if (node.isDeletingDependents() && !wasDeleting) {
            List.copyOf(node.dependents()).forEach(findings::examine);
            findings.examine(node);
        }
    }

    /// Makes a node known to its owners. Those nobody has seen are examined, and so is the node
    /// itself when a reference does not fit what is known of the owner, or the owner waits for it
    /// to go.
    private void linkToOwners(GraphNode node, List<OwnerReference> references) {
        var isDoubtful = false;
        for (var reference : references) {
            var owner = nodes.get(reference.uid());
            if (owner == null) {
                owner = GraphNode.virtual(
                        ObjectIdentity.of(reference, node.identity().namespace()));
                nodes.put(reference.uid(), owner);
                owner.addDependent(node);
                findings.examine(owner);
            } else {
                owner.addDependent(node);
                isDoubtful |= owner.isDeletingDependents() || isDoubtful(node, reference, owner);
            }
        }
        if (isDoubtful) {
            findings.examine(node);
        }
    }

    private boolean isDoubtful(GraphNode node, OwnerReference reference, GraphNode owner) {
        var identity = owner.identity();
        if (!identity.namespace().equals(node.identity().namespace())) {
            if (!identity.isClusterWide()) {
                if (!owner.isVirtual()) {
                    findings.misplaced(node, reference);
                }
                return true;
            }
            if (owner.isVirtual()) {
                return true;
            }
        }
        return !identity.isMeantBy(reference);
    }

    /// Its dependents may have lost their last owner, and its owners may have waited for it.
    private void remove(GraphNode node, ObjectIdentity identity) {
        nodes.remove(node.uid());
        for (var reference : node.owners()) {
            find(reference.uid()).ifPresent(owner -> owner.removeDependent(node));
        }
        if (!node.dependents().isEmpty()) {
            absent.add(identity, node.condemnedBecause());
            List.copyOf(node.dependents()).forEach(findings::examine);
        }
        for (var reference : node.owners()) {
            find(reference.uid()).filter(GraphNode::isDeletingDependents).ifPresent(findings::examine);
        }
    }
}
