package dev.kcm.apiserver.strategy.batch;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodValidation;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobSpec;
import dev.kcm.model.defaults.PodDefaults;
import dev.kcm.model.meta.v1.LabelSelector;
import java.util.List;

/// Defaulting, validation and update rules of jobs.
public final class JobStrategy {
    private static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
    private static final String JOB_NAME = "batch.kubernetes.io/job-name";
    private static final String OLD_CONTROLLER_UID = "controller-uid";
    private static final String OLD_JOB_NAME = "job-name";
    private static final int BACKOFF_LIMIT = 6;

    public static final Strategy<Job> STRATEGY = Strategy.of(Job.JOBS)
            .defaults(JobStrategy::defaulted)
            .spec(Part.of(Job::spec, Job::withSpec))
            .status(Part.of(Job::status, Job::withStatus))
            .onCreate(JobStrategy::selecting)
            .validation((job, errors) -> validate(job.spec(), FieldPath.SPEC, errors))
            .updateValidation(JobStrategy::validateUpdate)
            .selectableField(
                    "status.successful", job -> Integer.toString(job.status().succeeded()))
            .garbageCollection(Strategy.GarbageCollection.ORPHAN_DEPENDENTS)
            .countsGenerations()
            .build();

    private JobStrategy() {}

    private static Job defaulted(Job job) {
        var labels = job.spec().template().metadata().labels();
        var defaulted = job.withSpec(defaulted(job.spec()));
        return job.labels().isEmpty() && !labels.isEmpty()
                ? defaulted.withMetadata(metadata -> metadata.labels(labels))
                : defaulted;
    }

    private static JobSpec defaulted(JobSpec spec) {
        var changed = templated(spec).toBuilder();
        if (spec.completions().isEmpty() && spec.parallelism().isEmpty()) {
            changed.completions(1);
        }
        int backoff = spec.backoffLimitPerIndex().isPresent() ? Integer.MAX_VALUE : BACKOFF_LIMIT;
        var replacement = spec.podFailurePolicy().isPresent() ? "Failed" : "TerminatingOrFailed";
        return changed.parallelism(spec.parallelism().orElse(1))
                .backoffLimit(spec.backoffLimit().orElse(backoff))
                .completionMode(spec.completionMode().orElse("NonIndexed"))
                .suspend(spec.suspend().orElse(false))
                .podReplacementPolicy(spec.podReplacementPolicy().orElse(replacement))
                .manualSelector(spec.manualSelector().orElse(false))
                .build();
    }

    static JobSpec templated(JobSpec spec) {
        return spec.withTemplate(PodDefaults.template(spec.template()));
    }

    /// Unless it selects by hand, a job selects the pods that carry its uid.
    private static Job selecting(Job job) {
        if (job.spec().manualSelector().orElse(false)) {
            return job;
        }
        var uid = job.uid();
        var name = job.name();
        var selecting = job.withSpec(spec -> spec.template(
                        template -> template.metadata(metadata -> metadata.putLabels(CONTROLLER_UID, uid)
                                .putLabels(JOB_NAME, name)
                                .putLabels(OLD_CONTROLLER_UID, uid)
                                .putLabels(OLD_JOB_NAME, name)))
                .selector(selector -> selector.putMatchLabels(CONTROLLER_UID, uid)));
        return job.labels().isEmpty()
                ? selecting.withMetadata(metadata ->
                        metadata.labels(selecting.spec().template().metadata().labels()))
                : selecting;
    }

    static void validate(JobSpec spec, FieldPath path, FieldErrors errors) {
        FieldValidation.nonNegative(spec.parallelism().orElse(0), path.child("parallelism"), errors);
        FieldValidation.nonNegative(spec.completions().orElse(0), path.child("completions"), errors);
        FieldValidation.nonNegative(spec.backoffLimit().orElse(0), path.child("backoffLimit"), errors);
        FieldValidation.nonNegative(
                spec.ttlSecondsAfterFinished().orElse(0), path.child("ttlSecondsAfterFinished"), errors);
        spec.activeDeadlineSeconds()
                .ifPresent(
                        seconds -> FieldValidation.nonNegative(seconds, path.child("activeDeadlineSeconds"), errors));
        var isIndexed = spec.completionMode().orElse("").equals("Indexed");
        if (isIndexed && spec.completions().isEmpty()) {
            errors.required(path.child("completions"), "when completion mode is Indexed");
        }
        spec.podReplacementPolicy()
                .ifPresent(policy -> FieldValidation.supported(
                        policy, List.of("Failed", "TerminatingOrFailed"), path.child("podReplacementPolicy"), errors));
        validateTemplate(spec, path.child("template"), errors);
    }

    private static void validateTemplate(JobSpec spec, FieldPath path, FieldErrors errors) {
        PodValidation.template(spec.template(), path, errors);
        var policy = spec.template().spec().restartPolicy();
        var policyPath = path.child("spec").child("restartPolicy");
        if (policy.equals("Always")) {
            errors.required(policyPath, "valid values: \"OnFailure\", \"Never\"");
        } else {
            FieldValidation.supported(policy, List.of("OnFailure", "Never"), policyPath, errors);
        }
    }

    private static void validateUpdate(Job wanted, Job current, FieldErrors errors) {
        validate(wanted.spec(), FieldPath.SPEC, errors);
        var now = wanted.spec();
        var was = current.spec();
        var isIndexed = was.completionMode().orElse("").equals("Indexed");
        if (!now.completions().equals(was.completions()) && !isIndexed) {
            errors.invalid(
                    FieldPath.SPEC.child("completions"),
                    now.completions().<Object>map(count -> count).orElse("null"),
                    "field is immutable");
        }
        if (!now.selector().equals(was.selector())) {
            errors.invalid(
                    FieldPath.SPEC.child("selector"), now.selector().orElse(LabelSelector.EMPTY), "field is immutable");
        }
        var mayChangeTemplate =
                was.suspend().orElse(false) && current.status().startTime().isEmpty();
        if (!now.template().equals(was.template()) && !mayChangeTemplate) {
            errors.invalid(FieldPath.SPEC.child("template"), now.template(), "field is immutable");
        }
        if (!now.completionMode().equals(was.completionMode())) {
            errors.invalid(
                    FieldPath.SPEC.child("completionMode"), now.completionMode().orElse(""), "field is immutable");
        }
    }
}
