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
record OwnerRelease(MonitoredKinds kinds, Examinations examinations, EffectList effects) {
    private static final Duration UNTIL_LISTED = Duration.ofSeconds(1);

    /// Asks for an owner and those it is to leave behind.
    void read(GraphNode owner, Collection<GraphNode> dependents) {
        if (!kinds.areAllListed(examinations.time())) {
            examinations.postpone(owner, UNTIL_LISTED);
            return;
        }
        var resource = examinations.resource(owner);
        if (resource.isEmpty()) {
            return;
        }
        var queries = new ArrayList<Effect.ObjectQuery>();
        queries.add(examinations.query(resource.get(), owner));
        var queried = new ArrayList<ObjectIdentity>();
        var resources = new ArrayList<Resource<?>>();
        for (var dependent : dependents) {
            var kind = kinds.find(dependent.identity());
            if (kind.isEmpty()) {
                examinations.unknownKind(owner, dependent.identity());
                return;
            }
            queried.add(dependent.identity());
            resources.add(kind.get());
            queries.add(Examinations.query(
                    kind.get(), dependent.identity(), examinations.of(owner).freshness()));
        }
        var identity = owner.identity();
        effects.send(new Effect.ReadLive<>(
                resource.get(),
                queries,
                results -> new GraphEvent.DependentsRead(identity, queried, resources, results)));
    }

    void dependentsRead(GraphNode owner, GraphEvent.DependentsRead event) {
        var unknown = unknown(event.results());
        if (unknown.isPresent()) {
            examinations.fail(owner, unknown.get().summary());
        } else if (!(event.results().getFirst() instanceof LiveAnswer.Found<ObjectMeta>(var metadata))
                || !metadata.uid().equals(owner.uid())) {
            examinations.isAbsent(owner);
        } else if (!isStillDue(owner, event.dependents())) {
            examinations.end(owner);
            examinations.want(owner);
        } else {
            execute(owner, metadata, event);
        }
    }

    private static Optional<ApiFailure> unknown(List<LiveAnswer<ObjectMeta>> results) {
        for (var answer : results) {
            if (answer instanceof LiveAnswer.Unknown<ObjectMeta>(var because)) {
                return Optional.of(because);
            }
        }
        return Optional.empty();
    }

    /// Whether the owner still waits, and for nothing but what was queried about.
    private static boolean isStillDue(GraphNode owner, List<ObjectIdentity> queried) {
        if (owner.isDeletingDependents()) {
            return !owner.hasBlockingDependents();
        }
        var now = owner.dependents().stream().map(GraphNode::identity).collect(Collectors.toSet());
        return owner.isOrphaningDependents() && Set.copyOf(queried).containsAll(now);
    }

    private void execute(GraphNode owner, ObjectMeta metadata, GraphEvent.DependentsRead event) {
        var resource = examinations.resource(owner);
        if (resource.isEmpty()) {
            return;
        }
        var plan = plan(owner, resource.get(), metadata, event);
        if (plan.isNothing()) {
            examinations.rest(owner);
        } else {
            examinations.execute(owner, resource.get(), plan, List.of());
        }
    }

    private Plan plan(GraphNode owner, Resource<?> resource, ObjectMeta metadata, GraphEvent.DependentsRead event) {
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

    private List<Step> freed(GraphNode owner, GraphEvent.DependentsRead event) {
        var steps = new ArrayList<Step>();
        for (int i = 0; i < event.dependents().size(); i++) {
            if (event.results().get(i + 1) instanceof LiveAnswer.Found<ObjectMeta>(var dependent)
                    && isOwned(dependent, event.dependents().get(i), owner)) {
                var resource = event.resources().get(i);
                var isStrategic = kinds.takesStrategicPatches(resource);
                steps.add(new OwnerPatches(resource, dependent, isStrategic).without(List.of(owner.uid())));
            }
        }
        return steps;
    }

    private static boolean isOwned(ObjectMeta dependent, ObjectIdentity queried, GraphNode owner) {
        return dependent.uid().equals(queried.uid())
                && dependent.ownerReferences().stream()
                        .anyMatch(reference -> reference.uid().equals(owner.uid()));
    }
}
