package dev.kcm.controllers.workload.cronjob;

import dev.kcm.client.WriteResult;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.CronJobSpec;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// CronJobs and Jobs for tests.
final class CronJobs {
    /// Two minutes and a half past a full hour.
    static final Instant NOW = Instant.parse("2026-06-01T12:02:30Z");

    static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

    /// What the run of noon is called.
    static final String RUN_OF_NOON = "tick-29671920";

    private CronJobs() {}

    /// Every hour, created at half past eleven.
    static CronJob hourly(Consumer<CronJobSpec.Builder> besides) {
        return CronJob.builder()
                .metadata(it -> it.name("tick")
                        .namespace("default")
                        .uid("uid-tick")
                        .creationTimestamp(Instant.parse("2026-06-01T11:30:00Z")))
                .spec(spec -> {
                    spec.schedule("0 * * * *")
                            .concurrencyPolicy("Allow")
                            .successfulJobsHistoryLimit(3)
                            .failedJobsHistoryLimit(1)
                            .jobTemplate(template -> template.metadata(
                                            it -> it.putLabels("app", "tick").putAnnotations("note", "kept"))
                                    .spec(it -> it.completions(2)));
                    besides.accept(spec);
                })
                .build();
    }

    static CronJob hourly() {
        return hourly(_ -> {});
    }

    static CronJob listing(CronJob cronJob, Job... jobs) {
        return cronJob.withStatus(status -> status.active(Arrays.stream(jobs)
                .map(job -> ObjectReference.builder()
                        .name(job.name())
                        .uid(job.uid())
                        .namespace("default")
                        .build())
                .toList()));
    }

    static CronJob lastRun(CronJob cronJob, String time) {
        return cronJob.withStatus(status -> status.lastScheduleTime(Instant.parse(time)));
    }

    static Job running(String name) {
        return Job.builder()
                .metadata(it -> it.name(name)
                        .namespace("default")
                        .uid("uid-" + name)
                        .resourceVersion("7")
                        .addOwnerReferences(OwnerReferences.toController(hourly())))
                .status(it -> it.startTime(NOON.minusSeconds(600)))
                .build();
    }

    static Job ended(String name, String ending, String started) {
        var start = Instant.parse(started);
        return running(name).withStatus(it -> {
            it.startTime(start).addConditions(c -> c.type(ending).status("True"));
            if (ending.equals("Complete")) {
                it.completionTime(start.plusSeconds(60));
            }
        });
    }

    static Job succeeded(String name, String started) {
        return ended(name, "Complete", started);
    }

    static Job failed(String name, String started) {
        return ended(name, "Failed", started);
    }

    static Snapshot snapshot(CronJob cronJob, Job... jobs) {
        return snapshot(cronJob, ZoneOffset.UTC, jobs);
    }

    static Snapshot snapshot(CronJob cronJob, ZoneId local, Job... jobs) {
        return new Snapshot(
                cronJob,
                List.of(jobs),
                Set.of(),
                ScheduleDecision.of(cronJob, false, local, NOW),
                Optional.empty(),
                NOW);
    }

    static Snapshot withNamesake(Snapshot snapshot, Job job) {
        return new Snapshot(
                snapshot.cronJob(),
                snapshot.jobs(),
                snapshot.lost(),
                snapshot.schedule(),
                Optional.of(job),
                snapshot.now());
    }

    static Snapshot losing(Snapshot snapshot, String... uids) {
        return new Snapshot(
                snapshot.cronJob(),
                snapshot.jobs(),
                Set.of(uids),
                snapshot.schedule(),
                snapshot.namesake(),
                snapshot.now());
    }

    /// Verbs and names, and the reasons of events.
    static List<String> steps(Plan plan) {
        return plan.steps().map(Step::describe).toList();
    }

    /// Events, with their notes.
    static List<String> notes(Plan plan) {
        return Planned.in(plan).events().stream().map(Step.RecordEvent::note).toList();
    }

    static CronJob written(Plan plan) {
        return Planned.in(plan).statuses(CronJob.class).getFirst();
    }

    /// Everything in the plan is done.
    static Outcomes done(Plan plan) {
        return new Outcomes(plan.steps()
                .<Outcome>map(step -> new Outcome.Applied(
                        step, new WriteResult(step.key(), "uid-" + step.key().name(), "42")))
                .toList());
    }

    static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }
}
