package dev.kcm.testing.scenario;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.PodTemplateSpec;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A Job whose pods are never restarted; they run until they are told to end.
public final class JobBuilder extends PodTemplateBuilder<Job, JobBuilder> {
    JobBuilder(Job object) {
        super(object);
    }

    @Override
    JobBuilder of(Job changed) {
        return new JobBuilder(changed);
    }

    @Override
    Job withTemplate(Job object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    public JobBuilder completions(int count) {
        return with(it -> it.withSpec(spec -> spec.completions(count)));
    }

    public JobBuilder parallelism(int count) {
        return with(it -> it.withSpec(spec -> spec.parallelism(count)));
    }

    public JobBuilder backoffLimit(int count) {
        return with(it -> it.withSpec(spec -> spec.backoffLimit(count)));
    }

    public JobBuilder indexed() {
        return with(it -> it.withSpec(spec -> spec.completionMode("Indexed")));
    }

    public JobBuilder suspended() {
        return with(it -> it.withSpec(spec -> spec.suspend(true)));
    }

    public JobBuilder activeDeadline(Duration time) {
        return with(it -> it.withSpec(spec -> spec.activeDeadlineSeconds(time.toSeconds())));
    }

    /// Pods succeed a second after they started.
    public JobBuilder podsSucceed() {
        return podsExitWith(0);
    }

    /// Pods fail a second after they started.
    public JobBuilder podsFail() {
        return podsExitWith(1);
    }
}
