package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;
import java.util.Set;

/// Takes objects from being wanted to a decision, and sees what becomes of it.
final class Examiner {
    private final MonitoredKinds kinds;
    private final Graph graph;
    private final Examinations turns;
    private final OwnerLookup inquiry;
    private final OwnerRelease release;

    Examiner(MonitoredKinds kinds, AbsentOwners absent, Graph graph, Examinations turns, EffectList effects) {
        this.kinds = kinds;
        this.graph = graph;
        this.turns = turns;
        this.inquiry = new OwnerLookup(kinds, absent, graph, turns, effects);
        this.release = new OwnerRelease(kinds, turns, effects);
    }

    void examineWanted() {
        for (var node = turns.next(); node.isPresent(); node = turns.next()) {
            begin(node.get());
        }
    }

    void due(String uid, long ticket) {
        turns.due(uid, ticket).ifPresent(this::begin);
    }

    void answered(GraphEvent.Answered event) {
        turns.underWay(event.identity()).ifPresent(node -> inquiry.answered(node, event));
    }

    void answered(GraphEvent.AnsweredForRelease event) {
        turns.underWay(event.identity()).ifPresent(node -> release.answered(node, event));
    }

    void done(GraphEvent.Done event) {
        turns.underWay(event.identity()).ifPresent(node -> done(node, event));
    }

    private void begin(GraphNode node) {
        if (graph.find(node.uid()).filter(known -> known == node).isEmpty()) {
            turns.end(node);
        } else if (node.isOrphaningDependents()) {
            release.ask(node, node.dependents());
        } else if (node.isDeletingDependents() && !node.hasBlockingDependents()) {
            release.ask(node, Set.of());
        } else if (node.isDeleting()) {
            turns.end(node);
        } else {
            inquiry.ask(node, node.owners());
        }
    }

    private void done(GraphNode node, GraphEvent.Done event) {
        var failure = event.outcomes().firstFailure();
        if (deletion(event).filter(Outcome.Moot.class::isInstance).isPresent()) {
            turns.isAbsent(node);
        } else if (failure.isPresent()) {
            refused(node, event, failure.get());
        } else {
            turns.rest(node);
        }
    }

    private void refused(GraphNode node, GraphEvent.Done event, ApiFailure because) {
        for (var outcome : event.outcomes().all()) {
            if (outcome instanceof Outcome.Refused(var step, ApiFailure.NotSupported _)) {
                kinds.refusedStrategicPatch(step.among());
            }
        }
        if (because instanceof ApiFailure.Conflict) {
            turns.of(node).conflict(event.owners());
        }
        turns.fail(node, because.message());
    }

    private static Optional<Outcome> deletion(GraphEvent.Done event) {
        return event.outcomes().all().stream()
                .filter(outcome -> outcome.step() instanceof Step.Delete)
                .findFirst();
    }
}
