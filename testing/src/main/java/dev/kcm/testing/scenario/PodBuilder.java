package dev.kcm.testing.scenario;

import dev.kcm.model.core.v1.Pod;
import java.time.Duration;

/// A pod with one container.
public final class PodBuilder extends ObjectBuilder<Pod, PodBuilder> {
    PodBuilder(Pod object) {
        super(object);
    }

    @Override
    PodBuilder of(Pod changed) {
        return new PodBuilder(changed);
    }

    /// Labelled as the pods of the owner of this name are.
    public PodBuilder like(String owner) {
        return label(Builders.LABEL, owner);
    }

    /// It runs, but is not ready, until the annotation is changed.
    public PodBuilder unready() {
        return annotation(PodAnnotations.READY, "false");
    }

    /// It stays pending, or ends at once as succeeded or failed.
    public PodBuilder phase(String phase) {
        return annotation(PodAnnotations.PHASE, phase);
    }

    /// It takes this time to end when it is deleted.
    public PodBuilder stopsAfter(Duration time) {
        return annotation(PodAnnotations.STOP_AFTER, PodAnnotations.text(time));
    }

    /// Bound from the start, without asking the scheduler.
    public PodBuilder onNode(String name) {
        return with(it -> it.withSpec(spec -> spec.nodeName(name)));
    }

    public PodBuilder image(String image) {
        return with(it -> it.withSpec(it.spec()
                .withContainers(it.spec().containers().stream()
                        .map(one -> one.withImage(image))
                        .toList())));
    }
}
