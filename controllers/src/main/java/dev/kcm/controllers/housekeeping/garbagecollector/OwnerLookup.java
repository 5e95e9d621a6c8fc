package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.Fate;
import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.HasDependents;
import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.Manner;
import dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision.Owner;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;

/// Reads what became of the owners of an object, and decides what becomes of it.
///
/// A cache may say that an owner exists, as its deletion will be an event; that it is gone, or
/// waits for the object to go, is for the server to say.
record OwnerLookup(
        MonitoredKinds kinds, AbsentOwners absent, Graph graph, Examinations examinations, EffectList effects) {

    /// Reads an object and those of these owners that are not known to be absent.
    void read(GraphNode node, List<OwnerReference> references) {
        var resource = examinations.resource(node);
        if (resource.isEmpty()) {
            return;
        }
        var queries = new ArrayList<Effect.ObjectQuery>();
        queries.add(examinations.query(resource.get(), node));
        var queried = new ArrayList<OwnerReference>();
        for (var reference : references) {
            var owner = ObjectIdentity.of(reference, node.identity().namespace());
            var kind = kinds.find(owner);
            if (absent.reason(owner).isPresent()) {
                continue;
            }
            if (kind.isEmpty()) {
                examinations.unknownKind(node, owner);
                return;
            }
            if (!isUnknowable(owner)) {
                queried.add(reference);
                queries.add(Examinations.query(
                        kind.get(), owner, examinations.of(node).ownersFreshness()));
            }
        }
        var identity = node.identity();
        effects.send(new Effect.ReadLive<>(
                resource.get(), queries, results -> new GraphEvent.OwnersRead(identity, queried, results)));
    }

    void ownersRead(GraphNode node, GraphEvent.OwnersRead event) {
        switch (event.results().getFirst()) {
            case LiveAnswer.Unknown<ObjectMeta>(var because) -> examinations.fail(node, because.summary());
            case LiveAnswer.Absent<ObjectMeta> _ -> examinations.isAbsent(node);
            case LiveAnswer.Found<ObjectMeta>(var metadata) -> {
                if (!metadata.uid().equals(node.uid())) {
                    examinations.isAbsent(node);
                } else if (node.isDeleting()
                        || metadata.deletionTimestamp().isPresent()
                        || metadata.ownerReferences().isEmpty()) {
                    examinations.rest(node);
                } else {
                    decide(node, metadata, event);
                }
            }
        }
    }

    private void decide(GraphNode node, ObjectMeta metadata, GraphEvent.OwnersRead event) {
        var owners = new ArrayList<Owner>();
        for (var reference : metadata.ownerReferences()) {
            var identity = ObjectIdentity.of(reference, node.identity().namespace());
            var known = absent.reason(identity);
            int position = event.owners().indexOf(reference);
            if (isUnknowable(identity)) {
                owners.add(new Owner(reference, Fate.SOLID, ""));
            } else if (known.isPresent()) {
                owners.add(new Owner(reference, Fate.ABSENT, known.get()));
            } else if (position < 0) {
                read(node, metadata.ownerReferences());
                return;
            } else if (event.results().get(position + 1) instanceof LiveAnswer.Unknown<ObjectMeta>(var because)) {
                examinations.fail(node, because.summary());
                return;
            } else {
                owners.add(owner(identity, reference, event.results().get(position + 1)));
            }
        }
        var examination = examinations.of(node);
        if (!examination.areOwnersReadLive() && owners.stream().anyMatch(owner -> owner.fate() == Fate.WAITING)) {
            examination.readOwnersLive();
            read(node, metadata.ownerReferences());
        } else {
            execute(node, metadata, owners);
        }
    }

    private void execute(GraphNode node, ObjectMeta metadata, List<Owner> owners) {
        var resource = examinations.resource(node);
        if (resource.isEmpty()) {
            return;
        }
        var manner = new Manner(
                kinds.takesStrategicPatches(resource.get()),
                !examinations.of(node).keepsChangingWith(metadata.ownerReferences()));
        var plan = new DeletionDecision(resource.get(), metadata, owners, dependents(node), manner).plan();
        if (plan.isNothing()) {
            examinations.rest(node);
            return;
        }
        if (plan.steps().anyMatch(Step::isDelete)) {
            graph.markedForDeletion(node, plan.why());
        }
        examinations.execute(node, resource.get(), plan, metadata.ownerReferences());
    }

    private static HasDependents dependents(GraphNode node) {
        if (node.dependents().isEmpty()) {
            return HasDependents.NONE;
        }
        return node.dependents().stream().anyMatch(GraphNode::isDeletingDependents)
                ? HasDependents.SOME_WAITING
                : HasDependents.SOME;
    }

    private Owner owner(ObjectIdentity identity, OwnerReference reference, LiveAnswer<ObjectMeta> answer) {
        if (answer instanceof LiveAnswer.Found<ObjectMeta>(var owner)
                && owner.uid().equals(reference.uid())) {
            var isWaiting =
                    owner.deletionTimestamp().isPresent() && owner.finalizers().contains(Finalizers.FOREGROUND);
            return new Owner(reference, isWaiting ? Fate.WAITING : Fate.SOLID, "");
        }
        var isNamespaced = kinds.find(identity).filter(Resource::isNamespaced).isPresent();
        absent.add(isNamespaced ? identity : identity.in(""), "");
        return new Owner(reference, Fate.ABSENT, "");
    }

    /// An object in no namespace refers to an owner in one and cannot say in which: it counts as
    /// one that exists, as with upstream.
    private boolean isUnknowable(ObjectIdentity owner) {
        return owner.isClusterWide()
                && kinds.find(owner).filter(Resource::isNamespaced).isPresent();
    }
}
