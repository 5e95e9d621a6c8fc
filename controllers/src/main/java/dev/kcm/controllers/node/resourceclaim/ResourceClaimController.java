package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.controllers.shared.resourceclaims.PodClaims;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.core.v1.PodResourceClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimConsumerReference;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Makes claims for pods ([PodDecision]) and releases them ([ClaimDecision]); both kinds of keys share its queue.
///
/// Remembers of each claim only what its metrics count it under.
public final class ResourceClaimController implements Reconciler<Snapshot> {
    static final String NAME = "resourceclaim-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("resource-claim-controller")
            .component("resource_claim")
            .queue("resource_claim")
            .reconciles(ClaimWatches.claims())
            .watches(ClaimWatches.pods())
            .watches(ClaimWatches.templates())
            .indexes(ClaimWatches.CLAIMS_BY_POD)
            .writes(
                    "create resourceclaims",
                    "update resourceclaims",
                    "update resourceclaims/status",
                    "delete resourceclaims",
                    "patch pods/status")
            .workers(options -> options.of(ResourceClaimOptions.FLAGS).concurrentSyncs())
            .failsStartWhen(ResourceClaimController::startupError)
            .builtBy(ResourceClaimController::new);

    private final ClaimFeatures features;
    private final LiveReads live;
    private final Memory<ClaimMetrics.ClaimLabels> claims = new Memory<>();
    private final ClaimMetrics metrics;

    private ResourceClaimController(Settings settings) {
        this.features = ClaimFeatures.of(settings.gates());
        this.live = settings.live();
        this.metrics = new ClaimMetrics(settings.metrics(), claims);
    }

    @Override
    public Optional<ObjectRef> subject(ObjectKey key) {
        return ClaimWatches.isPodKey(key)
                ? Optional.of(new ObjectRef(LeanPod.PODS, ClaimWatches.podOf(key), ""))
                : Optional.empty();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return ClaimWatches.isPodKey(key) ? pod(ClaimWatches.podOf(key), caches) : claim(key, caches);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return switch (snapshot) {
            case Snapshot.OfPod pod -> PodDecision.decide(pod, features);
            case Snapshot.OfClaim claim -> ClaimDecision.decide(claim);
        };
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return switch (snapshot) {
            case Snapshot.OfPod pod -> PodDecision.settle(pod, writes);
            case Snapshot.OfClaim claim -> ClaimDecision.settle(claim, writes);
        };
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        metrics.synced(writes);
    }

    private static Observation<Snapshot> pod(ObjectKey key, Caches caches) {
        var found = caches.find(LeanPod.PODS, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var pod = found.get();
        return new Observation.Observed<>(new Snapshot.OfPod(
                pod,
                pod.spec().resourceClaims().stream()
                        .map(wanted -> wanted(pod, wanted, caches))
                        .toList()));
    }

    private static Snapshot.Wanted wanted(LeanPod pod, PodResourceClaim wanted, Caches caches) {
        var claims = caches.of(ResourceClaim.RESOURCE_CLAIMS);
        return new Snapshot.Wanted(
                wanted,
                PodClaims.claimOf(pod, wanted).flatMap(claims::find),
                claims.byIndex(ClaimWatches.CLAIMS_BY_POD, pod.uid()).stream()
                        .filter(claim ->
                                wanted.name().equals(claim.annotations().get(Names.POD_CLAIM_ANNOTATION)))
                        .findFirst(),
                wanted.resourceClaimTemplateName()
                        .flatMap(name -> caches.find(
                                ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES, ObjectKey.of(pod.namespace(), name))));
    }

    private Observation<Snapshot> claim(ObjectKey key, Caches caches) {
        var found = caches.find(ResourceClaim.RESOURCE_CLAIMS, key);
        if (found.isEmpty()) {
            claims.forget(key);
            return new Observation.Gone<>();
        }
        var claim = found.get();
        claims.keep(key, ClaimMetrics.ClaimLabels.of(claim));
        var over = claim.status().reservedFor().stream()
                .filter(consumer -> PodClaims.isPod(consumer) && isOver(claim, consumer, caches))
                .toList();
        return new Observation.Observed<>(
                new Snapshot.OfClaim(claim, over, isOwnerDone(claim, caches), isAwaited(claim, caches)));
    }

    /// A pod that the cache lacks may be one that it does not know yet, about to be scheduled: the server is asked.
    private boolean isOver(ResourceClaim claim, ResourceClaimConsumerReference consumer, Caches caches) {
        var key = ObjectKey.of(claim.namespace(), consumer.name());
        return caches.find(LeanPod.PODS, key)
                .map(pod -> !pod.uid().equals(consumer.uid()) || PodClaims.isDone(pod))
                .orElseGet(() -> live.get(MetadataObject.resource(LeanPod.PODS), key)
                        .filter(pod -> pod.uid().equals(consumer.uid()))
                        .isEmpty());
    }

    /// Where the cache does not know the pod, the garbage collector decides.
    private static boolean isOwnerDone(ResourceClaim claim, Caches caches) {
        return PodClaims.ownerOf(claim)
                .flatMap(owner -> caches.find(LeanPod.PODS, ObjectKey.of(claim.namespace(), owner.name()))
                        .filter(pod -> !pod.uid().equals(owner.uid()) || PodClaims.isDone(pod)))
                .isPresent();
    }

    private static boolean isAwaited(ResourceClaim claim, Caches caches) {
        return caches.of(LeanPod.PODS).byIndex(ClaimWatches.PODS_BY_CLAIM, claim.key()).stream()
                .anyMatch(pod -> pod.spec().nodeName().isEmpty() && !PodClaims.isDone(pod));
    }

    private static Optional<String> startupError(Settings.Options options) {
        return options.gates().isEnabled("DRAWorkloadResourceClaims")
                ? Optional.of("--feature-gates: this resourceclaim-controller makes no claims for PodGroups:"
                        + " leave DRAWorkloadResourceClaims=false")
                : Optional.empty();
    }
}
