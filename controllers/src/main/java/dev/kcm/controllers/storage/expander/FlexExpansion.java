package dev.kcm.controllers.storage.expander;

import static dev.kcm.controllers.storage.expander.Snapshot.STORAGE;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimCondition;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.Optional;

/// The expansion of a FlexVolume. Nothing has to be called for it: the size is recorded in the volume, and the driver
/// expands it on the node, where a file system has to grow. What is recorded on the way lets a size that cannot be
/// had be taken back.
final class FlexExpansion {
    private static final String CONTROLLER_IN_PROGRESS = "ControllerResizeInProgress";
    private static final String CONTROLLER_INFEASIBLE = "ControllerResizeInfeasible";
    private static final String NODE_PENDING = "NodeResizePending";
    private static final String NODE_IN_PROGRESS = "NodeResizeInProgress";
    private static final String NODE_INFEASIBLE = "NodeResizeInfeasible";

    private FlexExpansion() {}

    /// Whether a volume was expanded and its file system may not have been.
    static boolean isPending(PersistentVolume volume) {
        return volume.annotations().containsKey(Annotations.PRE_RESIZE_CAPACITY);
    }

    static Plan decide(Snapshot snapshot, PersistentVolume volume) {
        var claim = snapshot.claim();
        var actual = snapshot.capacity();
        if (isPending(volume)
                && actual.compareTo(snapshot.requested()) >= 0
                && actual.compareTo(Snapshot.capacity(volume)) >= 0) {
            return Plan.of("it is expanded on the node, too", annotate(volume, Json.NULL));
        }
        boolean isExpanded = Snapshot.capacity(volume).compareTo(snapshot.requested()) >= 0;
        return switch (state(claim)) {
            case NODE_PENDING, NODE_IN_PROGRESS ->
                isExpanded
                        ? Plan.nothing("its volume is expanded, and the kubelet has to do the rest")
                        : begun(snapshot, volume, target(snapshot, volume));
            case NODE_INFEASIBLE ->
                isExpanded
                        ? Plan.inOrder(
                                "the node may try again",
                                pendingOnNode(snapshot, volume, claim.status().conditions(), claim.resourceVersion()))
                        : begun(snapshot, volume, target(snapshot, volume));
            default -> begun(snapshot, volume, target(snapshot, volume));
        };
    }

    /// The size that was begun with, where it may have been reached already; else what is asked for.
    static Quantity target(Snapshot snapshot, PersistentVolume volume) {
        var allocated = Optional.ofNullable(
                snapshot.claim().status().allocatedResources().get(STORAGE));
        boolean isExpanded = Snapshot.capacity(volume).compareTo(snapshot.requested()) >= 0;
        boolean isResumed = switch (state(snapshot.claim())) {
            case CONTROLLER_IN_PROGRESS -> true;
            case NODE_PENDING, NODE_IN_PROGRESS, NODE_INFEASIBLE -> !isExpanded;
            case CONTROLLER_INFEASIBLE, "" -> isExpanded;
            default -> false;
        };
        return allocated.filter(_ -> isResumed).orElseGet(snapshot::requested);
    }

    private static Plan begun(Snapshot snapshot, PersistentVolume volume, Quantity target) {
        var claim = snapshot.claim();
        var status = Json.object("conditions", conditions(begunConditions(snapshot)))
                .with("allocatedResourceStatuses", Json.object().with(STORAGE, CONTROLLER_IN_PROGRESS))
                .with("allocatedResources", Json.object().with(STORAGE, target.toString()));
        var capacity = Json.object("capacity", Json.object().with(STORAGE, target.toString()));
        return Plan.of(
                "it is expanded to " + target,
                ClaimPatch.status(claim, claim.resourceVersion(), status, Optional.of(driver(volume)))
                        .withEvent(
                                failure(claim, "error updating pvc %s with resize in progress".formatted(claim.key()))),
                Step.patch(
                                PersistentVolume.PERSISTENT_VOLUMES,
                                volume.key(),
                                PatchType.MERGE,
                                Json.object("spec", capacity))
                        .withEvent(failure(claim, "error updating pv for pvc %s".formatted(claim.key()))));
    }

