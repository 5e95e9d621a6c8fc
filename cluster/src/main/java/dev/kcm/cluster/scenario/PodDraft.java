package dev.kcm.cluster.scenario;

import dev.kcm.model.core.v1.Pod;
import java.time.Duration;

/// A pod with one container.
public final class PodDraft extends Draft<Pod, PodDraft> {
    PodDraft(Pod object) {
        super(object);
    }

    @Override
    PodDraft of(Pod changed) {
        return new PodDraft(changed);
    }

    /// Labelled as the pods of the owner of this name are.
    public PodDraft like(String owner) {
        return label(Drafts.LABEL, owner);
    }

    /// It runs, but is not ready, until the annotation is changed.
    public PodDraft unready() {
        return annotation(PodAnnotations.READY, "false");
    }

    /// It stays pending, or ends at once as succeeded or failed.
    public PodDraft phase(String phase) {
        return annotation(PodAnnotations.PHASE, phase);
    }

    /// It takes this time to end when it is deleted.
    public PodDraft stopsAfter(Duration time) {
        return annotation(PodAnnotations.STOP_AFTER, PodAnnotations.text(time));
    }

    /// Bound from the start, without asking the scheduler.
    public PodDraft onNode(String name) {
        return with(it -> it.withSpec(spec -> spec.nodeName(name)));
    }

    public PodDraft image(String image) {
        return with(it -> it.withSpec(it.spec()
                .withContainers(it.spec().containers().stream()
                        .map(one -> one.withImage(image))
                        .toList())));
    }
}
