package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Lets an owner go that waited for its dependents: those it leaves behind lose their reference to
/// it first, and then it loses the finalizer that held it.
record Release(Kinds kinds) {

    /// Whether the owner still waits, and for nothing but what was asked about.
    boolean isStillDue(Node owner, List<Identity> asked) {
        if (owner.isDeletingDependents()) {
            return !owner.hasBlockingDependents();
        }
        var now = owner.dependents().stream().map(Node::identity).collect(Collectors.toSet());
        return owner.isOrphaningDependents() && Set.copyOf(asked).containsAll(now);
    }

    Plan plan(
            Node owner,
            Resource<?> resource,
            ObjectMeta metadata,
            GraphEvent.AnsweredForRelease event) {
        var finalizer = owner.isOrphaningDependents() ? Words.ORPHAN : Words.FOREGROUND;
        var freed =
                Plan.together(
                        "its owner %s is deleted and leaves it behind"
                                .formatted(owner.identity().describe()),
                        freed(owner, event));
        if (!metadata.finalizers().contains(finalizer)) {
            return freed;
        }
        var patch = new OwnerPatches(resource, metadata, false).withoutFinalizer(finalizer);
        return freed.then(
                Plan.of(
                        owner.isOrphaningDependents()
                                ? "what it owned is free"
                                : "what it owned is gone",
                        patch));
    }

    private List<Step> freed(Node owner, GraphEvent.AnsweredForRelease event) {
        var steps = new ArrayList<Step>();
        for (int i = 0; i < event.dependents().size(); i++) {
            if (event.answers().get(i + 1) instanceof LiveAnswer.Found<ObjectMeta>(var dependent)
                    && isOwned(dependent, event.dependents().get(i), owner)) {
                var resource = kinds.find(event.dependents().get(i)).orElseThrow();
                steps.add(
                        new OwnerPatches(resource, dependent, kinds.takesStrategicPatches(resource))
                                .without(List.of(owner.uid())));
            }
        }
        return steps;
    }

    private static boolean isOwned(ObjectMeta dependent, Identity asked, Node owner) {
        return dependent.uid().equals(asked.uid())
                && dependent.ownerReferences().stream()
                        .anyMatch(reference -> reference.uid().equals(owner.uid()));
    }
}
