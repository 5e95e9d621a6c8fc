package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.controllers.storage.attachdetach.AttachableVolume.Plugin;
import dev.kcm.controllers.storage.attachdetach.Operation.Kind;
import dev.kcm.controllers.storage.attachdetach.Operation.Phase;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Brings what is attached to what is wanted, volume by volume: first detaches, then attaches, one operation at a time
/// for a volume that one node may have. Belongs to the loop's thread.
final class Attaching {
    /// How long an attacher may take.
    static final Duration ATTACHER_TIMEOUT = Duration.ofMinutes(2);

    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private final StoragePicture picture;
    private final boolean isForceAllowed;
    private final AttachMetrics metrics;
    private final StorageEffects effects;

    Attaching(StoragePicture picture, StorageEffects effects, boolean isForceAllowed, AttachMetrics metrics) {
        this.picture = picture;
        this.effects = effects;
        this.isForceAllowed = isForceAllowed;
        this.metrics = metrics;
    }

    void reconcile(String volume, Instant now) {
        picture.actual().nodesOf(volume).forEach((node, attachment) -> {
            if (!picture.desired().contains(volume, node)) {
                detachIfAllowed(volume, node, attachment, now);
            }
        });
        picture.desired().nodesOf(volume).forEach((node, wanted) -> attachIfPossible(node, wanted, now));
        metrics.show(picture.desired(), picture.actual());
    }

    // ---- detach

    private void detachIfAllowed(String volume, String node, ActualState.Attachment attachment, Instant now) {
        boolean isShared = attachment.allowsManyNodes();
        if (picture.actual().find(volume, node).isEmpty()
                || picture.operations().isRunning(volume, node, isShared)
                || picture.operations().mustWait(Kind.DETACH, volume, node, isShared, now)) {
            return;
        }
        if (attachment.requestDetach(now)) {
            effects.schedule(DetachRule.UNMOUNT_TIMEOUT.plus(A_MOMENT), new StorageEvent.VolumeDue(volume));
        }
        var seen = picture.node(node);
        var verdict = DetachRule.of(
                new DetachRule.Facts(
                        seen.isInUse(volume),
                        seen.isReady(),
                        seen.isOutOfService(),
                        attachment.sinceDetachRequest(now)),
                isForceAllowed);
        var operation = Operation.detach(volume, node, attachment.volume(), verdict, now);
        if (verdict == DetachRule.Verdict.WAIT) {
            log(
                    operation,
                    "no pod on node %s needs it any more".formatted(node),
                    "waits until the node has unmounted it");
            return;
        }
        picture.operations().begin(operation);
        seen.withdraw(volume);
        seen.await(operation);
        writeNode(node, now);
    }

    /// The status of the node no longer names the volume, or there is no such node.
    ///
    /// @param version the node's when it was written; empty when it is gone
    void nodeNoLongerTold(Operation operation, Optional<String> version, Instant now) {
        if (!picture.operations().isCurrent(operation)) {
            return;
        }
        if (!operation.verdict().isChecked() || version.isEmpty()) {
            delete(operation, now);
            return;
        }
        operation.awaitNode(Long.parseLong(version.get()));
        checkNode(operation, now);
    }

    /// A kubelet that had said that it uses the volume before ours was written has said so by that version.
    void checkNode(Operation operation, Instant now) {
        var seen = picture.node(operation.node());
        if (seen.node().isPresent() && seen.version() < operation.awaitedVersion()) {
            return;
        }
        if (seen.saysInUse(operation.volume())) {
            putBack(operation, now);
            retryLater(operation, now);
        } else {
            delete(operation, now);
        }
    }

    /// Nothing was detached, so the node may go on.
    void putBack(Operation operation, Instant now) {
        if (picture.actual().isAttached(operation.volume(), operation.node())) {
            picture.node(operation.node()).report(operation.volume());
            writeNode(operation.node(), now);
        }
    }

