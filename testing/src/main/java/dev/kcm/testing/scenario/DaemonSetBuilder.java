package dev.kcm.testing.scenario;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A DaemonSet of pods labelled with its name. On a cluster that others use too it must say which nodes it is for.
public final class DaemonSetBuilder extends PodTemplateBuilder<DaemonSet, DaemonSetBuilder> {
    DaemonSetBuilder(DaemonSet object) {
        super(object);
    }

    @Override
    DaemonSetBuilder of(DaemonSet changed) {
        return new DaemonSetBuilder(changed);
    }

    @Override
    DaemonSet withTemplate(DaemonSet object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    /// It runs on nodes with this label only.
    public DaemonSetBuilder onNodesWith(String label, String value) {
        return pods(spec -> spec.putNodeSelector(label, value));
    }

    public DaemonSetBuilder minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }

    /// An update has no more pods than this unavailable.
    public DaemonSetBuilder maxUnavailable(int count) {
        return limits(IntOrString.of(count), IntOrString.of(0));
    }

    /// An update has new pods come up beside old ones on no more nodes than this.
    public DaemonSetBuilder maxSurge(int count) {
        return limits(IntOrString.of(0), IntOrString.of(count));
    }

    private DaemonSetBuilder limits(IntOrString unavailable, IntOrString surge) {
        return with(it -> it.withSpec(spec -> spec.updateStrategy(strategy -> strategy.type("RollingUpdate")
                .rollingUpdate(rolling -> rolling.maxUnavailable(unavailable).maxSurge(surge)))));
    }

    public DaemonSetBuilder updatingOnDelete() {
        return with(it -> it.withSpec(spec -> spec.updateStrategy(strategy -> strategy.type("OnDelete"))));
    }

    public DaemonSetBuilder historyLimit(int count) {
        return with(it -> it.withSpec(spec -> spec.revisionHistoryLimit(count)));
    }
}
