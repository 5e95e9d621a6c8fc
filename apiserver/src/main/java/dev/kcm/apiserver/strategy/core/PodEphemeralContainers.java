package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.EphemeralContainer;
import dev.kcm.model.core.v1.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

/// Changes of a pod through its subresource `ephemeralcontainers`.
final class PodEphemeralContainers {
    private PodEphemeralContainers() {}

    /// Takes nothing but the ephemeral containers from `wanted`.
    static Pod withEphemeralContainers(Pod wanted, Pod current) {
        return current.toBuilder()
                .metadata(m -> m.resourceVersion(wanted.metadata().resourceVersion()))
                .spec(spec -> spec.ephemeralContainers(wanted.spec().ephemeralContainers()))
                .build();
    }

    static void validateEphemeralContainers(Pod wanted, Pod current, FieldErrors errors) {
        PodValidation.pod(wanted, errors);
        var path = FieldPath.SPEC.child("ephemeralContainers");
        var byName = new HashMap<String, EphemeralContainer>();
        for (int i = 0; i < wanted.spec().ephemeralContainers().size(); i++) {
            var container = wanted.spec().ephemeralContainers().get(i);
            validate(container, wanted, path.index(i), errors);
            if (byName.put(container.name(), container) != null) {
                errors.duplicate(path.index(i).child("name"), container.name());
            }
        }
        for (var known : current.spec().ephemeralContainers()) {
            var kept = byName.get(known.name());
            if (!known.equals(kept)) {
                errors.forbidden(
                        path,
                        "existing ephemeral containers \"%s\" may not be %s\n"
                                .formatted(known.name(), kept == null ? "removed" : "changed"));
            }
        }
    }

    private static void validate(EphemeralContainer container, Pod pod, FieldPath path, FieldErrors errors) {
        FieldValidation.dnsLabel(container.name(), path.child("name"), errors);
        if (container.image().isEmpty()) {
            errors.required(path.child("image"), "");
        }
        var isTaken = names(pod).contains(container.name());
        if (isTaken) {
            errors.duplicate(path.child("name"), container.name());
        }
        var target = container.targetContainerName();
        if (!target.isEmpty() && !names(pod).contains(target)) {
            errors.notFound(path.child("targetContainerName"), target);
        }
    }

    private static List<String> names(Pod pod) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .map(Container::name)
                .toList();
    }
}
