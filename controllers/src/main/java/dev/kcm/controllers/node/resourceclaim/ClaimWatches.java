package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.controllers.shared.resourceclaims.PodClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.function.Consumer;

/// Which keys to sync when a pod, a claim or a template changes. Claims have their own name as key, pods have `pod:`
/// before it.
final class ClaimWatches {
    private static final String POD_PREFIX = "pod:";

    static final Index<LeanPod> PODS_BY_CLAIM = new Index<>(LeanPod.PODS, "resource claim", PodClaims::namesOf);

    static final Index<LeanPod> PODS_BY_TEMPLATE =
            new Index<>(LeanPod.PODS, "resource claim template", PodClaims::templatesOf);

    /// By the uid of the pod that a claim was made for.
    static final Index<ResourceClaim> CLAIMS_BY_POD = new Index<>(
            ResourceClaim.RESOURCE_CLAIMS,
            "pod",
            claim -> PodClaims.ownerOf(claim).map(owner -> List.of(owner.uid())).orElse(List.of()));

    private ClaimWatches() {}

    static ObjectKey podKey(ObjectKey pod) {
        return ObjectKey.of(pod.namespace(), POD_PREFIX + pod.name());
    }

    static boolean isPodKey(ObjectKey key) {
        return key.name().startsWith(POD_PREFIX);
    }

    static ObjectKey podOf(ObjectKey key) {
        return ObjectKey.of(key.namespace(), key.name().substring(POD_PREFIX.length()));
    }

    static WatchMapping<LeanPod> pods() {
        return new WatchMapping<>(
                LeanPod.PODS,
                List.of(),
                (change, stores, into) ->
                        enqueue(change.object(), change instanceof Change.Deleted<LeanPod>, stores, into));
    }

    /// A claim that is gone is synced to be forgotten; its pods may need another.
    static WatchMapping<ResourceClaim> claims() {
        return new WatchMapping<>(ResourceClaim.RESOURCE_CLAIMS, List.of(PODS_BY_CLAIM), (change, stores, into) -> {
            var key = change.object().key();
            into.accept(key);
            stores.of(LeanPod.PODS).byIndex(PODS_BY_CLAIM, key).forEach(pod -> enqueue(pod, false, stores, into));
        });
    }

    static WatchMapping<ResourceClaimTemplate> templates() {
        return new WatchMapping<>(
                ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES, List.of(PODS_BY_TEMPLATE), (change, stores, into) -> {
                    if (!(change instanceof Change.Deleted<ResourceClaimTemplate>)) {
                        stores.of(LeanPod.PODS)
                                .byIndex(PODS_BY_TEMPLATE, change.object().key())
                                .forEach(pod -> enqueue(pod, false, stores, into));
                    }
                });
    }

    private static void enqueue(LeanPod pod, boolean isGone, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        if (!PodClaims.concern(pod)) {
            return;
        }
        if (isGone || PodClaims.isDone(pod)) {
            PodClaims.allOf(pod).forEach(into);
        } else if (PodClaims.needSync(pod, stores.of(ResourceClaim.RESOURCE_CLAIMS)::find)) {
            into.accept(podKey(pod.key()));
        }
    }
}
