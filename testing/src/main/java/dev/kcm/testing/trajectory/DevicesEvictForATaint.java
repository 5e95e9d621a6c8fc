package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.resource.v1.DeviceRequestAllocationResult;
import dev.kcm.model.resource.v1.DeviceToleration;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// No pod is evicted for its devices unless one of them has a taint that evicts, and that it does not tolerate for
/// ever.
final class DevicesEvictForATaint implements Invariant {
    private static final String NAME = "devices-evict-for-a-taint";
    private static final String EVICTING = "NoExecute";
    private static final String EVICTED = "DeletionByDeviceTaintManager";

    /// @param source the uid of the slice or rule that says so
    /// @param until when it was taken back, if it was
    private record Tainting(
            String source,
            String key,
            String value,
            Predicate<DeviceRequestAllocationResult> devices,
            Optional<Instant> until) {

        Tainting ended(Instant now) {
            return until.isPresent() ? this : new Tainting(source, key, value, devices, Optional.of(now));
        }

        boolean concerns(DeviceRequestAllocationResult device) {
            return devices.test(device) && device.tolerations().stream().noneMatch(this::isToleratedForEver);
        }

        private boolean isToleratedForEver(DeviceToleration toleration) {
            return toleration.tolerationSeconds().isEmpty()
                    && toleration.effect().equals(EVICTING)
                    && (toleration.key().isEmpty() || toleration.key().equals(key))
                    && (toleration.operator().equals("Exists")
                            || toleration.value().equals(value));
        }
    }

    private final List<Tainting> taints = new ArrayList<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        switch (change.object()) {
            case ResourceSlice slice -> replace(slice.uid(), change.isRemoval() ? Stream.of() : taints(slice), world);
            case DeviceTaintRule rule -> replace(rule.uid(), change.isRemoval() ? Stream.of() : taints(rule), world);
            case Pod pod
            when isEvicted(pod) && !wasEvicted(change) && !hasReason(pod, world) ->
                violations.accept(Violation.of(NAME, pod, "was evicted, and no device of it has a taint", change));
            default -> {}
        }
    }

    private void replace(String source, Stream<Tainting> now, World world) {
        taints.replaceAll(taint -> taint.source().equals(source) ? taint.ended(world.now()) : taint);
        now.forEach(taints::add);
    }

    private static Stream<Tainting> taints(ResourceSlice slice) {
        var spec = slice.spec();
        return spec.devices().stream()
                .flatMap(device -> device.taints().stream()
                        .filter(taint -> taint.effect().equals(EVICTING))
                        .map(taint -> new Tainting(
                                slice.uid(),
                                taint.key(),
                                taint.value(),
                                it -> it.driver().equals(spec.driver())
                                        && it.pool().equals(spec.pool().name())
                                        && it.device().equals(device.name()),
                                Optional.empty())));
    }

    private static Stream<Tainting> taints(DeviceTaintRule rule) {
        var taint = rule.spec().taint();
        return rule.spec().deviceSelector().stream()
                .filter(_ -> taint.effect().equals(EVICTING))
                .map(selector -> new Tainting(
                        rule.uid(),
                        taint.key(),
                        taint.value(),
                        it -> selector.driver().map(it.driver()::equals).orElse(true)
                                && selector.pool().map(it.pool()::equals).orElse(true)
                                && selector.device().map(it.device()::equals).orElse(true),
                        Optional.empty()));
    }

    /// Taints that the controller may not have seen go yet count.
    private boolean hasReason(Pod pod, World world) {
        return world.objects().stream()
                .flatMap(it -> it instanceof ResourceClaim claim ? Stream.of(claim) : Stream.of())
                .filter(claim -> claim.status().reservedFor().stream()
                        .anyMatch(by -> by.uid().equals(pod.uid())))
                .flatMap(claim -> claim.status().allocation().stream())
                .flatMap(allocation -> allocation.devices().results().stream())
                .anyMatch(device -> taints.stream()
                        .filter(taint -> taint.until().filter(world::isLongAgo).isEmpty())
                        .anyMatch(taint -> taint.concerns(device)));
    }

    private static boolean wasEvicted(ObservedChange change) {
        return change.before().filter(it -> isEvicted((Pod) it)).isPresent();
    }

    private static boolean isEvicted(Pod pod) {
        return pod.status().conditions().stream()
                .anyMatch(it ->
                        it.type().equals("DisruptionTarget") && it.reason().equals(EVICTED));
    }
}
