package dev.kcm.controllers.workload.daemonset;

import dev.kcm.runtime.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Has new pods come up beside those of old templates, on `maxSurge` nodes at the same time; an old one goes when the
/// new one is available. An old pod that is not available gets its new one at once. Pure.
record SurgingUpdate(Snapshot snapshot) {

    Plan decide() {
        int allowed = snapshot.settings().maxSurge(snapshot.wanted());
        int surging = snapshot.count(this::isSurging);
        var deleted = new ArrayList<>(snapshot.outdated(PodSteps.BURST, this::isDone));
        deleted.addAll(snapshot.outdated(Math.min(surplus(), PodSteps.BURST - deleted.size()), this::isLeftAvailable));
        var nodes = new ArrayList<>(nodes(PodSteps.BURST, this::isFree));
        nodes.addAll(nodes(Math.min(allowed - surging, PodSteps.BURST - nodes.size()), this::isCandidate));
        if (!deleted.isEmpty() || !nodes.isEmpty()) {
            return new PodSteps(snapshot.set(), snapshot.template())
                    .replacing(
                            "%d outdated pods are replaced, and on %d nodes new ones come up beside them"
                                    .formatted(deleted.size(), nodes.size()),
                            deleted,
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

    private List<String> nodes(int limit, Predicate<SlotKind> wanted) {
        return snapshot.find(limit, wanted).stream().map(Slot::node).toList();
    }
}