    private void delete(Operation operation, Instant now) {
        if (!operation.verdict().isChecked()) {
            metrics.forced(operation.verdict());
        }
        operation.enter(Phase.REQUEST);
        var csi = operation.csi();
        if (csi.isEmpty()) {
            if (VolumeNames.plugin(operation.volume())
                    .filter(it -> it != Plugin.CSI)
                    .isPresent()) {
                succeeded(operation, now);
            } else {
                failed(operation, "no plugin for " + operation.volume(), now);
            }
            return;
        }
        effects.schedule(ATTACHER_TIMEOUT, new StorageEvent.TimeIsUp(operation));
        var attachment = picture.attachment(VolumeNames.attachment(csi.get(), operation.node()));
        if (attachment.filter(it -> !it.isDeleting()).isPresent()) {
            var why = "no pod on node %s needs volume %s any more".formatted(operation.node(), operation.shownName());
            effects.request(operation, AttachSteps.delete(attachment.get(), why));
        } else {
            operation.enter(Phase.ATTACHER);
            progress(operation, now);
        }
    }

    // ---- attach

    private void attachIfPossible(String node, DesiredState.Wanted wanted, Instant now) {
        var volume = wanted.volume();
        boolean isShared = volume.allowsManyNodes();
        if (picture.operations().isRunning(volume.name(), node, isShared)) {
            return;
        }
        if (picture.actual().isAttached(volume.name(), node)) {
            picture.actual().find(volume.name(), node).ifPresent(ActualState.Attachment::wantAgain);
            return;
        }
        var elsewhere = isShared ? List.<String>of() : picture.actual().attachedTo(volume.name());
        if (!elsewhere.isEmpty()) {
            reportMultiAttach(wanted, node, elsewhere);
        } else if (!picture.operations().mustWait(Kind.ATTACH, volume.name(), node, isShared, now)) {
            attach(Operation.attach(wanted, node, now), volume, now);
        }
    }

    private void reportMultiAttach(DesiredState.Wanted wanted, String node, List<String> elsewhere) {
        if (wanted.reportMultiAttach()) {
            var using = elsewhere.stream()
                    .flatMap(other -> picture.desired().find(wanted.volume().name(), other).stream())
                    .flatMap(other -> other.pods().stream())
                    .toList();
            effects.tell(Plan.together(
                    "volume %s is attached to node %s".formatted(wanted.volume().shownName(), elsewhere.getFirst()),
                    MultiAttachError.events(wanted.volume(), wanted.pods(), using)));
        }
        for (var pod : wanted.pods()) {
            effects.log(
                    pod,
                    "volume %s is not attached to node %s"
                            .formatted(wanted.volume().shownName(), node),
                    "waits until node %s has let go of it".formatted(elsewhere.getFirst()));
        }
    }

    private void attach(Operation operation, AttachableVolume volume, Instant now) {
        picture.operations().begin(operation);
        if (volume.csi().isEmpty()) {
            succeeded(operation, now);
            return;
        }
        effects.schedule(ATTACHER_TIMEOUT, new StorageEvent.TimeIsUp(operation));
        var csi = volume.csi().get();
        if (picture.attachment(VolumeNames.attachment(csi, operation.node())).isPresent()) {
            operation.enter(Phase.ATTACHER);
            progress(operation, now);
        } else {
            effects.request(operation, AttachSteps.create(volume, csi, operation.node()));
        }
    }

    // ---- what becomes of an operation

    /// The write that some detaches waited for was refused: nothing is detached before the node is told.
    void nodeNotTold(Operation operation, Instant now) {
        if (picture.operations().isCurrent(operation)) {
            picture.operations().drop(operation);
            putBack(operation, now);
        }
    }

    void answered(Operation operation, Outcomes outcomes, Instant now) {
        if (!picture.operations().isCurrent(operation) || operation.phase() != Phase.REQUEST) {
            return;
        }
        var failure = outcomes.firstFailure();
        if (failure.isPresent() && !(failure.get() instanceof ApiFailure.NotFound)) {
            var verb = operation.kind() == Kind.ATTACH ? "Attach" : "Detach";
            failed(
                    operation,
                    "kubernetes.io/csi: attacher.%s failed: %s"
                            .formatted(verb, failure.get().message()),
                    now);
            return;
        }
        operation.enter(Phase.ATTACHER);
        progress(operation, now);
    }

