package dev.kcm.cluster.scheduling;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.resource.v1.AllocationResult;
import dev.kcm.model.resource.v1.DeviceAllocationConfiguration;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.DeviceRequest;
import dev.kcm.model.resource.v1.DeviceRequestAllocationResult;
import dev.kcm.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Gives claims the first devices of a node that fit: request by request, without looking back.
///
/// @param devices what the node offers
/// @param inUse what is allocated already
/// @param classes by name; every one that is asked for is there
record DeviceAllocation(
        Node node,
        List<PoolDevice> devices,
        Set<PoolDevice.Id> inUse,
        Function<String, Optional<DeviceClass>> classes) {

    /// One result for each claim; nothing if one of them cannot be fulfilled.
    Optional<List<AllocationResult>> of(List<ResourceClaim> claims) {
        var taken = new HashSet<>(inUse);
        var results = new ArrayList<AllocationResult>();
        for (var claim : claims) {
            var result = of(claim, taken);
            if (result.isEmpty()) {
                return Optional.empty();
            }
            results.add(result.get());
        }
        return Optional.of(results);
    }

    private record Fulfilled(DeviceAsk ask, List<PoolDevice> devices) {}

    private Optional<AllocationResult> of(ResourceClaim claim, Set<PoolDevice.Id> taken) {
        var fulfilled = new ArrayList<Fulfilled>();
        for (var request : claim.spec().devices().requests()) {
            var found = of(request, taken);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            if (!found.get().ask().isForAdministration()) {
                found.get().devices().forEach(device -> taken.add(device.id()));
            }
            fulfilled.add(found.get());
        }
        return Optional.of(result(claim, fulfilled));
    }

    private Optional<Fulfilled> of(DeviceRequest request, Set<PoolDevice.Id> taken) {
        return DeviceAsk.of(request).stream()
                .flatMap(ask -> of(ask, taken).stream().map(found -> new Fulfilled(ask, found)))
                .findFirst();
    }

    private Optional<List<PoolDevice>> of(DeviceAsk ask, Set<PoolDevice.Id> taken) {
        var deviceClass = classes.apply(ask.deviceClass()).orElseThrow();
        var fitting = devices.stream()
                .filter(device -> ask.isMetBy(device, deviceClass))
                .toList();
        var free = fitting.stream()
                .filter(device -> ask.isForAdministration() || !taken.contains(device.id()))
                .filter(device -> !device.isTainted(ask.tolerations()))
                .toList();
        if (ask.isForAll()) {
            return free.isEmpty() || free.size() < fitting.size() ? Optional.empty() : Optional.of(free);
        }
        return free.size() < ask.count() ? Optional.empty() : Optional.of(free.subList(0, (int) ask.count()));
    }

    private AllocationResult result(ResourceClaim claim, List<Fulfilled> fulfilled) {
        var result = AllocationResult.builder().devices(devices -> {
            devices.results(fulfilled.stream()
                    .flatMap(one -> one.devices().stream().map(device -> result(one.ask(), device)))
                    .toList());
            devices.config(configuration(claim, fulfilled));
        });
        if (fulfilled.stream().flatMap(one -> one.devices().stream()).anyMatch(PoolDevice::isLocal)) {
            result.nodeSelector(selector -> selector.addNodeSelectorTerms(term -> term.addMatchFields(
                    field -> field.key("metadata.name").operator("In").addValues(node.name()))));
        }
        return result.build();
    }

    private static DeviceRequestAllocationResult result(DeviceAsk ask, PoolDevice device) {
        var result = DeviceRequestAllocationResult.builder()
                .request(ask.name())
                .driver(device.id().driver())
                .pool(device.id().pool())
                .device(device.id().device())
                .tolerations(ask.tolerations());
        if (ask.isForAdministration()) {
            result.adminAccess(true);
        }
        return result.build();
    }

    /// What the classes and the claim tell drivers.
    private List<DeviceAllocationConfiguration> configuration(ResourceClaim claim, List<Fulfilled> fulfilled) {
        var all = new ArrayList<DeviceAllocationConfiguration>();
        for (var one : fulfilled) {
            classes.apply(one.ask().deviceClass()).orElseThrow().spec().config().stream()
                    .map(config -> DeviceAllocationConfiguration.builder()
                            .source("FromClass")
                            .requests(List.of(one.ask().name()))
                            .deviceConfiguration(config.deviceConfiguration())
                            .build())
                    .forEach(all::add);
        }
        claim.spec().devices().config().stream()
                .map(config -> DeviceAllocationConfiguration.builder()
                        .source("FromClaim")
                        .requests(config.requests())
                        .deviceConfiguration(config.deviceConfiguration())
                        .build())
                .forEach(all::add);
        return all;
    }
}
