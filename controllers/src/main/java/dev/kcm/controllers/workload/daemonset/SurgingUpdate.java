package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Has new pods come up beside those of old templates, on `maxSurge` nodes at the same time; an old one goes when the
/// new
/// one is available. An old pod that is not available gets its new one at once. Pure.
record SurgingUpdate(Snapshot snapshot) {

    Plan decide() {
        int allowed = snapshot.settings().maxSurge(snapshot.wanted());
        int surging = snapshot.count(this::isSurging);
        var deleted = new ArrayList<LeanPod>();
        collect(PodSteps.BURST, this::isDone, deleted);
        collect(Math.min(surplus(), PodSteps.BURST - deleted.size()), this::isLeftAvailable, deleted);
        var nodes = new ArrayList<String>();
        name(PodSteps.BURST, this::isFree, nodes);
        name(Math.min(allowed - surging, PodSteps.BURST - nodes.size()), this::isCandidate, nodes);
        if (!deleted.isEmpty() || !nodes.isEmpty()) {
            return new PodSteps(snapshot.set(), snapshot.template())
                    .plan(
                            "%d outdated pods are replaced, and on %d nodes new ones come up beside them"
                                    .formatted(deleted.size(), nodes.size()),
                            steps(deleted),
                            nodes);
        }
        var template = snapshot.template();
        return Plan.nothing(
                snapshot.count(kind -> kind.outdated(template).isPresent()) == 0
                        ? "every pod is of the newest template"
                        : new Blocker(snapshot).surging(surging, allowed));
    }

    /// How many available pods there are beyond those wanted: as many of nodes that shall not run any more may go.
    private int surplus() {
        return snapshot.count(this::isAvailable) - snapshot.wanted();
    }

    private boolean isAvailable(SlotKind kind) {
        return !isCrowded(kind)
                && kind.outdated(snapshot.template())
                        .or(() -> kind.updated(snapshot.template()))
                        .filter(PodKind::isAvailable)
                        .isPresent();
    }

    /// The new pod is not available yet, or [SlotUpkeep] has to sort out several first.
    private boolean isSurging(SlotKind kind) {
        return isCrowded(kind) || (hasBoth(kind) && !isUpdatedAvailable(kind));
    }

    /// The old pod has nothing left to do.
    private boolean isDone(SlotKind kind) {
        return (hasBoth(kind) && isUpdatedAvailable(kind))
                || (hasOnlyOutdated(kind) && !isOutdatedAvailable(kind) && !kind.shallRun());
    }

    /// Available, on a node that shall not run it any more.
    private boolean isLeftAvailable(SlotKind kind) {
        return hasOnlyOutdated(kind) && isOutdatedAvailable(kind) && !kind.shallRun();
    }

    private boolean isFree(SlotKind kind) {
        return hasOnlyOutdated(kind) && !isOutdatedAvailable(kind) && kind.shallRun();
    }

    private boolean isCandidate(SlotKind kind) {
        return hasOnlyOutdated(kind) && isOutdatedAvailable(kind) && kind.shallRun();
    }

    private boolean isCrowded(SlotKind kind) {
        return kind.isCrowded(snapshot.template());
    }

    private boolean hasBoth(SlotKind kind) {
        return !isCrowded(kind)
                && kind.outdated(snapshot.template()).isPresent()
                && kind.updated(snapshot.template()).isPresent();
    }

    private boolean hasOnlyOutdated(SlotKind kind) {
        return !isCrowded(kind)
                && kind.outdated(snapshot.template()).isPresent()
                && kind.updated(snapshot.template()).isEmpty();
    }

    private boolean isUpdatedAvailable(SlotKind kind) {
        return kind.updated(snapshot.template()).filter(PodKind::isAvailable).isPresent();
    }

    private boolean isOutdatedAvailable(SlotKind kind) {
        return kind.outdated(snapshot.template()).filter(PodKind::isAvailable).isPresent();
    }

    private void collect(int limit, Predicate<SlotKind> wanted, List<LeanPod> pods) {
        var template = snapshot.template();
        snapshot.find(limit, wanted)
                .forEach(slot -> pods.addAll(
                        slot.pods(snapshot.availableSince(), pod -> !pod.isDeleting() && !template.isOf(pod))));
    }

    private void name(int limit, Predicate<SlotKind> wanted, List<String> nodes) {
        snapshot.find(limit, wanted).forEach(slot -> nodes.add(slot.node()));
    }

    private List<Step> steps(List<LeanPod> pods) {
        var steps = new PodSteps(snapshot.set(), snapshot.template());
        return pods.stream().map(steps::delete).toList();
    }
}