    /// Looks at the VolumeAttachment again.
    void progress(Operation operation, Instant now) {
        if (operation.phase() != Phase.ATTACHER) {
            return;
        }
        var attachment =
                operation.csi().flatMap(it -> picture.attachment(VolumeNames.attachment(it, operation.node())));
        var progress = operation.kind() == Kind.ATTACH
                ? AttachmentProgress.attaching(attachment)
                : AttachmentProgress.detaching(attachment);
        switch (progress) {
            case AttachmentProgress.Done() -> succeeded(operation, now);
            case AttachmentProgress.Failed(var message) -> failed(operation, message, now);
            case AttachmentProgress.Waiting() ->
                log(
                        operation,
                        operation.kind() == Kind.ATTACH ? "is to be attached" : "is to be detached",
                        "waits for the attacher of driver "
                                + operation.csi().map(CsiVolume::driver).orElse("unknown"));
        }
    }

    void timeIsUp(Operation operation, Instant now) {
        if (!picture.operations().isCurrent(operation)) {
            return;
        }
        boolean isAttach = operation.kind() == Kind.ATTACH;
        failed(
                operation,
                "timed out waiting for external-attacher of %s CSI driver to %s volume %s"
                        .formatted(
                                isAttach
                                        ? operation.csi().map(CsiVolume::driver).orElse("unknown")
                                        : "unknown",
                                isAttach ? "attach" : "detach",
                                operation.csi().map(CsiVolume::handle).orElse("")),
                now);
    }

    private void succeeded(Operation operation, Instant now) {
        picture.operations().succeeded(operation, isShared(operation));
        metrics.took(operation, Duration.between(operation.began(), now), true);
        var seen = picture.node(operation.node());
        if (operation.kind() == Kind.DETACH) {
            picture.forget(operation.volume(), operation.node());
        } else {
            picture.attached(operation.described().orElseThrow(), operation.node());
            seen.report(operation.volume());
            effects.tell(AttachSteps.tell(operation.pods(), pod -> AttachSteps.attached(pod, operation.shownName())));
        }
        writeNode(operation.node(), now);
        reconcile(operation.volume(), now);
    }

    private void failed(Operation operation, String message, Instant now) {
        metrics.took(operation, Duration.between(operation.began(), now), false);
        picture.uncertain(operation.volume(), operation.described(), operation.node());
        log(operation, "%s failed: %s".formatted(operation.kind().metric(), message), "is tried again");
        if (operation.kind() == Kind.ATTACH) {
            effects.tell(AttachSteps.tell(
                    operation.pods(), pod -> AttachSteps.notAttached(pod, operation.shownName(), message)));
        }
        retryLater(operation, now);
    }

    private void retryLater(Operation operation, Instant now) {
        var delay = picture.operations().failed(operation, isShared(operation), now);
        effects.schedule(delay, new StorageEvent.VolumeDue(operation.volume()));
        reconcile(operation.volume(), now);
    }

    private static boolean isShared(Operation operation) {
        return operation.described().map(AttachableVolume::allowsManyNodes).orElse(true);
    }

    // ---- the status of a node

    /// One write at a time; whatever changes meanwhile goes with the next.
    void writeNode(String name, Instant now) {
        var seen = picture.node(name);
        if (seen.isWriting()) {
            return;
        }
        boolean isAwaited = seen.isAwaited();
        if (seen.node().isEmpty()) {
            seen.takeAwaiting().forEach(detach -> nodeNoLongerTold(detach, Optional.empty(), now));
            picture.dropIfUnneeded(name);
            return;
        }
        if (isAwaited || !seen.isReported()) {
            var names = seen.toReport();
            var detaches = seen.takeAwaiting();
            seen.writing();
            effects.writeNode(
                    seen.node().get(),
                    names,
                    detaches,
                    AttachSteps.report(seen.node().get(), names, volume -> picture.devicePath(volume, name)));
        }
    }

    private void log(Operation operation, String decided, String next) {
        operation
                .csi()
                .flatMap(it -> picture.attachment(VolumeNames.attachment(it, operation.node())))
                .ifPresent(attachment -> effects.log(attachment, decided, next));
    }
}
