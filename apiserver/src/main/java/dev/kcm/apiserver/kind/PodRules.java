package dev.kcm.apiserver.kind;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodStatus;
import dev.kcm.model.core.v1.PodTemplate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Pods and templates of pods.
final class PodRules {
    static final Strategy<Pod> PODS = Strategy.of(Pod.PODS)
            .defaults(PodDefaults::pod)
            .spec(Part.of(Pod::spec, Pod::withSpec))
            .status(Part.of(Pod::status, Pod::withStatus))
            .initialStatus(PodRules::starting)
            .onStatusUpdate(PodRules::ofSameOwners)
            .validation(PodValidation::pod)
            .updateValidation(PodUpdate::validate)
            .part("ephemeralcontainers", PodParts::withEphemeralContainers, PodParts::validateEphemeralContainers)
            .part("resize", PodParts::resized, PodParts::validateResize)
            .grace(PodRules::grace)
            .countsGenerations()
            .showsDeleted()
            .field("spec.nodeName", pod -> pod.spec().nodeName())
            .field("spec.restartPolicy", pod -> pod.spec().restartPolicy())
            .field("spec.schedulerName", pod -> pod.spec().schedulerName())
            .field("spec.serviceAccountName", pod -> pod.spec().serviceAccountName())
            .field("spec.hostNetwork", pod -> Boolean.toString(pod.spec().hostNetwork()))
            .field("status.phase", pod -> pod.status().phase())
            .field("status.podIP", pod -> pod.status().podIP())
            .field("status.podIPs", pod -> pod.status().podIP())
            .field("status.nominatedNodeName", pod -> pod.status().nominatedNodeName())
            .build();

    static final Strategy<PodTemplate> POD_TEMPLATES = Strategy.of(PodTemplate.POD_TEMPLATES)
            .defaults(template -> template.withTemplate(PodDefaults.template(template.template())))
            .validation((template, problems) ->
                    PodValidation.template(template.template(), new FieldPath("template"), problems))
            .countsGenerations()
            .showsDeleted()
            .build();

    private PodRules() {}

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

    /// A pod on no node, or finished, has nobody to wait for.
    private static OptionalLong grace(Pod pod, Optional<Long> asked) {
        var phase = pod.status().phase();
        if (pod.spec().nodeName().isEmpty() || List.of("Succeeded", "Failed").contains(phase)) {
            return OptionalLong.of(0);
        }
        long seconds =
                asked.or(() -> pod.spec().terminationGracePeriodSeconds()).orElse(0L);
        return OptionalLong.of(seconds < 0 ? 1 : seconds);
    }
}
