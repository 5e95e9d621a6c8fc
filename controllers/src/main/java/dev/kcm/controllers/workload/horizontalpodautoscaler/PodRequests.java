package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.lean.LeanContainer;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodSpec;
import dev.kcm.model.lean.LeanResourceRequirements;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What pods asked for of a resource, which their usage is measured against.
///
/// @param container only this container's; of all of them if empty
/// @param countsPodLevel whether what a pod asks for as a whole takes the place of what its containers ask for
record PodRequests(String resource, String container, boolean countsPodLevel) {
    private static final String ALWAYS = "Always";

    /// Resources that a pod can ask for as a whole; huge pages besides.
    private static final Set<String> POD_LEVEL = Set.of("cpu", "memory");

    /// In thousandths by the name of the pod.
    ///
    /// @throws MetricFailure if any of the pods did not ask
    Map<String, Long> of(List<LeanPod> pods) throws MetricFailure {
        var requests = HashMap.<String, Long>newHashMap(pods.size());
        for (var pod : pods) {
            requests.put(pod.name(), of(pod));
        }
        return requests;
    }

    private long of(LeanPod pod) throws MetricFailure {
        return countsPodLevel && container.isEmpty() && hasPodLevel(pod.spec()) ? podLevel(pod) : ofContainers(pod);
    }

    private static boolean hasPodLevel(LeanPodSpec spec) {
        return spec.resources().map(LeanResourceRequirements::requests).orElse(Map.of()).keySet().stream()
                .anyMatch(PodRequests::isPodLevel);
    }

    private static boolean isPodLevel(String resource) {
        return POD_LEVEL.contains(resource) || resource.startsWith("hugepages-");
    }

    /// What the pod asks for as a whole or, of a resource it does not, what its containers do; and its overhead.
    private long podLevel(LeanPod pod) throws MetricFailure {
        var spec = pod.spec();
        var whole = Optional.ofNullable(
                        spec.resources().orElseThrow().requests().get(resource))
                .filter(_ -> isPodLevel(resource))
                .map(Quantity::milliValue);
        var request = whole.isPresent() ? whole : hungriest(spec);
        var overhead = Optional.ofNullable(spec.overhead().get(resource)).map(Quantity::milliValue);
        if (request.isEmpty() && overhead.isEmpty()) {
            throw new MetricFailure("missing pod-level request for %s in Pod %s".formatted(resource, pod.name()));
        }
        return request.orElse(0L) + overhead.orElse(0L);
    }

    /// Init containers run before the others, one at a time, beside the sidecars started before each.
    private Optional<Long> hungriest(LeanPodSpec spec) {
        var asking = Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .anyMatch(it -> it.resources().requests().containsKey(resource));
        if (!asking) {
            return Optional.empty();
        }
        long sidecars = 0;
        long starting = 0;
        for (var init : spec.initContainers()) {
            starting = Math.max(starting, sidecars + request(init));
            sidecars += isSidecar(init) ? request(init) : 0;
        }
        return Optional.of(
                Math.max(starting, running(spec).mapToLong(this::request).sum()));
    }

    private long request(LeanContainer container) {
        var request = container.resources().requests().get(resource);
        return request == null ? 0 : request.milliValue();
    }

    private long ofContainers(LeanPod pod) throws MetricFailure {
        long sum = 0;
        for (var one : (Iterable<LeanContainer>) running(pod.spec())::iterator) {
            if (!container.isEmpty() && !container.equals(one.name())) {
                continue;
            }
            var request = one.resources().requests().get(resource);
            if (request == null) {
                throw new MetricFailure(
                        "missing request for %s in container %s of Pod %s".formatted(resource, one.name(), pod.name()));
            }
            sum += request.milliValue();
            if (container.equals(one.name())) {
                return sum;
            }
        }
        if (!container.isEmpty()) {
            throw new MetricFailure("container %s not found in Pod %s".formatted(container, pod.name()));
        }
        return sum;
    }

    /// The containers that run for as long as the pod does: sidecars are among the init containers.
    private static Stream<LeanContainer> running(LeanPodSpec spec) {
        return Stream.concat(
                spec.containers().stream(), spec.initContainers().stream().filter(PodRequests::isSidecar));
    }

    private static boolean isSidecar(LeanContainer container) {
        return container.restartPolicy().filter(ALWAYS::equals).isPresent();
    }
}
