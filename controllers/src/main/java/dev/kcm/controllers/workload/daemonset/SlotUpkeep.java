package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Has every node run the pod it should, whatever template it is of: creates what is missing, deletes what has ended,
/// what is too much, and what has no business there. Pure.
final class SlotUpkeep {
    private final Snapshot snapshot;
    private final boolean allowsSurge;
    private final PodSteps pods;
    private final List<Step> deletions = new ArrayList<>();
    private final List<String> lacking = new ArrayList<>();
    private final Set<String> failed = new LinkedHashSet<>();
    private final List<String> held = new ArrayList<>();
    private Optional<Duration> hold = Optional.empty();
    private int deleted;

    SlotUpkeep(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.allowsSurge = snapshot.settings().allowsSurge();
        this.pods = new PodSteps(snapshot.set(), snapshot.template());
        for (var slot : snapshot.find(Integer.MAX_VALUE, this::needsWork)) {
            work(slot);
        }
    }

    Plan plan() {
        if (deletions.isEmpty() && lacking.isEmpty()) {
            return Plan.nothing(
                            held.isEmpty()
                                    ? "every node has its pod"
                                    : "waits before it replaces the failed pod of node " + held.getFirst())
                    .wakingIn(hold);
        }
        return pods.plan(why(), deletions, lacking).wakingIn(hold);
    }

    /// Nodes whose failed pods are deleted now.
    Set<String> failed() {
        return failed;
    }

    private String why() {
        var reasons = new ArrayList<String>();
        if (!lacking.isEmpty()) {
            reasons.add("%d nodes lack a pod, the first is %s".formatted(lacking.size(), lacking.getFirst()));
        }
        if (deleted > 0) {
            reasons.add("%d pods have ended, are too many or on a wrong node".formatted(deleted));
        }
        return String.join("; ", reasons);
    }

    private boolean needsWork(SlotKind kind) {
        boolean hasEnded = kind.staying().anyMatch(PodKind::isFinished);
        return switch (kind.eligibility()) {
            case RUNS -> kind.isEmpty() || hasEnded || kind.running() > 1 || (allowsSurge && kind.running() == 0);
            case KEEPS -> hasEnded || kind.running() > 1;
            case EXPELS -> kind.staying().findAny().isPresent();
            case GONE -> kind.staying().anyMatch(pod -> !pod.isScheduled());
        };
    }

    private void work(Slot slot) {
        switch (slot.kind().eligibility()) {
            case RUNS, KEEPS -> run(slot);
            case EXPELS ->
                slot.pods(snapshot.availableSince(), pod -> !pod.isDeleting()).forEach(this::delete);
            // Those that are bound are the pod garbage collector's.
            case GONE ->
                slot.pods(snapshot.availableSince(), pod -> !pod.isDeleting() && !pod.isScheduled())
                        .forEach(this::delete);
        }
    }

    private void run(Slot slot) {
        if (slot.kind().isEmpty()) {
            lacking.add(slot.node());
            return;
        }
        ended(slot);
        var running = slot.pods(snapshot.availableSince(), pod -> !pod.isDeleting() && !pod.isFinished());
        if (!allowsSurge) {
            running.stream().skip(1).forEach(this::delete);
        } else if (running.size() > 1) {
            replaced(slot);
        } else if (running.isEmpty() && slot.kind().shallRun()) {
            lacking.add(slot.node());
        }
    }

    private void ended(Slot slot) {
        var since = snapshot.availableSince();
        for (var pod : slot.pods(since, it -> it.isFailed() && !it.isDeleting())) {
            var wait = snapshot.failedPods().hold(slot.node(), snapshot.now());
            if (wait.isPresent()) {
                held.add(slot.node());
                hold = hold.filter(it -> it.compareTo(wait.get()) <= 0).or(() -> wait);
            } else if (deleted < PodSteps.BURST) {
                failed.add(slot.node());
                deletions.add(Step.warning(
                        snapshot.set().ref(),
                        Reasons.FAILED_DAEMON_POD,
                        "Found failed daemon pod %s on node %s, will try to kill it"
                                .formatted(pod.key(), slot.node())));
                delete(pod);
            }
        }
        for (var pod : slot.pods(since, it -> it.isSucceeded() && !it.isDeleting())) {
            if (deleted < PodSteps.BURST) {
                deletions.add(Step.event(
                        snapshot.set().ref(),
                        Reasons.SUCCEEDED_DAEMON_POD,
                        "Found succeeded daemon pod %s on node %s, will try to delete it"
                                .formatted(pod.key(), slot.node())));
                delete(pod);
            }
        }
    }

    /// Of several the oldest of the present revision stays, and the oldest of another, as long as that is ready and the
    /// new one not available.
    private void replaced(Slot slot) {
        var hash = snapshot.revisions().hash();
        var since = snapshot.availableSince();
        var updated = slot.pods(since, it -> isRunning(it) && it.hash().equals(hash));
        var outdated = slot.pods(since, it -> isRunning(it) && !it.hash().equals(hash));
        updated.stream().skip(1).forEach(this::delete);
        outdated.stream().skip(1).forEach(this::delete);
        if (updated.isEmpty() || outdated.isEmpty()) {
            return;
        }
        var kind = slot.kindWhen(since);
        boolean isOldReady = kind.pods().stream()
                .filter(it -> isRunning(it) && !it.hash().equals(hash))
                .findFirst()
                .filter(PodKind::isReady)
                .isPresent();
        boolean isNewAvailable = kind.pods().stream()
                .filter(it -> isRunning(it) && it.hash().equals(hash))
                .findFirst()
                .filter(PodKind::isAvailable)
                .isPresent();
        if (!isOldReady || isNewAvailable) {
            delete(outdated.getFirst());
        }
    }

    private static boolean isRunning(PodKind pod) {
        return !pod.isDeleting() && !pod.isFinished();
    }

    private void delete(LeanPod pod) {
        if (deleted < PodSteps.BURST) {
            deleted++;
            deletions.add(pods.delete(pod));
        }
    }
}
