package dev.kcm.testing.scenario;

import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A ReplicaSet of pods labelled with its name.
public final class ReplicaSetBuilder extends PodTemplateBuilder<ReplicaSet, ReplicaSetBuilder> {
    ReplicaSetBuilder(ReplicaSet object) {
        super(object);
    }

    @Override
    ReplicaSetBuilder of(ReplicaSet changed) {
        return new ReplicaSetBuilder(changed);
    }

    @Override
    ReplicaSet withTemplate(ReplicaSet object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    public ReplicaSetBuilder replicas(int count) {
        return with(it -> it.withSpec(spec -> spec.replicas(count)));
    }

    public ReplicaSetBuilder minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }
}
