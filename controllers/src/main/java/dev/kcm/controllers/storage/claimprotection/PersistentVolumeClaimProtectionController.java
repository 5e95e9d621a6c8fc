package dev.kcm.controllers.storage.claimprotection;

import static dev.kcm.controllers.storage.claimprotection.ClaimWatches.PROTECTION;

import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.controllers.shared.volumes.VolumeUse;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Removes the finalizer from claims that are deleted, once no pod with a node refers to them; adds it where it is
/// missing. That no pod does is believed of the server only: the cache may not show yet that one was bound to a node.
/// Stateless.
public final class PersistentVolumeClaimProtectionController
        implements Reconciler<PersistentVolumeClaimProtectionController.Snapshot> {
    static final String NAME = "persistentvolumeclaim-protection-controller";

    public static final ControllerSpec SPEC = spec().reconciles(ClaimWatches.claims())
            .watches(ClaimWatches.pods())
            .writes("update persistentvolumeclaims")
            .builtBy(settings -> new PersistentVolumeClaimProtectionController(settings.live(), false));

    /// It also writes on each claim whether pods use it.
    public static final ControllerSpec SPEC_WITH_USE = spec().reconciles(ClaimWatches.claimsWithUse())
            .watches(ClaimWatches.podsWithUse())
            .writes("update persistentvolumeclaims", "update persistentvolumeclaims/status")
            .builtBy(settings -> new PersistentVolumeClaimProtectionController(settings.live(), true));

    /// @param keeping how many pods keep it, if it is kept
    /// @param one the name of one of them
    /// @param isListed whether these are pods that the server has and the cache does not show
    /// @param isUsed whether any pod may use it; empty if nobody wants to know
    record Snapshot(
            PersistentVolumeClaim claim,
            int keeping,
            Optional<String> one,
            boolean isListed,
            Optional<Boolean> isUsed,
            Instant now) {}

    private final LiveReads live;
    private final boolean writesUse;

    PersistentVolumeClaimProtectionController(LiveReads live, boolean writesUse) {
        this.live = live;
        this.writesUse = writesUse;
    }

    private static ControllerSpec.Builder spec() {
        return ControllerSpec.named(NAME)
                .alias("pvc-protection")
                .queue("pvcprotection")
                .indexes(PodVolumeClaims.PODS_BY_CLAIM);
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var claim = found.get();
        var cached = caches.of(LeanPod.PODS).byIndex(PodVolumeClaims.PODS_BY_CLAIM, key);
        if (claim.isDeleting()) {
            return new Observation.Observed<>(deleted(claim, cached, now));
        }
        var isUsed = writesUse ? Optional.of(isUsed(claim, cached)) : Optional.<Boolean>empty();
        return new Observation.Observed<>(new Snapshot(claim, 0, Optional.empty(), false, isUsed, now));
    }

    private Snapshot deleted(PersistentVolumeClaim claim, List<LeanPod> cached, Instant now) {
        var keeping = keeping(claim, cached);
        boolean isListed = keeping.isEmpty() && PROTECTION.keeps(claim);
        if (isListed) {
            keeping = keeping(claim, ListedPods.with(claim, live));
        }
        return new Snapshot(
                claim, keeping.size(), keeping.stream().min(String::compareTo), isListed, Optional.empty(), now);
    }

    private static List<String> keeping(PersistentVolumeClaim claim, List<LeanPod> pods) {
        return pods.stream()
                .filter(pod -> VolumeUse.keeps(pod, claim))
                .map(LeanPod::name)
                .toList();
    }

    private boolean isUsed(PersistentVolumeClaim claim, List<LeanPod> cached) {
        return cached.stream().anyMatch(pod -> VolumeUse.mayBeUsedBy(pod, claim))
                || ListedPods.with(claim, live).stream().anyMatch(pod -> VolumeUse.mayBeUsedBy(pod, claim));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var claim = snapshot.claim();
        if (claim.isDeleting()) {
            return PROTECTION.keeps(claim)
                    ? kept(snapshot)
                    : Plan.nothing("it is deleted and does not wait for this controller");
        }
        if (PROTECTION.isMissingOn(claim)) {
            return Plan.of("it is not protected", PROTECTION.add(claim));
        }
        return snapshot.isUsed()
                .flatMap(isUsed -> UnusedCondition.changed(claim, isUsed, snapshot.now())
                        .map(changed -> Plan.of(
                                isUsed ? "a pod refers to it" : "no pod refers to it any more",
                                Step.updateStatus(changed, Step.Urgency.NOW))))
                .orElseGet(() -> Plan.nothing("it is protected"));
    }

    private static Plan kept(Snapshot snapshot) {
        if (snapshot.keeping() == 0) {
            return Plan.of("no pod uses it", PROTECTION.remove(snapshot.claim()));
        }
        var plan = Plan.nothing("it stays while %s: %s"
                .formatted(
                        snapshot.keeping() == 1 ? "a pod uses it" : snapshot.keeping() + " pods use it",
                        snapshot.one().orElseThrow()));
        // A list that is shared may be older than the end of the pod, and the cache tells of an end once.
        return snapshot.isListed() ? plan.wakingIn(ListedPods.SHARED_FOR) : plan;
    }
}
