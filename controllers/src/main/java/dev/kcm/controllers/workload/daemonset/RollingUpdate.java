package dev.kcm.controllers.workload.daemonset;

import dev.kcm.runtime.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/// Deletes pods of old templates, so that new ones follow: those that are not available at once, the others while fewer
/// nodes than `maxUnavailable` are without an available pod. Pure.
record RollingUpdate(Snapshot snapshot) {

    Plan decide() {
        var template = snapshot.template();
        int allowed = snapshot.settings().maxUnavailable(snapshot.wanted());
        int unavailable = snapshot.count(kind -> isUnavailable(kind, template));
        var deleted = new ArrayList<>(snapshot.outdated(PodSteps.BURST, kind -> isReplaceable(kind, template)));
        int more = Math.min(allowed - unavailable, PodSteps.BURST - deleted.size());
        deleted.addAll(snapshot.outdated(more, kind -> isCandidate(kind, template)));
        if (!deleted.isEmpty()) {
            return new PodSteps(snapshot.set(), template)
                    .replacing(
                            "%d pods are outdated, the first is %s"
                                    .formatted(
                                            deleted.size(), deleted.getFirst().name()),
                            deleted,
                            List.of());
        }
        return Plan.nothing(
                snapshot.count(kind -> kind.outdated(template).isPresent()) == 0
                        ? "every pod is of the newest template"
                        : new Blocker(snapshot).text(unavailable, allowed));
    }

    /// A node with two pods, or several of one template, is left to [SlotUpkeep]. Deleting pods are not counted, so
    /// that a node on which one terminates is without.
    static boolean isUnavailable(SlotKind kind, Template template) {
        if (!kind.counts()) {
            return false;
        }
        var updated = kind.updated(template);
        var outdated = kind.outdated(template);
        return kind.isCrowded(template)
                || updated.isPresent() == outdated.isPresent()
                || !updated.or(() -> outdated).orElseThrow().isAvailable();
    }

    private static boolean isReplaceable(SlotKind kind, Template template) {
        return hasOnlyOutdated(kind, template) && isUnavailable(kind, template);
    }

    private static boolean isCandidate(SlotKind kind, Template template) {
        return hasOnlyOutdated(kind, template) && !isUnavailable(kind, template);
    }

    private static boolean hasOnlyOutdated(SlotKind kind, Template template) {
        return !kind.isCrowded(template)
                && kind.outdated(template).isPresent()
                && kind.updated(template).isEmpty();
    }
}
