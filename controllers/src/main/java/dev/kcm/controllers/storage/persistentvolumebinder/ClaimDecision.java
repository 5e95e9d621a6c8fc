package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What becomes of a claim: it is bound to a volume, or waits for one, or has lost the one it had.
///
/// @param resync when a claim that waits is synced again: classes and pods wake no claim, as upstream
record ClaimDecision(Provisioning provisioning, Duration resync) {

    Plan decide(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        var annotations = Migration.annotations(claim);
        if (!annotations.equals(claim.annotations())) {
            return Plan.of(
                    "its provisioner has moved to a CSI driver, or back",
                    Step.update(claim.withMetadata(metadata -> metadata.annotations(annotations))));
        }
        var binding = binding(snapshot);
        if (binding.isPresent()) {
            return binding.get().pointers();
        }
        return snapshot.isBindCompleted() ? lost(snapshot) : waiting(snapshot).wakingIn(resync);
    }

    Plan settle(Snapshot.OfClaim snapshot, Outcomes writes) {
        boolean isMigrating =
                !Migration.annotations(snapshot.claim()).equals(snapshot.claim().annotations());
        if (isMigrating) {
            return Plan.nothing("no status yet");
        }
        return binding(snapshot)
                .filter(_ -> writes.firstFailure().isEmpty())
                .map(binding -> binding.phases(writes))
                .orElseGet(() -> provisioning.settle(snapshot, writes));
    }

    /// What it is to be bound to, or is and stays so.
    static Optional<Binding> binding(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        return chosen(snapshot).map(volume -> Binding.of(claim, volume));
    }

    private static Optional<PersistentVolume> chosen(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        if (snapshot.isBindCompleted()) {
            return snapshot.named()
                    .filter(volume -> volume.spec()
                            .claimRef()
                            .map(reference -> reference.uid().equals(claim.uid()))
                            .orElse(true));
        }
        if (claim.spec().volumeName().isEmpty()) {
            return snapshot.match();
        }
        return snapshot.named()
                .filter(volume -> volume.spec().claimRef().isEmpty()
                        ? NamedVolume.misfit(volume, claim).isEmpty()
                        : StorageFacts.pointsAt(volume, claim));
    }

    private static Plan lost(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        if (claim.spec().volumeName().isEmpty()) {
            return lost(
                    claim,
                    Reasons.CLAIM_LOST,
                    "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
        }
        return snapshot.named().isEmpty()
                ? lost(
                        claim,
                        Reasons.CLAIM_LOST,
                        "Bound claim has lost its PersistentVolume. Data on the volume is lost!")
                : lost(
                        claim,
                        Reasons.CLAIM_MISBOUND,
                        "Two claims are bound to the same volume, this one is bound incorrectly");
    }

    private static Plan lost(PersistentVolumeClaim claim, String reason, String message) {
        return claim.status().phase().equals(Phases.LOST)
                ? Plan.nothing(message)
                : ClaimStatuses.write(claim, Phases.LOST, Optional.empty())
                        .map(write -> Plan.of(message, write, Step.warning(claim.ref(), reason, message)))
                        .orElseGet(() -> Plan.nothing(message));
    }

    private Plan waiting(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        if (!claim.spec().volumeName().isEmpty()) {
            return waitingForNamed(snapshot);
        }
        if (!StorageFacts.choosesClass(claim) && snapshot.defaultClass().isPresent()) {
            var name = snapshot.defaultClass().get();
            return Plan.of(
                    "it gets the default storage class " + name,
                    Step.update(claim.withSpec(spec -> spec.storageClassName(name))));
        }
        if (snapshot.isDelayed() && !Annotations.has(claim, Annotations.SELECTED_NODE)) {
            return waitingForConsumer(snapshot);
        }
        return StorageFacts.classOf(claim).isEmpty()
                ? pending(
                        claim,
                        "no volume matches it, and it names no storage class",
                        Step.event(
                                claim.ref(),
                                Reasons.FAILED_BINDING,
                                "no persistent volumes available for this claim and no storage class is set"))
                : provisioning.decide(snapshot);
    }

    private static Plan waitingForConsumer(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        var pods = snapshot.waitingPods();
        if (pods.isEmpty()) {
            var message = "waiting for first consumer to be created before binding";
            return pending(
                    claim,
                    "its storage class %s waits for the first pod that uses it".formatted(StorageFacts.classOf(claim)),
                    Step.event(claim.ref(), Reasons.WAIT_FOR_FIRST_CONSUMER, message));
        }
        var message = "waiting for %s %s to be scheduled"
                .formatted(pods.size() == 1 ? "pod" : "pods", String.join(",", pods));
        return pending(claim, message, Step.event(claim.ref(), Reasons.WAIT_FOR_POD_SCHEDULED, message));
    }

    private static Plan waitingForNamed(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        if (snapshot.named().isEmpty()) {
            return pending(
                    claim, "it waits for persistentvolumes " + claim.spec().volumeName());
        }
        var volume = snapshot.named().get();
        if (volume.spec().claimRef().isPresent()) {
            var message = "volume \"%s\" already bound to a different claim.".formatted(volume.name());
            return pending(claim, message, Step.warning(claim.ref(), Reasons.FAILED_BINDING, message));
        }
        var message = "Cannot bind to requested volume \"%s\": %s"
                .formatted(volume.name(), NamedVolume.misfit(volume, claim).orElse(""));
        return pending(claim, message, Step.warning(claim.ref(), Reasons.VOLUME_MISMATCH, message));
    }

    private static Plan pending(PersistentVolumeClaim claim, String why, Step... events) {
        var steps = new ArrayList<Step>(List.of(events));
        ClaimStatuses.write(claim, Phases.PENDING, Optional.empty()).ifPresent(steps::add);
        return Plan.inOrder(why, steps);
    }
}
