package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Lets an owner go that waited for its dependents: those it leaves behind lose their reference to
/// it first, and then it loses the finalizer that held it.
record OwnerRelease(MonitoredKinds kinds, Examinations turns, EffectList effects) {
    private static final Duration UNTIL_LISTED = Duration.ofSeconds(1);

    /// Asks for an owner and those it is to leave behind.
    void ask(GraphNode owner, Collection<GraphNode> dependents) {
        if (!kinds.areAllListed(turns.time())) {
            turns.postpone(owner, UNTIL_LISTED);
            return;
        }
        var resource = turns.resource(owner);
        if (resource.isEmpty()) {
            return;
        }
        var questions = new ArrayList<Effect.ObjectQuery>();
        questions.add(turns.question(resource.get(), owner));
        var asked = new ArrayList<ObjectIdentity>();
        var resources = new ArrayList<Resource<?>>();
        for (var dependent : dependents) {
            var kind = kinds.find(dependent.identity());
            if (kind.isEmpty()) {
                turns.unknownKind(owner, dependent.identity());
                return;
            }
            asked.add(dependent.identity());
            resources.add(kind.get());
            questions.add(Examinations.question(
                    kind.get(), dependent.identity(), turns.of(owner).freshness()));
        }
        var identity = owner.identity();
        effects.send(new Effect.ReadLive<>(
                resource.get(),
                questions,
                answers -> new GraphEvent.AnsweredForRelease(identity, asked, resources, answers)));
    }

    void answered(GraphNode owner, GraphEvent.AnsweredForRelease event) {
        var unknown = unknown(event.answers());
        if (unknown.isPresent()) {
            turns.fail(owner, unknown.get().message());
        } else if (!(event.answers().getFirst() instanceof LiveAnswer.Found<ObjectMeta>(var metadata))
                || !metadata.uid().equals(owner.uid())) {
            turns.isAbsent(owner);
        } else if (!isStillDue(owner, event.dependents())) {
            turns.end(owner);
            turns.want(owner);
        } else {
            carryOut(owner, metadata, event);
        }
    }

    private static Optional<ApiFailure> unknown(List<LiveAnswer<ObjectMeta>> answers) {
        for (var answer : answers) {
            if (answer instanceof LiveAnswer.Unknown<ObjectMeta>(var because)) {
                return Optional.of(because);
            }
        }
        return Optional.empty();
    }

    /// Whether the owner still waits, and for nothing but what was asked about.
    private static boolean isStillDue(GraphNode owner, List<ObjectIdentity> asked) {
        if (owner.isDeletingDependents()) {
            return !owner.hasBlockingDependents();
        }
        var now = owner.dependents().stream().map(GraphNode::identity).collect(Collectors.toSet());
        return owner.isOrphaningDependents() && Set.copyOf(asked).containsAll(now);
    }

    private void carryOut(GraphNode owner, ObjectMeta metadata, GraphEvent.AnsweredForRelease event) {
        var resource = turns.resource(owner);
        if (resource.isEmpty()) {
            return;
        }
        var plan = plan(owner, resource.get(), metadata, event);
        if (plan.isNothing()) {
            turns.end(owner);
        } else {
            turns.carryOut(owner, resource.get(), plan, List.of());
        }
    }

    private Plan plan(GraphNode owner, Resource<?> resource, ObjectMeta metadata, GraphEvent.AnsweredForRelease event) {
        var finalizer = owner.isOrphaningDependents() ? Finalizers.ORPHAN : Finalizers.FOREGROUND;
        var freed = Plan.together(
                "its owner %s is deleted and leaves it behind"
                        .formatted(owner.identity().describe()),
                freed(owner, event));
        if (!metadata.finalizers().contains(finalizer)) {
            return freed;
        }
        var patch = new OwnerPatches(resource, metadata, false).withoutFinalizer(finalizer);
        return freed.then(
                Plan.of(owner.isOrphaningDependents() ? "what it owned is free" : "what it owned is gone", patch));
    }

    private List<Step> freed(GraphNode owner, GraphEvent.AnsweredForRelease event) {
        var steps = new ArrayList<Step>();
        for (int i = 0; i < event.dependents().size(); i++) {
            if (event.answers().get(i + 1) instanceof LiveAnswer.Found<ObjectMeta>(var dependent)
                    && isOwned(dependent, event.dependents().get(i), owner)) {
                var resource = event.resources().get(i);
                var isStrategic = kinds.takesStrategicPatches(resource);
                steps.add(new OwnerPatches(resource, dependent, isStrategic).without(List.of(owner.uid())));
            }
        }
        return steps;
    }

    private static boolean isOwned(ObjectMeta dependent, ObjectIdentity asked, GraphNode owner) {
        return dependent.uid().equals(asked.uid())
                && dependent.ownerReferences().stream()
                        .anyMatch(reference -> reference.uid().equals(owner.uid()));
    }
}
