package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceRequirements;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Changes of a pod through its subresource `resize`.
final class PodResize {
    private static final Set<String> RESIZED = Set.of("cpu", "memory");

    private PodResize() {}

    /// Takes nothing but the resources of containers from `wanted`.
    static Pod resized(Pod wanted, Pod current) {
        return current.toBuilder()
                .metadata(m -> m.resourceVersion(wanted.metadata().resourceVersion()))
                .spec(spec -> spec.containers(resized(
                                wanted.spec().containers(), current.spec().containers()))
                        .initContainers(resized(
                                wanted.spec().initContainers(), current.spec().initContainers())))
                .build();
    }

    private static List<Container> resized(List<Container> wanted, List<Container> current) {
        Map<String, ResourceRequirements> byName = new HashMap<>();
        wanted.forEach(container -> byName.put(container.name(), container.resources()));
        return current.stream()
                .map(container -> container.withResources(byName.getOrDefault(container.name(), container.resources())))
                .toList();
    }

    static void validateResize(Pod wanted, Pod current, FieldErrors errors) {
        PodValidation.pod(wanted, errors);
        var before = QualityOfService.of(current.spec());
        if (!QualityOfService.of(wanted.spec()).equals(before)) {
            errors.invalid(FieldPath.SPEC, before, "Pod QOS Class may not change as a result of resizing");
        }
        if (!isSupportedByNode(current)) {
            errors.forbidden(FieldPath.SPEC, "Pod running on node without support for resize");
        }
        for (int i = 0; i < current.spec().containers().size(); i++) {
            var now = wanted.spec().containers().get(i).resources();
            var was = current.spec().containers().get(i).resources();
            if (!others(now).equals(others(was))) {
                errors.forbidden(FieldPath.SPEC, "only cpu and memory resources are mutable");
            }
        }
    }

    /// A node that can resize says of each running container what it has.
    private static boolean isSupportedByNode(Pod pod) {
        return pod.status().containerStatuses().stream()
                .filter(status -> status.state().running().isPresent())
                .findFirst()
                .map(status -> status.resources().isPresent())
                .orElse(true);
    }

    private static ResourceRequirements others(ResourceRequirements resources) {
        return resources.toBuilder()
                .requests(others(resources.requests()))
                .limits(others(resources.limits()))
                .build();
    }

    private static Map<String, Quantity> others(Map<String, Quantity> amounts) {
        var others = new HashMap<>(amounts);
        others.keySet().removeAll(RESIZED);
        return others;
    }
}
