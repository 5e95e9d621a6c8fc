package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.controllers.shared.resourceclaims.PodClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.Device;
import dev.kcm.model.resource.v1.DeviceRequestAllocationResult;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Which devices are tainted, and whom that concerns.
///
/// @param slices of a pool, of all generations
/// @param rules all there are; those that do not evict do not count
/// @param claims by key
record DeviceTaints(
        Function<Pool, List<ResourceSlice>> slices,
        List<DeviceTaintRule> rules,
        Function<ObjectKey, Optional<ResourceClaim>> claims) {

    /// The same with one rule and no other.
    DeviceTaints withOnly(DeviceTaintRule rule) {
        return new DeviceTaints(slices, List.of(rule), claims);
    }

    /// When a pod has to go, if it does: as soon as the first of the claims that it uses says so.
    Optional<Eviction> evictionOf(LeanPod pod) {
        return pod.spec().nodeName().isEmpty()
                ? Optional.empty()
                : Eviction.earliest(pod.spec().resourceClaims().stream()
                        .flatMap(wanted -> PodClaims.claimOf(pod, wanted).flatMap(claims).stream()
                                .filter(claim -> PodClaims.isUsable(pod, wanted, claim)))
                        .filter(claim -> PodClaims.isReservedFor(pod, claim))
                        .flatMap(claim -> evictionOf(claim).stream()));
    }

    Optional<Eviction> evictionOf(ResourceClaim claim) {
        return Eviction.earliest(Pool.devices(claim)
                .flatMap(device -> taints(device)
                        .flatMap(taint ->
                                taint.evictsAt(device.tolerations()).map(at -> Eviction.of(at, taint)).stream())));
    }

    /// Devices that are published now, not those of earlier generations.
    Stream<Device> published(Pool pool) {
        var all = slices.apply(pool);
        long newest = all.stream()
                .mapToLong(slice -> slice.spec().pool().generation())
                .max()
                .orElse(0);
        return all.stream()
                .filter(slice -> slice.spec().pool().generation() == newest)
                .flatMap(slice -> slice.spec().devices().stream());
    }

    /// A rule also applies to an allocated device that no slice lists any more.
    private Stream<EvictingTaint> taints(DeviceRequestAllocationResult allocated) {
        var pool = Pool.of(allocated);
        var shown = "%s/%s/%s".formatted(allocated.driver(), allocated.pool(), allocated.device());
        return Stream.concat(
                published(pool)
                        .filter(device -> device.name().equals(allocated.device()))
                        .flatMap(device -> device.taints().stream())
                        .filter(taint -> taint.effect().equals(EvictingTaint.EFFECT))
                        .map(taint -> new EvictingTaint(
                                taint.key(),
                                taint.value(),
                                taint.timeAdded().orElse(Instant.EPOCH),
                                Optional.empty(),
                                shown)),
                rules.stream()
                        .filter(rule -> Rules.isEvicting(rule) && Rules.selects(rule, pool, allocated.device()))
                        .map(rule -> evicting(rule, shown)));
    }

    private static EvictingTaint evicting(DeviceTaintRule rule, String device) {
        var taint = rule.spec().taint();
        return new EvictingTaint(
                taint.key(),
                taint.value(),
                taint.timeAdded().or(rule.metadata()::creationTimestamp).orElse(Instant.EPOCH),
                Optional.of(new EvictingTaint.Rule(rule.key(), rule.uid())),
                device);
    }
}
