package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.plan.Outcome;
import java.util.Optional;
import java.util.Set;

/// Examines objects whose turn it is: reads, decides, executes, and handles the outcome.
final class Examiner {
    private final MonitoredKinds kinds;
    private final Graph graph;
    private final Examinations examinations;
    private final OwnerLookup ownerLookup;
    private final OwnerRelease release;

    Examiner(MonitoredKinds kinds, AbsentOwners absent, Graph graph, Examinations examinations, EffectList effects) {
        this.kinds = kinds;
        this.graph = graph;
        this.examinations = examinations;
        this.ownerLookup = new OwnerLookup(kinds, absent, graph, examinations, effects);
        this.release = new OwnerRelease(kinds, examinations, effects);
    }

    void examineWanted() {
        for (var node = examinations.next(); node.isPresent(); node = examinations.next()) {
            begin(node.get());
        }
    }

    void due(String uid, long ticket) {
        examinations.due(uid, ticket).ifPresent(this::begin);
    }

    void ownersRead(GraphEvent.OwnersRead event) {
        examinations.underWay(event.identity()).ifPresent(node -> ownerLookup.ownersRead(node, event));
    }

    void dependentsRead(GraphEvent.DependentsRead event) {
        examinations.underWay(event.identity()).ifPresent(node -> release.dependentsRead(node, event));
    }

    void done(GraphEvent.Done event) {
        examinations.underWay(event.identity()).ifPresent(node -> done(node, event));
    }

    private void begin(GraphNode node) {
        if (graph.find(node.uid()).filter(known -> known == node).isEmpty()) {
            examinations.end(node);
        } else if (node.isOrphaningDependents()) {
            release.read(node, node.dependents());
        } else if (node.isDeletingDependents() && !node.hasBlockingDependents()) {
            release.read(node, Set.of());
        } else if (node.isDeleting()) {
            examinations.end(node);
        } else {
            ownerLookup.read(node, node.owners());
        }
    }

    private void done(GraphNode node, GraphEvent.Done event) {
        var failure = event.outcomes().firstFailure();
        if (deletion(event).filter(Outcome.Moot.class::isInstance).isPresent()) {
            examinations.isAbsent(node);
        } else if (failure.isPresent()) {
            failed(node, event, failure.get());
        } else {
            examinations.rest(node);
        }
    }

    private void failed(GraphNode node, GraphEvent.Done event, ApiFailure because) {
        for (var outcome : event.outcomes().all()) {
            if (outcome instanceof Outcome.Refused(var step, ApiFailure.NotSupported _)) {
                kinds.refusedStrategicPatch(step.resource());
            }
        }
        if (because instanceof ApiFailure.Conflict) {
            examinations.of(node).conflict(event.owners());
        }
        examinations.fail(node, because.summary());
    }

    private static Optional<Outcome> deletion(GraphEvent.Done event) {
        return event.outcomes().all().stream()
                .filter(outcome -> outcome.step().isDelete())
                .findFirst();
    }
}
