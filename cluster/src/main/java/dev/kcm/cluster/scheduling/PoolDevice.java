package dev.kcm.cluster.scheduling;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.resource.v1.Device;
import dev.kcm.model.resource.v1.DeviceToleration;
import dev.kcm.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A device that a driver offers.
///
/// @param isLocal whether it is there for some nodes only
record PoolDevice(Id id, Device device, boolean isLocal) {

    record Id(String driver, String pool, String device) {}

    private record Pool(String driver, String name) {
        static Pool of(ResourceSlice slice) {
            return new Pool(slice.spec().driver(), slice.spec().pool().name());
        }
    }

    /// The devices for one node, in the order of pools and slices. Pools of which not all slices are there are left
    /// out, and so are devices that are parts of others.
    static List<PoolDevice> on(Node node, Collection<ResourceSlice> slices) {
        var found = new ArrayList<PoolDevice>();
        for (var pool : newest(slices).values()) {
            if (pool.size() == pool.getFirst().spec().pool().resourceSliceCount()) {
                pool.forEach(slice -> slice.spec().devices().stream()
                        .filter(device -> device.consumesCounters().isEmpty() && isFor(node, slice, device))
                        .forEach(device -> found.add(of(slice, device))));
            }
        }
        return found;
    }

    /// Whether one of its taints keeps it from being allocated to whoever tolerates these.
    boolean isTainted(List<DeviceToleration> tolerations) {
        return device.taints().stream()
                .filter(taint -> !taint.effect().equals("None"))
                .anyMatch(taint -> tolerations.stream()
                        .noneMatch(toleration -> (toleration.effect().isEmpty()
                                        || toleration.effect().equals(taint.effect()))
                                && (toleration.key().isEmpty()
                                        || toleration.key().equals(taint.key()))
                                && (toleration.operator().equals("Exists")
                                        || toleration.value().equals(taint.value()))));
    }

    private static PoolDevice of(ResourceSlice slice, Device device) {
        var spec = slice.spec();
        boolean isEverywhere =
                spec.allNodes().orElse(false) || device.allNodes().orElse(false);
        return new PoolDevice(new Id(spec.driver(), spec.pool().name(), device.name()), device, !isEverywhere);
    }

    /// The slices of the newest generation of each pool, by name.
    private static Map<Pool, List<ResourceSlice>> newest(Collection<ResourceSlice> slices) {
        var generations = new HashMap<Pool, Long>();
        slices.forEach(
                slice -> generations.merge(Pool.of(slice), slice.spec().pool().generation(), Math::max));
        return slices.stream()
                .filter(slice -> slice.spec().pool().generation() == generations.getOrDefault(Pool.of(slice), 0L))
                .sorted(Comparator.comparing(ResourceSlice::name))
                .collect(Collectors.groupingBy(Pool::of, LinkedHashMap::new, Collectors.toList()));
    }

    private static boolean isFor(Node node, ResourceSlice slice, Device device) {
        var spec = slice.spec();
        if (spec.perDeviceNodeSelection().orElse(false)) {
            return device.allNodes().orElse(false)
                    || device.nodeName().filter(node.name()::equals).isPresent()
                    || device.nodeSelector()
                            .filter(selector -> NodeFit.matches(selector, node))
                            .isPresent();
        }
        return spec.allNodes().orElse(false)
                || spec.nodeName().filter(node.name()::equals).isPresent()
                || spec.nodeSelector()
                        .filter(selector -> NodeFit.matches(selector, node))
                        .isPresent();
    }
}
