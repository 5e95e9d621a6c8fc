package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;

/// Which node an update waits for, for people.
record Blocker(Snapshot snapshot) {

    String text(int unavailable, int allowed) {
        var template = snapshot.template();
        var first = snapshot.find(1, kind -> RollingUpdate.isUnavailable(kind, template)).stream()
                .findFirst()
                .map(this::text)
                .orElse("waits");
        return "%s before it updates the next; pods of %d nodes are unavailable, and %d may be"
                .formatted(first, unavailable, allowed);
    }

    /// While new pods come up beside old ones.
    String surging(int surging, int allowed) {
        var template = snapshot.template();
        var first =
                snapshot
                        .find(
                                1,
                                kind -> kind.updated(template)
                                        .filter(pod -> !pod.isAvailable())
                                        .isPresent())
                        .stream()
                        .findFirst()
                        .map(this::text)
                        .orElse("waits");
        return "%s before it updates the next; %d nodes have two pods, and %d may".formatted(first, surging, allowed);
    }

    private String text(Slot slot) {
        var pods =
                slot.pods(snapshot.availableSince(), pod -> !pod.isOver() && (pod.isDeleting() || !pod.isAvailable()));
        return pods.isEmpty()
                ? "waits for a pod on node " + slot.node()
                : "waits for pod %s on node %s to %s"
                        .formatted(pods.getLast().name(), slot.node(), awaited(pods.getLast()));
    }

    private String awaited(LeanPod pod) {
        if (pod.isDeleting()) {
            return "terminate";
        }
        return PodState.isReady(pod)
                ? "be ready for %d s".formatted(snapshot.settings().minReady().toSeconds())
                : "be available";
    }
}
