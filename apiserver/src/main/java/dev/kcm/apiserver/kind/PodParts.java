package dev.kcm.apiserver.kind;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.EphemeralContainer;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceRequirements;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The two parts of a pod that change through subresources of their own once it exists.
final class PodParts {
    private static final Set<String> RESIZED = Set.of("cpu", "memory");

    private PodParts() {}

    /// Takes nothing but the ephemeral containers from `wanted`.
    static Pod withEphemeralContainers(Pod wanted, Pod current) {
        return current.toBuilder()
                .metadata(m -> m.resourceVersion(wanted.metadata().resourceVersion()))
                .spec(spec -> spec.ephemeralContainers(wanted.spec().ephemeralContainers()))
                .build();
    }

    static void validateEphemeralContainers(Pod wanted, Pod current, FieldErrors problems) {
        PodValidation.pod(wanted, problems);
        var path = FieldPath.SPEC.child("ephemeralContainers");
        var byName = new HashMap<String, EphemeralContainer>();
        for (int i = 0; i < wanted.spec().ephemeralContainers().size(); i++) {
            var container = wanted.spec().ephemeralContainers().get(i);
            validate(container, wanted, path.index(i), problems);
            if (byName.put(container.name(), container) != null) {
                problems.duplicate(path.index(i).child("name"), container.name());
            }
        }
        for (var known : current.spec().ephemeralContainers()) {
            var kept = byName.get(known.name());
            if (!known.equals(kept)) {
                problems.forbidden(
                        path,
                        "existing ephemeral containers \"%s\" may not be %s\n"
                                .formatted(known.name(), kept == null ? "removed" : "changed"));
            }
        }
    }

    private static void validate(EphemeralContainer container, Pod pod, FieldPath path, FieldErrors problems) {
        PodValidation.label(container.name(), path.child("name"), problems);
        if (container.image().isEmpty()) {
            problems.required(path.child("image"), "");
        }
        var isTaken = names(pod).contains(container.name());
        if (isTaken) {
            problems.duplicate(path.child("name"), container.name());
        }
        var target = container.targetContainerName();
        if (!target.isEmpty() && !names(pod).contains(target)) {
            problems.notFound(path.child("targetContainerName"), target);
        }
    }

    private static List<String> names(Pod pod) {
        return java.util.stream.Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .map(Container::name)
                .toList();
    }

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

    static void validateResize(Pod wanted, Pod current, FieldErrors problems) {
        PodValidation.pod(wanted, problems);
        var before = QualityOfService.of(current.spec());
        if (!QualityOfService.of(wanted.spec()).equals(before)) {
            problems.invalid(FieldPath.SPEC, before, "Pod QOS Class may not change as a result of resizing");
        }
        if (!isSupportedByNode(current)) {
            problems.forbidden(FieldPath.SPEC, "Pod running on node without support for resize");
        }
        for (int i = 0; i < current.spec().containers().size(); i++) {
            var now = wanted.spec().containers().get(i).resources();
            var was = current.spec().containers().get(i).resources();
            if (!others(now).equals(others(was))) {
                problems.forbidden(FieldPath.SPEC, "only cpu and memory resources are mutable");
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
