package dev.kcm.testing.scenario;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A Deployment of pods labelled with its name.
public final class DeploymentBuilder extends PodTemplateBuilder<Deployment, DeploymentBuilder> {
    DeploymentBuilder(Deployment object) {
        super(object);
    }

    @Override
    DeploymentBuilder of(Deployment changed) {
        return new DeploymentBuilder(changed);
    }

    @Override
    Deployment withTemplate(Deployment object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    public DeploymentBuilder replicas(int count) {
        return with(it -> it.withSpec(spec -> spec.replicas(count)));
    }

    /// How many pods more, and how many fewer than wanted there may be during an update: numbers or
    /// percentages.
    public DeploymentBuilder rolling(String surge, String unavailable) {
        return with(it -> it.withSpec(spec -> spec.strategy(strategy -> strategy.type("RollingUpdate")
                .rollingUpdate(rolling ->
                        rolling.maxSurge(IntOrString.parse(surge)).maxUnavailable(IntOrString.parse(unavailable))))));
    }

    public DeploymentBuilder recreating() {
        return with(it -> it.withSpec(spec -> spec.strategy(strategy -> strategy.type("Recreate"))));
    }

    public DeploymentBuilder paused() {
        return with(it -> it.withSpec(spec -> spec.paused(true)));
    }

    public DeploymentBuilder minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }

    public DeploymentBuilder progressDeadline(Duration time) {
        return with(it -> it.withSpec(spec -> spec.progressDeadlineSeconds((int) time.toSeconds())));
    }

    public DeploymentBuilder historyLimit(int count) {
        return with(it -> it.withSpec(spec -> spec.revisionHistoryLimit(count)));
    }
}
