package dev.kcm.cluster.scenario;

import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A ReplicationController of pods labelled with its name.
public final class ReplicationControllerDraft
        extends PodTemplateDraft<ReplicationController, ReplicationControllerDraft> {
    ReplicationControllerDraft(ReplicationController object) {
        super(object);
    }

    @Override
    ReplicationControllerDraft of(ReplicationController changed) {
        return new ReplicationControllerDraft(changed);
    }

    @Override
    ReplicationController withTemplate(ReplicationController object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(
                spec -> spec.template(change.apply(object.spec().template().orElse(PodTemplateSpec.EMPTY))));
    }

    public ReplicationControllerDraft replicas(int count) {
        return with(it -> it.withSpec(spec -> spec.replicas(count)));
    }

    public ReplicationControllerDraft minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }
}
