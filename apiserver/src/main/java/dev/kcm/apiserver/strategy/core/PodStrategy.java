package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodStatus;
import dev.kcm.model.defaults.PodDefaults;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Defaulting, validation and update rules of pods.
public final class PodStrategy {
    public static final Strategy<Pod> STRATEGY = Strategy.of(Pod.PODS)
            .defaults(PodDefaults::pod)
            .spec(Part.of(Pod::spec, Pod::withSpec))
            .status(Part.of(Pod::status, Pod::withStatus))
            .initialStatus(PodStrategy::starting)
            .onStatusUpdate(PodStrategy::ofSameOwners)
            .validation(PodValidation::pod)
            .updateValidation(PodUpdateValidation::validate)
            .subresource(
                    "ephemeralcontainers",
                    PodEphemeralContainers::withEphemeralContainers,
                    PodEphemeralContainers::validateEphemeralContainers)
            .subresource("resize", PodResize::resized, PodResize::validateResize)
            .gracePeriod(PodStrategy::gracePeriod)
            .countsGenerations()
            .returnsDeletedObject()
            .selectableField("spec.nodeName", pod -> pod.spec().nodeName())
            .selectableField("spec.restartPolicy", pod -> pod.spec().restartPolicy())
            .selectableField("spec.schedulerName", pod -> pod.spec().schedulerName())
            .selectableField("spec.serviceAccountName", pod -> pod.spec().serviceAccountName())
            .selectableField(
                    "spec.hostNetwork", pod -> Boolean.toString(pod.spec().hostNetwork()))
            .selectableField("status.phase", pod -> pod.status().phase())
            .selectableField("status.podIP", pod -> pod.status().podIP())
            .selectableField("status.podIPs", pod -> pod.status().podIP())
            .selectableField("status.nominatedNodeName", pod -> pod.status().nominatedNodeName())
            .build();

    private PodStrategy() {}

    private static Pod starting(Pod pod) {
        var status = PodStatus.builder().phase("Pending").qosClass(QualityOfService.of(pod.spec()));
        if (!pod.spec().schedulingGates().isEmpty()) {
            status.addConditions(condition -> condition
                    .type("PodScheduled")
                    .status("False")
                    .reason("SchedulingGated")
                    .message("Scheduling is blocked due to non-empty scheduling" + " gates"));
        }
        return pod.withStatus(status.build());
    }

    private static Pod ofSameOwners(Pod wanted, Pod current) {
        var status = wanted.status();
        return wanted.toBuilder()
                .metadata(
                        metadata -> metadata.ownerReferences(current.metadata().ownerReferences()))
                .status(changed -> {
                    if (status.qosClass().isEmpty()) {
                        changed.qosClass(current.status().qosClass());
                    }
                    if (status.observedGeneration() == 0) {
                        changed.observedGeneration(current.status().observedGeneration());
                    }
                })
                .build();
    }

    /// A pod that is on no node or has finished goes at once.
    private static OptionalLong gracePeriod(Pod pod, Optional<Long> requested) {
        var phase = pod.status().phase();
        if (pod.spec().nodeName().isEmpty() || List.of("Succeeded", "Failed").contains(phase)) {
            return OptionalLong.of(0);
        }
        long seconds =
                requested.or(() -> pod.spec().terminationGracePeriodSeconds()).orElse(0L);
        return OptionalLong.of(seconds < 0 ? 1 : seconds);
    }
}
