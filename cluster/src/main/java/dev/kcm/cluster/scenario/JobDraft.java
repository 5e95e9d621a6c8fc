package dev.kcm.cluster.scenario;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.PodTemplateSpec;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A Job whose pods are never restarted; they run until they are told to end.
public final class JobDraft extends PodTemplateDraft<Job, JobDraft> {
    JobDraft(Job object) {
        super(object);
    }

    @Override
    JobDraft of(Job changed) {
        return new JobDraft(changed);
    }

    @Override
    Job withTemplate(Job object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    public JobDraft completions(int count) {
        return with(it -> it.withSpec(spec -> spec.completions(count)));
    }

    public JobDraft parallelism(int count) {
        return with(it -> it.withSpec(spec -> spec.parallelism(count)));
    }

    public JobDraft backoffLimit(int count) {
        return with(it -> it.withSpec(spec -> spec.backoffLimit(count)));
    }

    public JobDraft indexed() {
        return with(it -> it.withSpec(spec -> spec.completionMode("Indexed")));
    }

    public JobDraft suspended() {
        return with(it -> it.withSpec(spec -> spec.suspend(true)));
    }

    public JobDraft activeDeadline(Duration time) {
        return with(it -> it.withSpec(spec -> spec.activeDeadlineSeconds(time.toSeconds())));
    }

    /// Pods succeed a second after they started.
    public JobDraft podsSucceed() {
        return podsExitWith(0);
    }

    /// Pods fail a second after they started.
    public JobDraft podsFail() {
        return podsExitWith(1);
    }
}