    /// Once its size is recorded in the volume a block volume is done; a file system has to grow on the node.
    static Plan settle(Snapshot snapshot, PersistentVolume volume, Outcomes writes) {
        var begun = writes.all().stream()
                .filter(it -> it.step().resource().equals(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .filter(Outcome.Applied.class::isInstance)
                .map(it -> ((Outcome.Applied) it).resourceVersion())
                .findFirst();
        boolean isRecorded = writes.all().stream()
                .filter(it -> it.step().resource().equals(PersistentVolume.PERSISTENT_VOLUMES))
                .anyMatch(Outcome.Applied.class::isInstance);
        if (begun.isEmpty() || !isRecorded || writes.firstFailure().isPresent() || isNodeTriedAgain(snapshot, volume)) {
            return Plan.nothing("nothing to write afterwards");
        }
        boolean isBlock = volume.spec().volumeMode().filter("Block"::equals).isPresent();
        return isBlock
                ? Plan.of("it is expanded", finished(snapshot, target(snapshot, volume), begun.get()))
                : Plan.inOrder(
                        "the kubelet has to do the rest",
                        pendingOnNode(snapshot, volume, begunConditions(snapshot), begun.get()));
    }

    private static boolean isNodeTriedAgain(Snapshot snapshot, PersistentVolume volume) {
        return state(snapshot.claim()).equals(NODE_INFEASIBLE)
                && Snapshot.capacity(volume).compareTo(snapshot.requested()) >= 0;
    }

    private static Step finished(Snapshot snapshot, Quantity size, String resourceVersion) {
        var claim = snapshot.claim();
        var status = Json.object("conditions", conditions(ResizeConditions.finished(begunConditions(snapshot))))
                .with("capacity", Json.object().with(STORAGE, size.toString()))
                .with("allocatedResourceStatuses", Json.object().with(STORAGE, Json.NULL));
        return ClaimPatch.status(claim, resourceVersion, status, Optional.empty())
                .withEvent(new Step.EventTemplate(
                        claim.ref(),
                        Reasons.RESIZE_SUCCESSFUL,
                        "ExpandVolume succeeded for volume " + claim.key(),
                        Reasons.RESIZE_FAILED,
                        "error marking pvc %s as resized: ".formatted(claim.key()) + "%s"));
    }

    /// The claim last: once it says that the node has to act, nobody would come back to the volume.
    private static List<Step> pendingOnNode(
            Snapshot snapshot,
            PersistentVolume volume,
            List<PersistentVolumeClaimCondition> conditions,
            String resourceVersion) {
        var claim = snapshot.claim();
        var status = Json.object("conditions", conditions(ResizeConditions.pendingOnNode(conditions, snapshot.now())))
                .with("allocatedResourceStatuses", Json.object().with(STORAGE, NODE_PENDING));
        var failure = failure(claim, "error marking pvc %s for node expansion".formatted(claim.key()));
        Step marked = ClaimPatch.status(claim, resourceVersion, status, Optional.empty())
                .withEvent(failure);
        return isPending(volume)
                ? List.of(marked)
                : List.of(
                        annotate(volume, Json.of(snapshot.capacity().toString()))
                                .withEvent(failure),
                        marked);
    }

    private static List<PersistentVolumeClaimCondition> begunConditions(Snapshot snapshot) {
        return ResizeConditions.begun(snapshot.claim().status().conditions(), snapshot.now());
    }

    private static String state(PersistentVolumeClaim claim) {
        return claim.status().allocatedResourceStatuses().getOrDefault(STORAGE, "");
    }

    private static String driver(PersistentVolume volume) {
        return volume.spec().persistentVolumeSource().flexVolume().orElseThrow().driver();
    }

    private static Step.Write annotate(PersistentVolume volume, Json value) {
        var annotations = JsonObject.EMPTY.with(Annotations.PRE_RESIZE_CAPACITY, value);
        return Step.patch(
                PersistentVolume.PERSISTENT_VOLUMES,
                volume.key(),
                PatchType.MERGE,
                Json.object("metadata", Json.object("annotations", annotations)));
    }

    private static Step.EventTemplate failure(PersistentVolumeClaim claim, String what) {
        return new Step.EventTemplate(claim.ref(), "", "", Reasons.RESIZE_FAILED, what + ": %s");
    }

    private static Json conditions(List<PersistentVolumeClaimCondition> conditions) {
        return Json.array(conditions.stream()
                .map(condition -> Json.parse(condition.toString()))
                .toList());
    }
}
