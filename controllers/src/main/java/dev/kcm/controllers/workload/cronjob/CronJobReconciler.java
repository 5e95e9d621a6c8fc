package dev.kcm.controllers.workload.cronjob;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// Creates Jobs on the schedules of CronJobs. The order of a look: see what the schedule asks for
/// ([Agenda]) and whether it is done ([Turn]); delete old Jobs ([History]); write the status
/// ([CronJobStatuses]).
public final class CronJobReconciler implements Reconciler<Seen> {
    public static final ControllerSpec SPEC = ControllerSpec.named("cronjob-controller")
            .alias("cronjob")
            .reconciles(CronJob.CRON_JOBS)
            .watches(Watching.ownedBy(Job.JOBS, CronJob.CRON_JOBS))
            .indexes(CronJobObserver.BY_CONTROLLER)
            .writes("create jobs", "delete jobs", "update cronjobs/status")
            .workers(options -> options.of(CronJobOptions.FLAGS).concurrentSyncs())
            .builtBy(CronJobReconciler::new);

    private final CronJobObserver observer;
    private final Histogram skew;

    private CronJobReconciler(Settings settings) {
        this.observer = new CronJobObserver(settings.live(), ZoneId.systemDefault());
        this.skew = settings.metrics()
                .histogram(
                        "cronjob_controller_job_creation_skew_duration_seconds",
                        "[STABLE] Time between when a cronjob is scheduled to be run, and"
                                + " when the corresponding job is created",
                        Buckets.exponential(1, 2, 10));
    }

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        return observer.observe(key, caches, now);
    }

    @Override
    public Plan decide(Seen seen) {
        return plan(seen);
    }

    @Override
    public Plan settle(Seen seen, Outcomes writes) {
        return CronJobStatuses.after(seen, writes);
    }

    @Override
    public void measure(Seen seen, Outcomes writes, Duration took) {
        observer.remember(seen);
        if (seen.agenda() instanceof Agenda.Due due) {
            writes.all().stream()
                    .filter(Outcome.Applied.class::isInstance)
                    .filter(outcome -> outcome.step() instanceof Step.Create<?>)
                    .forEach(_ -> skew.with().observe(Duration.between(due.at(), seen.now())));
        }
    }

    /// Runs come before the history: what is refused keeps what comes after it from being tried,
    /// and a Job too many does less harm than a run too few.
    static Plan plan(Seen seen) {
        var told = announcements(seen);
        var plan = Turn.of(seen).plan(seen);
        var old = History.surplus(seen.cronJob(), seen.jobs());
        var announced = told.isEmpty() ? plan : Plan.inOrder(plan.why(), told).then(plan);
        return old.isEmpty() ? announced : announced.then(cleanUp(seen, old));
    }

    private static Plan cleanUp(Seen seen, List<Job> old) {
        return Plan.together(
                "history beyond the limits",
                old.stream()
                        .map(job -> Turn.deletion(seen, job.key(), job.uid()))
                        .toList());
    }

    private static List<Step> announcements(Seen seen) {
        var steps = new ArrayList<Step>();
        for (var job : CronJobObserver.unlisted(seen.cronJob(), seen.jobs())) {
            steps.add(Step.warn(
                    seen.cronJob().ref(),
                    Reasons.UNEXPECTED_JOB,
                    "Saw a job that the controller did not create or forgot: " + job.name()));
        }
        steps.addAll(seen.agenda().announcements());
        return steps;
    }
}
