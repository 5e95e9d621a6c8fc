package dev.kcm.cluster.scheduling;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/// Resources asked for: how many pods, and thousandths of each resource.
record ResourceRequest(long pods, Map<String, Long> amounts) {
    static final ResourceRequest NONE = new ResourceRequest(0, Map.of());

    /// What a pod needs: all its containers and sidecars, or its largest init container if that is
    /// more.
    static ResourceRequest of(Pod pod) {
        var sum = new HashMap<String, Long>();
        pod.spec().containers().forEach(container -> merge(sum, container, Math::addExact));
        pod.spec().initContainers().stream()
                .filter(ResourceRequest::isSidecar)
                .forEach(container -> merge(sum, container, Math::addExact));
        pod.spec().initContainers().stream()
                .filter(container -> !isSidecar(container))
                .forEach(container -> merge(sum, container, Math::max));
        pod.spec().overhead().forEach((name, amount) -> sum.merge(name, amount.milliValue(), Math::addExact));
        return new ResourceRequest(1, Map.copyOf(sum));
    }

    ResourceRequest plus(ResourceRequest other) {
        return new ResourceRequest(pods + other.pods, merged(other, Math::addExact));
    }

    ResourceRequest minus(ResourceRequest other) {
        return new ResourceRequest(pods - other.pods, merged(other, Math::subtractExact));
    }

    long of(String resource) {
        return amounts.getOrDefault(resource, 0L);
    }

    /// The first resource of which there is not enough for one more such request, or none.
    String lacking(ResourceRequest more, Map<String, Quantity> allocatable) {
        var room = allocatable.get("pods");
        if (room != null && pods + more.pods > room.value()) {
            return "Too many pods";
        }
        for (var entry : more.amounts.entrySet()) {
            long has = allocatable.getOrDefault(entry.getKey(), Quantity.ZERO).milliValue();
            if (entry.getValue() > 0 && of(entry.getKey()) + entry.getValue() > has) {
                return "Insufficient " + entry.getKey();
            }
        }
        return "";
    }

    private static boolean isSidecar(Container container) {
        return container.restartPolicy().filter("Always"::equals).isPresent();
    }

    private static void merge(Map<String, Long> sum, Container container, LongBinaryOperator how) {
        container
                .resources()
                .requests()
                .forEach((name, amount) -> sum.merge(name, amount.milliValue(), how::applyAsLong));
    }

    private Map<String, Long> merged(ResourceRequest other, LongBinaryOperator how) {
        var result = new HashMap<>(amounts);
        other.amounts.forEach(
                (name, amount) -> result.put(name, how.applyAsLong(result.getOrDefault(name, 0L), amount)));
        return result;
    }
}
