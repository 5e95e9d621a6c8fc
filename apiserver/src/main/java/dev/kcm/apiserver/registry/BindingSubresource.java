package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Binding;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import java.time.Instant;
import java.util.ArrayList;

/// `binding` of a pod: puts the pod on a node.
final class BindingSubresource {
    private static final String SCHEDULED = "PodScheduled";

    private final AdmissionPlugin admission;
    private final Writer writer;
    private final SystemMetadata system;

    BindingSubresource(AdmissionPlugin admission, Writer writer, SystemMetadata system) {
        this.admission = admission;
        this.writer = writer;
        this.system = system;
    }

    ApiResponse create(RequestUser caller, Operation.Create call) throws InterruptedException {
        var target = call.target();
        var binding = (Binding) admission.create(caller, target, call.object());
        var name = binding.metadata().name();
        if (!name.isEmpty() && !name.equals(target.name())) {
            throw ApiErrors.badRequest("name in URL does not match name in Binding object");
        }
        writer.changeFreely(target, call.options(), current -> bound(current, binding, target, system.now()));
        return ApiResponse.Done.CREATED;
    }

    private static KubeObject bound(KubeObject current, Binding binding, Target target, Instant now) {
        var pod = (Pod) current;
        var node = binding.target().name();
        if (!binding.target().kind().isEmpty() && !binding.target().kind().equals("Node")) {
            throw ApiErrors.badRequest("target.kind: only Node can be bound to");
        }
        if (node.isEmpty()) {
            throw ApiErrors.badRequest("target.name: Required value");
        }
        if (pod.isDeleting()) {
            throw conflict(target, "pod %s is being deleted, cannot be assigned to a host".formatted(pod.name()));
        }
        if (!pod.spec().nodeName().isEmpty()) {
            throw conflict(
                    target,
                    "pod %s is already assigned to node \"%s\""
                            .formatted(pod.name(), pod.spec().nodeName()));
        }
        if (!pod.spec().schedulingGates().isEmpty()) {
            throw conflict(target, "pod %s has non-empty .spec.schedulingGates".formatted(pod.name()));
        }
        return scheduled(pod.withSpec(spec -> spec.nodeName(node)), binding, now);
    }

    private static Pod scheduled(Pod pod, Binding binding, Instant now) {
        var conditions = new ArrayList<PodCondition>();
        pod.status().conditions().stream()
                .filter(condition -> !condition.type().equals(SCHEDULED))
                .forEach(conditions::add);
        conditions.add(PodCondition.builder()
                .type(SCHEDULED)
                .status("True")
                .lastTransitionTime(now)
                .observedGeneration(pod.metadata().generation())
                .build());
        return pod.toBuilder()
                .status(status -> status.conditions(conditions))
                .metadata(metadata -> {
                    binding.metadata().annotations().forEach(metadata::putAnnotations);
                    binding.metadata().labels().forEach(metadata::putLabels);
                })
                .build();
    }

    private static RuntimeException conflict(Target target, String problem) {
        return ApiErrors.conflict(target.resource(), target.name(), problem);
    }
}
