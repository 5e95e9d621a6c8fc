package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Target;
import dev.kcm.model.scheduling.v1.PriorityClass;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Turns the priority class of a pod into its priority.
public final class PodPriority implements AdmissionPlugin {
    private static final String USUAL_POLICY = "PreemptLowerPriority";

    private final VersionedStore store;

    public PodPriority(VersionedStore store) {
        this.store = store;
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (!(object instanceof Pod pod) || !target.subresource().isEmpty()) {
            return object;
        }
        var named = pod.spec().priorityClassName();
        var chosen = named.isEmpty() ? usual() : Optional.of(named(pod, named));
        int priority = chosen.map(PriorityClass::value).orElse(0);
        if (pod.spec().priority().isPresent() && pod.spec().priority().get() != priority) {
            throw ApiErrors.forbidden(
                    Pod.PODS,
                    pod.name(),
                    "the integer value of priority (%d) must not be provided in pod spec; priority admission controller computed %d from the given PriorityClass name"
                            .formatted(pod.spec().priority().get(), priority));
        }
        var policy = chosen.flatMap(PriorityClass::preemptionPolicy).orElse(USUAL_POLICY);
        return pod.withSpec(spec -> spec.priority(priority)
                .preemptionPolicy(policy)
                .priorityClassName(chosen.map(PriorityClass::name).orElse("")));
    }

    /// An update that leaves out what was filled in keeps it.
    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (!(wanted instanceof Pod pod)
                || !(current instanceof Pod before)
                || !target.subresource().isEmpty()) {
            return wanted;
        }
        var spec = pod.spec().toBuilder();
        if (pod.spec().priority().isEmpty()) {
            before.spec().priority().ifPresent(spec::priority);
        }
        if (pod.spec().preemptionPolicy().isEmpty()) {
            before.spec().preemptionPolicy().ifPresent(spec::preemptionPolicy);
        }
        return pod.withSpec(spec.build());
    }

    private PriorityClass named(Pod pod, String name) {
        return (PriorityClass) store.get(PriorityClass.PRIORITY_CLASSES, ObjectKey.of(name))
                .orElseThrow(() -> ApiErrors.forbidden(
                        Pod.PODS, pod.name(), "no PriorityClass with name %s was found".formatted(name)));
    }

    private Optional<PriorityClass> usual() {
        var classes = store.contents(PriorityClass.PRIORITY_CLASSES).objects();
        return StreamSupport.stream(classes.spliterator(), false)
                .map(PriorityClass.class::cast)
                .filter(PriorityClass::globalDefault)
                .min(Comparator.comparingInt(PriorityClass::value));
    }
}
