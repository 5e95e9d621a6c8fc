package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// What a sync of a set decides by.
///
/// @param revisionClaims revisions to adopt and to release
/// @param podClaims pods to adopt and to release; while there are any claims, nothing else is decided
/// @param outdatedLabels pods whose label names another than the kept one of several equal revisions
/// @param kinds how many of the slots there are of each kind
/// @param failedPods on which nodes pods failed lately
record Snapshot(
        DaemonSet set,
        Claims<ControllerRevision> revisionClaims,
        Claims<LeanPod> podClaims,
        RevisionHistory history,
        SetRevisions revisions,
        List<LeanPod> outdatedLabels,
        NodeSlots slots,
        Map<SlotKind, Integer> kinds,
        FailedPods failedPods,
        Instant now) {

    Snapshot {
        outdatedLabels = List.copyOf(outdatedLabels);
        kinds = Map.copyOf(kinds);
    }

    SetSettings settings() {
        return new SetSettings(set);
    }

    Template template() {
        return Template.of(set, revisions.hash());
    }

    boolean isClaiming() {
        return !revisionClaims.isNothing() || !podClaims.isNothing();
    }

    /// Whether it would have every pod of its namespace, which the API server does not let happen.
    boolean selectsAll() {
        return SetSettings.selector(set).isEverything();
    }

    Instant availableSince() {
        return settings().availableSince(now);
    }

    int count(Predicate<SlotKind> wanted) {
        return kinds.entrySet().stream()
                .filter(held -> wanted.test(held.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /// On how many nodes it shall run.
    int wanted() {
        return count(SlotKind::shallRun);
    }

    List<Slot> find(int limit, Predicate<SlotKind> wanted) {
        return slots.find(availableSince(), limit, wanted);
    }

    /// The pods of old templates in slots of these kinds; `limit` is of slots.
    List<LeanPod> outdated(int limit, Predicate<SlotKind> wanted) {
        var template = template();
        return find(limit, wanted).stream()
                .flatMap(slot -> slot.pods(availableSince(), pod -> !pod.isDeleting() && !template.isOf(pod)).stream())
                .toList();
    }
}
