package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.DeviceRequest;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What claims of devices use, by class; that they exist is counted like any other kind.
///
/// A class of devices may also be asked for as an extended resource: then the scheduler writes the
/// claim for the pod, and a quota on the extended resource is charged for whatever the pod was not
/// charged for already.
///
/// @param classes those that exist, where pods may ask for devices as extended resources
/// @param claims all in the namespace
/// @param pods all in the namespace
record DeviceClaimEvaluator(
        List<DeviceClass> classes, List<ResourceClaim> claims, List<LeanPod> pods, PodEvaluator podEvaluator)
        implements Evaluator<ResourceClaim> {
    private static final String EXACT_COUNT = "ExactCount";
    private static final String ALL = "All";

    /// The most devices that a claim can be given.
    private static final long MOST = 32;

    private static final Comparator<ResourceClaim> FIRST_OF_ITS_POD = Comparator.<ResourceClaim, Instant>comparing(
                    claim -> claim.metadata().creationTimestamp().orElse(Instant.MIN))
            .thenComparing(ResourceClaim::name);

    @Override
    public boolean covers(String name) {
        return isOfDeviceClass(name)
                || (PodEvaluator.isRequestOfExtendedResource(name)
                        && classes.stream()
                                .anyMatch(it -> asExtendedResources(it).contains(unprefixed(name))));
    }

    @Override
    public boolean isIn(ScopedResourceSelectorRequirement scope, ResourceClaim claim) {
        return false;
    }

    @Override
    public Map<String, Quantity> usage(ResourceClaim claim) {
        var byClass = new HashMap<String, Quantity>();
        claim.spec().devices().requests().forEach(request -> Amounts.addInto(byClass, devicesByClass(request)));
        var usage = new HashMap<String, Quantity>();
        byClass.forEach((name, count) -> usage.put(name + ResourceNames.DEVICES_OF_CLASS, count));
        Amounts.addInto(usage, asExtendedResources(byClass, claim));
        return usage;
    }

    static boolean isOfDeviceClass(String name) {
        return name.endsWith(ResourceNames.DEVICES_OF_CLASS);
    }

    /// Of alternatives the worst case counts, for each class by itself.
    private static Map<String, Quantity> devicesByClass(DeviceRequest request) {
        var devices = new HashMap<String, Quantity>();
        for (var alternative : request.firstAvailable()) {
            Amounts.raiseInto(
                    devices,
                    Map.of(alternative.deviceClassName(), devices(alternative.allocationMode(), alternative.count())));
        }
        if (request.firstAvailable().isEmpty()) {
            request.exactly()
                    .ifPresent(it -> devices.put(it.deviceClassName(), devices(it.allocationMode(), it.count())));
        }
        return devices;
    }

    private static Quantity devices(String allocationMode, long count) {
        return Quantity.of(
                switch (allocationMode) {
                    case EXACT_COUNT -> count;
                    case ALL -> MOST;
                    default -> 0;
                });
    }

    private Map<String, Quantity> asExtendedResources(Map<String, Quantity> byClass, ResourceClaim claim) {
        var amounts = new HashMap<String, Quantity>();
        for (var deviceClass : classes) {
            var count = byClass.get(deviceClass.name());
            if (count != null) {
                asExtendedResources(deviceClass)
                        .forEach(name -> amounts.merge(ResourceNames.REQUESTS + name, count, Quantity::plus));
            }
        }
        var charged = amounts.isEmpty()
                ? Map.<String, Quantity>of()
                : owner(claim).map(podEvaluator::usage).orElseGet(Map::of);
        amounts.replaceAll((name, amount) -> amount.minus(charged.getOrDefault(name, Quantity.ZERO)));
        amounts.values().removeIf(amount -> amount.signum() <= 0);
        return amounts;
    }

    /// What a pod may call devices of this class.
    private static List<String> asExtendedResources(DeviceClass deviceClass) {
        var implied = ResourceNames.DEVICE_CLASS + deviceClass.name();
        return deviceClass
                .spec()
                .extendedResourceName()
                .map(name -> List.of(implied, name))
                .orElseGet(() -> List.of(implied));
    }

    /// The pod that the claim was written for, and that has paid for it.
    private Optional<LeanPod> owner(ResourceClaim claim) {
        return podOf(claim)
                .flatMap(uid ->
                        pods.stream().filter(pod -> pod.uid().equals(uid)).findFirst())
                .filter(pod -> isPaidBy(pod, claim));
    }

    private boolean isPaidBy(LeanPod pod, ResourceClaim claim) {
        return pod.status()
                .extendedResourceClaimStatus()
                .map(status -> status.resourceClaimName().equals(claim.name()))
                .orElseGet(() -> claims.stream()
                        .filter(it -> podOf(it).equals(Optional.of(pod.uid())))
                        .noneMatch(it -> FIRST_OF_ITS_POD.compare(it, claim) < 0));
    }

    private static Optional<String> podOf(ResourceClaim claim) {
        return "true".equals(claim.annotations().get(Annotations.FOR_EXTENDED_RESOURCE))
                ? OwnerReferences.controllerOf(claim)
                        .filter(it -> it.kind().equals("Pod") && it.apiVersion().equals("v1"))
                        .map(it -> it.uid())
                : Optional.empty();
    }

    private static String unprefixed(String name) {
        return name.substring(ResourceNames.REQUESTS.length());
    }
}
