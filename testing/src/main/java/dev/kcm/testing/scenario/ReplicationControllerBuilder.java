package dev.kcm.testing.scenario;

import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A ReplicationController of pods labelled with its name.
public final class ReplicationControllerBuilder
        extends PodTemplateBuilder<ReplicationController, ReplicationControllerBuilder> {
    ReplicationControllerBuilder(ReplicationController object) {
        super(object);
    }

    @Override
    ReplicationControllerBuilder of(ReplicationController changed) {
        return new ReplicationControllerBuilder(changed);
    }

    @Override
    ReplicationController withTemplate(ReplicationController object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(
                spec -> spec.template(change.apply(object.spec().template().orElse(PodTemplateSpec.EMPTY))));
    }

    public ReplicationControllerBuilder replicas(int count) {
        return with(it -> it.withSpec(spec -> spec.replicas(count)));
    }

    public ReplicationControllerBuilder minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }
}
