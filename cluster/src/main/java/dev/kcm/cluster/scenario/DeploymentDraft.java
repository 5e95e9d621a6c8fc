package dev.kcm.cluster.scenario;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A Deployment of pods labelled with its name.
public final class DeploymentDraft extends PodTemplateDraft<Deployment, DeploymentDraft> {
    DeploymentDraft(Deployment object) {
        super(object);
    }

    @Override
    DeploymentDraft of(Deployment changed) {
        return new DeploymentDraft(changed);
    }

    @Override
    Deployment withTemplate(Deployment object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    public DeploymentDraft replicas(int count) {
        return with(it -> it.withSpec(spec -> spec.replicas(count)));
    }

    /// How many pods more, and how many fewer than wanted there may be during an update: numbers or
    /// percentages.
    public DeploymentDraft rolling(String surge, String unavailable) {
        return with(it -> it.withSpec(spec -> spec.strategy(strategy -> strategy.type("RollingUpdate")
                .rollingUpdate(rolling ->
                        rolling.maxSurge(IntOrString.parse(surge)).maxUnavailable(IntOrString.parse(unavailable))))));
    }

    public DeploymentDraft recreating() {
        return with(it -> it.withSpec(spec -> spec.strategy(strategy -> strategy.type("Recreate"))));
    }

    public DeploymentDraft paused() {
        return with(it -> it.withSpec(spec -> spec.paused(true)));
    }

    public DeploymentDraft minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }

    public DeploymentDraft progressDeadline(Duration time) {
        return with(it -> it.withSpec(spec -> spec.progressDeadlineSeconds((int) time.toSeconds())));
    }

    public DeploymentDraft historyLimit(int count) {
        return with(it -> it.withSpec(spec -> spec.revisionHistoryLimit(count)));
    }
}
