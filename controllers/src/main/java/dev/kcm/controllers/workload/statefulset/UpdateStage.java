package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.Optional;

/// The last stage: pods of old revisions go, the highest first, so that new ones follow; no further down than the
/// partition. Pure.
record UpdateStage(Snapshot snapshot) {

    Plan decide() {
        if (snapshot.settings().updatesOnDelete()) {
            return Plan.nothing("updates pods when they are deleted");
        }
        return snapshot.countsUnavailable() ? severalAtOnce() : oneByOne();
    }

    private Plan oneByOne() {
        var settings = snapshot.settings();
        var updated = new OrdinalTree.Check<PodKind>(
                kind -> isUpdated(kind) && kind.isReady() && !kind.isDeleting(), snapshot.availableSince());
        var next = snapshot.pods().lastLackingOrNot(settings.updatedFrom(), settings.end(), updated);
        if (next.isEmpty()) {
            return Plan.nothing("every pod is as it should be");
        }
        var found = snapshot.pods().find(next.getAsInt());
        if (found.filter(this::isOutdated).isPresent()) {
            return update(found.get());
        }
        var name = settings.podName(next.getAsInt());
        return Plan.nothing(found.flatMap(pod -> Blocker.of(snapshot, pod))
                        .orElse("waits for pod %s to be available".formatted(name))
                + " before it updates the next");
    }

    /// As many as may be unavailable, less those that are.
    private Plan severalAtOnce() {
        var settings = snapshot.settings();
        int unavailable = snapshot.unavailable();
        var steps = new ArrayList<Step>();
        var done = OrdinalTree.Check.<PodKind>ofKind(kind -> isUpdated(kind) || kind.isDeleting());
        var next = snapshot.pods().lastNot(settings.updatedFrom(), settings.end(), done);
        if (next.isEmpty()) {
            return Plan.nothing("every pod is as it should be");
        }
        while (next.isPresent() && unavailable + steps.size() < settings.maxUnavailable()) {
            steps.add(PodSteps.delete(
                    snapshot.set(), snapshot.pods().find(next.getAsInt()).orElseThrow()));
            next = snapshot.pods().lastNot(settings.updatedFrom(), next.getAsInt() - 1, done);
        }
        return steps.isEmpty()
                ? Plan.nothing(awaited(unavailable))
                : Plan.inOrder("%d pods are outdated".formatted(steps.size()), steps);
    }

    private String awaited(int unavailable) {
        var settings = snapshot.settings();
        var first = snapshot.pods().firstLackingOrNot(settings.start(), settings.end(), snapshot.available());
        var blocker = Optional.of(first)
                .filter(it -> it.isPresent())
                .flatMap(it -> snapshot.pods().find(it.getAsInt()))
                .flatMap(pod -> Blocker.of(snapshot, pod));
        return "%d pods are unavailable, and %d may be; %s"
                .formatted(
                        unavailable,
                        settings.maxUnavailable(),
                        blocker.orElse("waits for them") + " before it updates the next");
    }

    private Plan update(LeanPod pod) {
        return Plan.of(
                "pod %s is of revision %s, not %s"
                        .formatted(
                                pod.name(),
                                PodKind.of(pod).revision(),
                                snapshot.revisions().update().name()),
                PodSteps.delete(snapshot.set(), pod));
    }

    private boolean isOutdated(LeanPod pod) {
        return !pod.isDeleting() && !isUpdated(PodKind.of(pod));
    }

    private boolean isUpdated(PodKind kind) {
        return kind.revision().equals(snapshot.revisions().update().name());
    }
}
