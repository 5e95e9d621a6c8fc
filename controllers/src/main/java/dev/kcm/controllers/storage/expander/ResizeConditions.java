package dev.kcm.controllers.storage.expander;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.PersistentVolumeClaimCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The conditions of a claim that tell how far its expansion is. One that is there with the status it should have is
/// left as it is, its time and message included.
final class ResizeConditions {
    private static final String RESIZING = "Resizing";
    private static final String PENDING_ON_NODE = "FileSystemResizePending";
    private static final Set<String> ALL =
            Set.of(PENDING_ON_NODE, RESIZING, "ControllerResizeError", "NodeResizeError");

    private ResizeConditions() {}

    /// It has begun, whatever was before.
    static List<PersistentVolumeClaimCondition> begun(List<PersistentVolumeClaimCondition> conditions, Instant now) {
        var kept = conditions.stream()
                .filter(it -> it.type().equals(RESIZING) || !ALL.contains(it.type()))
                .toList();
        return with(
                kept,
                PersistentVolumeClaimCondition.builder()
                        .type(RESIZING)
                        .status("True")
                        .lastTransitionTime(now)
                        .build());
    }

    /// The rest is the kubelet's.
    static List<PersistentVolumeClaimCondition> pendingOnNode(
            List<PersistentVolumeClaimCondition> conditions, Instant now) {
        return with(
                conditions,
                PersistentVolumeClaimCondition.builder()
                        .type(PENDING_ON_NODE)
                        .status("True")
                        .lastTransitionTime(now)
                        .message("Waiting for user to (re-)start a pod to finish file system resize of volume on node.")
                        .build());
    }

    static List<PersistentVolumeClaimCondition> finished(List<PersistentVolumeClaimCondition> conditions) {
        return conditions.stream().filter(it -> !ALL.contains(it.type())).toList();
    }

    private static List<PersistentVolumeClaimCondition> with(
            List<PersistentVolumeClaimCondition> conditions, PersistentVolumeClaimCondition wanted) {
        var present = Conditions.find(conditions, wanted.type());
        if (present.filter(it -> it.status().equals(wanted.status())).isPresent()) {
            return conditions;
        }
        if (present.isPresent()) {
            return Conditions.with(conditions, wanted);
        }
        var all = new ArrayList<>(conditions);
        all.add(wanted);
        return List.copyOf(all);
    }
}
