package dev.kcm.controllers.workload.cronjob;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// Creates Jobs on the schedules of CronJobs. The order of a sync: see what the schedule asks for
/// ([ScheduleDecision]) and whether it is done ([StartDecision]); delete old Jobs ([JobHistory]); write the status
/// ([CronJobStatusCalculator]).
public final class CronJobController implements Reconciler<Snapshot> {
    static final String NAME = "cronjob-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("cronjob")
            .reconciles(CronJob.CRON_JOBS)
            .watches(WatchMapping.ownedBy(Job.JOBS, CronJob.CRON_JOBS))
            .indexes(CronJobObserver.BY_CONTROLLER)
            .writes("create jobs", "delete jobs", "update cronjobs/status")
            .workers(options -> options.of(CronJobOptions.FLAGS).concurrentSyncs())
            .builtBy(CronJobController::new);

    private final CronJobObserver observer;
    private final Histogram skew;

    private CronJobController(Settings settings) {
        this.observer = new CronJobObserver(settings.live(), ZoneId.systemDefault());
        this.skew = settings.metrics()
                .histogram(
                        "cronjob_controller_job_creation_skew_duration_seconds",
                        "[STABLE] Time between when a cronjob is scheduled to be run, and"
                                + " when the corresponding job is created",
                        Buckets.exponential(1, 2, 10));
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return observer.observe(key, caches, now);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return plan(snapshot);
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return CronJobStatusCalculator.after(snapshot, writes);
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        observer.remember(snapshot);
        if (snapshot.schedule() instanceof ScheduleDecision.Due due) {
            writes.all().stream()
                    .filter(Outcome.Applied.class::isInstance)
                    .filter(outcome -> outcome.step().isCreate())
                    .forEach(_ -> skew.with().observe(Duration.between(due.at(), snapshot.now())));
        }
    }

    /// Runs come before the history: what is refused keeps what comes after it from being tried,
    /// and a Job too many does less harm than a run too few.
    static Plan plan(Snapshot snapshot) {
        var events = events(snapshot);
        var plan = StartDecision.of(snapshot).plan(snapshot);
        var old = JobHistory.surplus(snapshot.cronJob(), snapshot.jobs());
        var withEvents =
                events.isEmpty() ? plan : Plan.inOrder(plan.why(), events).then(plan);
        return old.isEmpty() ? withEvents : withEvents.then(cleanUp(snapshot, old));
    }

    private static Plan cleanUp(Snapshot snapshot, List<Job> old) {
        return Plan.together(
                "history beyond the limits",
                old.stream()
                        .map(job -> StartDecision.deletion(snapshot, job.key(), job.uid()))
                        .toList());
    }

    private static List<Step> events(Snapshot snapshot) {
        var steps = new ArrayList<Step>();
        for (var job : CronJobObserver.unlisted(snapshot.cronJob(), snapshot.jobs())) {
            steps.add(Step.warning(
                    snapshot.cronJob().ref(),
                    Reasons.UNEXPECTED_JOB,
                    "Saw a job that the controller did not create or forgot: " + job.name()));
        }
        steps.addAll(snapshot.schedule().events());
        return steps;
    }
}
