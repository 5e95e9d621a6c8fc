package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.model.ObjectKey;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Runs the pods of Jobs to completion. The order of a sync: claim pods; see whether the Job ends
/// ([JobEnd]); if so delete what runs, else create or delete what the numbers ask for
/// ([PodScaling]); then write the status and let go of the pods it accounts for ([JobStatusCalculator],
/// [FinishedPodAccounting]).
public final class JobController implements Reconciler<Snapshot> {
    /// What spec.managedBy says when the Job is ours.
    static final String MANAGED_BY_US = "kubernetes.io/job-controller";

    static final String NAME = "job-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("job")
            .reconciles(JobWatches.jobs())
            .watches(JobWatches.pods())
            .watches(JobWatches.orphans())
            .indexes(JobPods.VIEW)
            .indexes(PodIndexes.BY_CONTROLLER)
            .indexes(OrphanedPods.JOBS_BY_NAMESPACE)
            .tallies(JobPodCounts.BY_JOB)
            .writes("create pods", "delete pods", "patch pods", "update jobs/status")
            .retries(RetryPolicy.perKeyOnly(Duration.ofSeconds(1), Duration.ofMinutes(1)))
            .workers(options -> options.of(JobOptions.FLAGS).concurrentSyncs())
            .failsStartWhen(JobController::startupError)
            .builtBy(JobController::new);

    private final JobObserver observer;
    private final JobMetrics metrics;

    private JobController(Settings settings) {
        this.metrics = new JobMetrics(settings.metrics());
        this.observer = new JobObserver(
                settings.live(), settings.gates().isEnabled("MutableSchedulingDirectivesForSuspendedJobs"), metrics);
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return observer.observe(key, caches, now);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return switch (snapshot) {
            case Snapshot.Orphans(var pods) ->
                Plan.together(
                        "%d pods are held for no job".formatted(pods.size()),
                        pods.stream().map(FinishedPodAccounting::letGo).toList());
            case Snapshot.OfJob job -> JobDecision.decide(job);
        };
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return switch (snapshot) {
            case Snapshot.Orphans _ -> Plan.nothing("no status of its own");
            case Snapshot.OfJob job -> JobDecision.settle(job, writes);
        };
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        if (snapshot instanceof Snapshot.OfJob job && JobDecision.isUnderstood(job)) {
            metrics.synced(job, writes, took);
        }
    }

    private static Optional<String> startupError(Settings.Options options) {
        return options.gates().isEnabled("WorkloadWithJob")
                ? Optional.of("--feature-gates: this job-controller makes no Workloads and PodGroups:"
                        + " leave WorkloadWithJob=false")
                : Optional.empty();
    }
}
