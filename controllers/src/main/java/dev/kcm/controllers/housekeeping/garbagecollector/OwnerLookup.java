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

/// Finds out what became of the owners of an object, and has it judged.
///
/// A cache may say that an owner exists, as its deletion will be an event; that it is gone, or
/// waits for the object to go, is for the server to say.
record OwnerLookup(MonitoredKinds kinds, AbsentOwners absent, Graph graph, Examinations turns, EffectList effects) {

    /// Asks for an object and those of these owners that are not known to be absent.
    void ask(GraphNode node, List<OwnerReference> references) {
        var resource = turns.resource(node);
        if (resource.isEmpty()) {
            return;
        }
        var questions = new ArrayList<Effect.ObjectQuery>();
        questions.add(turns.question(resource.get(), node));
        var asked = new ArrayList<OwnerReference>();
        for (var reference : references) {
            var owner = ObjectIdentity.of(reference, node.identity().namespace());
            var kind = kinds.find(owner);
            if (absent.reason(owner).isPresent()) {
                continue;
            }
            if (kind.isEmpty()) {
                turns.unknownKind(node, owner);
                return;
            }
            if (!isUnknowable(owner)) {
                asked.add(reference);
                questions.add(
                        Examinations.question(kind.get(), owner, turns.of(node).ownersFreshness()));
            }
        }
        var identity = node.identity();
        effects.send(new Effect.ReadLive<>(
                resource.get(), questions, answers -> new GraphEvent.Answered(identity, asked, answers)));
    }

    void answered(GraphNode node, GraphEvent.Answered event) {
        switch (event.answers().getFirst()) {
            case LiveAnswer.Unknown<ObjectMeta>(var because) -> turns.fail(node, because.message());
            case LiveAnswer.Absent<ObjectMeta> _ -> turns.isAbsent(node);
            case LiveAnswer.Found<ObjectMeta>(var metadata) -> {
                if (!metadata.uid().equals(node.uid())) {
                    turns.isAbsent(node);
                } else if (node.isDeleting()
                        || metadata.deletionTimestamp().isPresent()
                        || metadata.ownerReferences().isEmpty()) {
                    turns.rest(node);
                } else {
                    judge(node, metadata, event);
                }
            }
        }
    }

    private void judge(GraphNode node, ObjectMeta metadata, GraphEvent.Answered event) {
        var owners = new ArrayList<Owner>();
        for (var reference : metadata.ownerReferences()) {
            var identity = ObjectIdentity.of(reference, node.identity().namespace());
            var known = absent.reason(identity);
            int position = event.asked().indexOf(reference);
            if (isUnknowable(identity)) {
                owners.add(new Owner(reference, Fate.SOLID, ""));
            } else if (known.isPresent()) {
                owners.add(new Owner(reference, Fate.ABSENT, known.get()));
            } else if (position < 0) {
                ask(node, metadata.ownerReferences());
                return;
            } else if (event.answers().get(position + 1) instanceof LiveAnswer.Unknown<ObjectMeta>(var because)) {
                turns.fail(node, because.message());
                return;
            } else {
                owners.add(owner(identity, reference, event.answers().get(position + 1)));
            }
        }
        var turn = turns.of(node);
        if (!turn.areOwnersAskedLive() && owners.stream().anyMatch(owner -> owner.fate() == Fate.WAITING)) {
            turn.askOwnersLive();
            ask(node, metadata.ownerReferences());
        } else {
            carryOut(node, metadata, owners);
        }
    }

    private void carryOut(GraphNode node, ObjectMeta metadata, List<Owner> owners) {
        var resource = turns.resource(node);
        if (resource.isEmpty()) {
            return;
        }
        var manner = new Manner(
                kinds.takesStrategicPatches(resource.get()),
                !turns.of(node).keepsChangingWith(metadata.ownerReferences()));
        var plan = new DeletionDecision(resource.get(), metadata, owners, dependents(node), manner).plan();
        if (plan.isNothing()) {
            turns.rest(node);
            return;
        }
        if (plan.steps().anyMatch(Step.Delete.class::isInstance)) {
            graph.markedForDeletion(node, plan.why());
        }
        turns.carryOut(node, resource.get(), plan, metadata.ownerReferences());
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
