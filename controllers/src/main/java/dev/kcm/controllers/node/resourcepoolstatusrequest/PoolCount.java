package dev.kcm.controllers.node.resourcepoolstatusrequest;

import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1alpha3.PoolStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the newest generation of a pool comes to.
///
/// @param slices of that generation
record PoolCount(String driver, String name, List<ResourceSlice> slices, int allocated) {

    /// The pools of a driver, by name.
    ///
    /// @param allocated how many devices of each pool are
    static List<PoolCount> of(String driver, Collection<ResourceSlice> slices, Map<String, Integer> allocated) {
        var byPool = slices.stream()
                .collect(Collectors.groupingBy(slice -> slice.spec().pool().name(), TreeMap::new, Collectors.toList()));
        return byPool.entrySet().stream()
                .map(pool -> new PoolCount(
                        driver, pool.getKey(), newest(pool.getValue()), allocated.getOrDefault(pool.getKey(), 0)))
                .toList();
    }

    /// Whether slices are missing. How many there should be, the first says.
    boolean isIncomplete() {
        return slices.size() < expected();
    }

    String problem() {
        return "pool %s/%s is incomplete: observed %d/%d slices at generation %d"
                .formatted(driver, name, slices.size(), expected(), generation());
    }

    PoolStatus status() {
        int total =
                slices.stream().mapToInt(slice -> slice.spec().devices().size()).sum();
        var status = PoolStatus.builder()
                .driver(driver)
                .poolName(name)
                .generation(generation())
                .resourceSliceCount(slices.size())
                .totalDevices(total)
                .allocatedDevices(allocated)
                .availableDevices(Math.max(0, total - allocated))
                .unavailableDevices(0);
        node().ifPresent(status::nodeName);
        return status.build();
    }

    /// The node, if all slices are of one and the same.
    private Optional<String> node() {
        var nodes = slices.stream()
                .map(slice -> slice.spec().nodeName().orElse(""))
                .distinct()
                .toList();
        return nodes.size() == 1 && !nodes.getFirst().isEmpty() ? Optional.of(nodes.getFirst()) : Optional.empty();
    }

    private long expected() {
        return slices.getFirst().spec().pool().resourceSliceCount();
    }

    private long generation() {
        return slices.getFirst().spec().pool().generation();
    }

    private static List<ResourceSlice> newest(List<ResourceSlice> slices) {
        long newest = slices.stream()
                .mapToLong(slice -> slice.spec().pool().generation())
                .max()
                .orElse(0);
        return slices.stream()
                .filter(slice -> slice.spec().pool().generation() == newest)
                .toList();
    }
}
