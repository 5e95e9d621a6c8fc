package dev.kcm.controllers.workload.job;

import dev.kcm.model.ObjectKey;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Runs the pods of Jobs to completion. The order of a look: claim pods; see whether the Job ends
/// ([Verdict]); if so delete what runs, else create or delete what the numbers ask for
/// ([PodMoves]); then write the status and let go of the pods it accounts for ([JobStatuses],
/// [Accounts]).
public final class JobReconciler implements Reconciler<Seen> {
    /// What spec.managedBy says when the Job is ours.
    static final String MANAGED_BY_US = "kubernetes.io/job-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named("job-controller")
            .alias("job")
            .watches(JobWatch.jobs())
            .watches(JobWatch.pods())
            .watches(JobWatch.orphans())
            .indexes(JobPods.VIEW)
            .indexes(JobObserver.BY_CONTROLLER)
            .indexes(LeftoverPods.JOBS_BY_NAMESPACE)
            .tallies(JobPodCounts.BY_JOB)
            .writes("create pods", "delete pods", "patch pods", "update jobs/status")
            .retries(RetryPolicy.perKeyOnly(Duration.ofSeconds(1), Duration.ofMinutes(1)))
            .workers(options -> options.of(JobOptions.FLAGS).concurrentSyncs())
            .refuses(JobReconciler::refusal)
            .builtBy(JobReconciler::new);

    private final JobObserver observer;
    private final JobMetrics metrics;

    private JobReconciler(Settings settings) {
        this.metrics = new JobMetrics(settings.metrics());
        this.observer = new JobObserver(
                settings.live(), settings.gates().isEnabled("MutableSchedulingDirectivesForSuspendedJobs"), metrics);
    }

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        return observer.observe(key, caches, now);
    }

    @Override
    public Plan decide(Seen seen) {
        return switch (seen) {
            case Seen.Leftovers(var pods) ->
                Plan.together(
                        "%d pods are held for no job".formatted(pods.size()),
                        pods.stream().map(Accounts::letGo).toList());
            case Seen.OfJob job -> JobDecision.decide(job);
        };
    }

    @Override
    public Plan settle(Seen seen, Outcomes writes) {
        return switch (seen) {
            case Seen.Leftovers _ -> Plan.nothing("no status of its own");
            case Seen.OfJob job -> JobDecision.settle(job, writes);
        };
    }

    @Override
    public void measure(Seen seen, Outcomes writes, Duration took) {
        if (seen instanceof Seen.OfJob job && JobDecision.isUnderstood(job)) {
            metrics.looked(job, writes, took);
        }
    }

    private static Optional<String> refusal(Settings.Options options) {
        return options.gates().isEnabled("WorkloadWithJob")
                ? Optional.of("--feature-gates: this job-controller makes no Workloads and PodGroups:"
                        + " leave WorkloadWithJob=false")
                : Optional.empty();
    }
}
