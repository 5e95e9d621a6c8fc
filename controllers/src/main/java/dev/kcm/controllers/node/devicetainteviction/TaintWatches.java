package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.controllers.shared.resourceclaims.PodClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.function.Consumer;

/// Which pods and rules to sync when something changes. Pods have their own name as key, rules have `rule:` before it.
final class TaintWatches {
    private static final String RULE_PREFIX = "rule:";

    private TaintWatches() {}

    static ObjectKey ruleKey(ObjectKey rule) {
        return ObjectKey.of(RULE_PREFIX + rule.name());
    }

    static boolean isRuleKey(ObjectKey key) {
        return key.name().startsWith(RULE_PREFIX);
    }

    static ObjectKey ruleOf(ObjectKey key) {
        return ObjectKey.of(key.name().substring(RULE_PREFIX.length()));
    }

    /// Pods change often, and mostly in nothing that counts here.
    static WatchMapping<LeanPod> pods() {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, _, into) -> {
            var pod = change.object();
            if (!pod.spec().resourceClaims().isEmpty() && !isIrrelevant(change)) {
                into.accept(pod.key());
            }
        });
    }

    private static boolean isIrrelevant(Change<LeanPod> change) {
        return change instanceof Change.Updated<LeanPod>(var before, var pod)
                && before.spec().nodeName().equals(pod.spec().nodeName())
                && before.status().resourceClaimStatuses().equals(pod.status().resourceClaimStatuses());
    }

    /// Those who use the claim, and those who did.
    static WatchMapping<ResourceClaim> claims() {
        return new WatchMapping<>(ResourceClaim.RESOURCE_CLAIMS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Updated<ResourceClaim>(var before, var _)) {
                users(before, into);
            }
            users(change.object(), into);
        });
    }

    /// Everybody with a device of the pool: also a slice without taints may take the place of one that has some.
    static WatchMapping<ResourceSlice> slices() {
        return new WatchMapping<>(ResourceSlice.RESOURCE_SLICES, List.of(Pool.CLAIMS), (change, stores, into) -> {
            if (!(change instanceof Change.Updated<ResourceSlice>(var before, var slice)
                    && before.spec().equals(slice.spec()))) {
                stores.of(ResourceClaim.RESOURCE_CLAIMS)
                        .byIndex(Pool.CLAIMS, Pool.of(change.object()))
                        .forEach(claim -> users(claim, into));
            }
        });
    }

    /// Itself, and everybody with a device that it selects, or did.
    static WatchMapping<DeviceTaintRule> rules() {
        return new WatchMapping<>(DeviceTaintRule.DEVICE_TAINT_RULES, List.of(Pool.CLAIMS), (change, stores, into) -> {
            var rule = change.object();
            if (change instanceof Change.Updated<DeviceTaintRule>(var before, var _)) {
                if (before.spec().equals(rule.spec())) {
                    return;
                }
                selected(before, stores, into);
            }
            into.accept(ruleKey(rule.key()));
            selected(rule, stores, into);
        });
    }

    /// The rules that evict the users of a claim: who they are has changed.
    static WatchMapping<ResourceClaim> rulesOfClaims() {
        return new WatchMapping<>(ResourceClaim.RESOURCE_CLAIMS, List.of(), (change, stores, into) -> {
            for (var rule : stores.of(DeviceTaintRule.DEVICE_TAINT_RULES).all()) {
                if (Rules.isEvicting(rule) && selects(rule, change.object())) {
                    into.accept(ruleKey(rule.key()));
                }
            }
        });
    }

    static boolean selects(DeviceTaintRule rule, ResourceClaim claim) {
        return Pool.devices(claim).anyMatch(device -> Rules.selects(rule, Pool.of(device), device.device()));
    }

    private static void selected(DeviceTaintRule rule, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        stores.of(ResourceClaim.RESOURCE_CLAIMS).forEach(claim -> {
            if (selects(rule, claim)) {
                users(claim, into);
            }
        });
    }

    private static void users(ResourceClaim claim, Consumer<ObjectKey> into) {
        claim.status().reservedFor().stream()
                .filter(PodClaims::isPod)
                .forEach(consumer -> into.accept(ObjectKey.of(claim.namespace(), consumer.name())));
    }
}
