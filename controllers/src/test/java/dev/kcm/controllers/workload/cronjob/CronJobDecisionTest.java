package dev.kcm.controllers.workload.cronjob;

import static dev.kcm.controllers.workload.cronjob.CronJobs.NOON;
import static dev.kcm.controllers.workload.cronjob.CronJobs.NOW;
import static dev.kcm.controllers.workload.cronjob.CronJobs.RUN_OF_NOON;
import static dev.kcm.controllers.workload.cronjob.CronJobs.done;
import static dev.kcm.controllers.workload.cronjob.CronJobs.failed;
import static dev.kcm.controllers.workload.cronjob.CronJobs.hourly;
import static dev.kcm.controllers.workload.cronjob.CronJobs.lastRun;
import static dev.kcm.controllers.workload.cronjob.CronJobs.listing;
import static dev.kcm.controllers.workload.cronjob.CronJobs.losing;
import static dev.kcm.controllers.workload.cronjob.CronJobs.notes;
import static dev.kcm.controllers.workload.cronjob.CronJobs.running;
import static dev.kcm.controllers.workload.cronjob.CronJobs.snapshot;
import static dev.kcm.controllers.workload.cronjob.CronJobs.steps;
import static dev.kcm.controllers.workload.cronjob.CronJobs.succeeded;
import static dev.kcm.controllers.workload.cronjob.CronJobs.withNamesake;
import static dev.kcm.controllers.workload.cronjob.CronJobs.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronJobDecisionTest {
    private static final String CREATES = "create jobs " + RUN_OF_NOON;
    private static final String DELETES = "delete jobs default/";
    private static final Job EARLIER = running("earlier");
    private static final Job OTHER = running("other");

    // ---- a run

    @Test
    void a_run_is_a_job_from_the_template_that_says_when_it_was_meant_for() {
        var job = NewJob.of(hourly(spec -> spec.timeZone("Europe/Berlin")), NOON);

        assertThat(job.key()).isEqualTo(CronJobs.key(RUN_OF_NOON));
        assertThat(job.labels()).containsExactlyEntriesOf(Map.of("app", "tick"));
        assertThat(job.annotations())
                .containsEntry("note", "kept")
                .containsEntry(Annotations.SCHEDULED_TIMESTAMP, "2026-06-01T14:00:00+02:00");
        assertThat(job.spec()).isEqualTo(hourly().spec().jobTemplate().spec());
        assertThat(job.metadata().ownerReferences()).singleElement().satisfies(owner -> {
            assertThat(owner.kind()).isEqualTo("CronJob");
            assertThat(owner.uid()).isEqualTo("uid-tick");
            assertThat(owner.controller()).contains(true);
            assertThat(owner.blockOwnerDeletion()).contains(true);
        });
    }

    @ParameterizedTest
    @CsvSource({
        ", 2026-06-01T12:00:00Z",
        "UTC, 2026-06-01T12:00:00Z",
        "Europe/London, 2026-06-01T13:00:00+01:00",
        "Africa/Abidjan, 2026-06-01T12:00:00Z",
        "America/St_Johns, 2026-06-01T09:30:00-02:30",
    })
    void the_time_is_given_in_the_zone_of_the_cron_job(String zone, String text) {
        var cronJob = zone == null ? hourly() : hourly(spec -> spec.timeZone(zone));

        assertThat(NewJob.of(cronJob, NOON).annotations()).containsEntry(Annotations.SCHEDULED_TIMESTAMP, text);
    }

    @Test
    void a_run_that_is_due_is_started_and_listed() {
        var snapshot = snapshot(hourly());
        var plan = CronJobController.plan(snapshot);

        assertThat(steps(plan)).containsExactly(CREATES);
        assertThat(plan.wakeIn()).contains(Duration.ofMillis(57 * 60_000 + 30_100));
        var status =
                written(CronJobStatusCalculator.after(snapshot, done(plan))).status();
        assertThat(status.lastScheduleTime()).contains(NOON);
        assertThat(status.active())
                .containsExactly(ObjectReference.builder()
                        .apiVersion("batch/v1")
                        .kind("Job")
                        .namespace("default")
                        .name(RUN_OF_NOON)
                        .uid("uid-" + RUN_OF_NOON)
                        .resourceVersion("42")
                        .build());
    }

    @Test
    void a_refused_run_is_reported_and_not_written_down() {
        var snapshot = snapshot(hourly());

        var after = CronJobStatusCalculator.after(snapshot, refused(snapshot, 403, "Forbidden", "quota"));

        assertThat(steps(after)).containsExactly("record event FailedCreate");
        assertThat(notes(after)).containsExactly("Error creating job: quota");
    }

    @Test
    void a_job_that_is_there_by_surprise_is_left_to_the_next_sync() {
        var snapshot = snapshot(hourly());

        var after = CronJobStatusCalculator.after(snapshot, refused(snapshot, 409, "AlreadyExists", "there"));

        assertThat(after.isNothing()).isTrue();
    }

    @Test
    void a_job_of_ours_that_the_status_forgot_is_listed_and_not_created() {
        var job = running(RUN_OF_NOON);
        var snapshot = withNamesake(snapshot(hourly(), job), job);
        var plan = CronJobController.plan(snapshot);

        assertThat(steps(plan)).containsExactly("record event UnexpectedJob");
        assertThat(notes(plan))
                .containsExactly("Saw a job that the controller did not create or forgot: " + RUN_OF_NOON);
        var status =
                written(CronJobStatusCalculator.after(snapshot, Outcomes.NONE)).status();
        assertThat(status.lastScheduleTime()).contains(NOON);
        assertThat(status.active()).singleElement().satisfies(entry -> {
            assertThat(entry.uid()).isEqualTo(job.uid());
            assertThat(entry.resourceVersion()).isEqualTo("7");
        });
    }

    @Test
    void a_name_that_somebody_else_uses_is_left_alone_until_the_next_time() {
        var foreign = running(RUN_OF_NOON).withMetadata(it -> it.ownerReferences(List.of()));
        var snapshot = withNamesake(snapshot(hourly()), foreign);
        var plan = CronJobController.plan(snapshot);

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why()).isEqualTo("the name tick-29671920 is taken");
        assertThat(plan.wakeIn()).isPresent();
        assertThat(CronJobStatusCalculator.after(snapshot, Outcomes.NONE).isNothing())
                .isTrue();
    }

    // ---- several at a time

    @ParameterizedTest
    @CsvSource({
        // policy, whether an earlier one runs, steps
        "Allow, true, create",
        "Allow, false, create",
        "Forbid, true, record event JobAlreadyActive",
        "Forbid, false, create",
        "Replace, true, delete;create",
        "Replace, false, create",
    })
    void the_policy_decides_about_a_run_beside_another(String policy, boolean runs, String expected) {
        var earlier = runs ? EARLIER : succeeded("earlier", "2026-06-01T11:00:00Z");
        var cronJob = listing(hourly(spec -> spec.concurrencyPolicy(policy)), earlier);

        assertThat(steps(CronJobController.plan(snapshot(cronJob, earlier))))
                .containsExactlyElementsOf(List.of(expected.replace("delete", DELETES + "earlier")
                        .replace("create", CREATES)
                        .split(";")));
    }

    @Test
    void what_was_replaced_leaves_the_list_also_when_the_run_is_refused() {
        var cronJob = listing(hourly(spec -> spec.concurrencyPolicy("Replace")), EARLIER);
        var snapshot = snapshot(cronJob, EARLIER);
        var steps = CronJobController.plan(snapshot).steps().toList();

        assertThat(steps.getFirst().as(Operation.Delete.class).orElseThrow().propagation())
                .contains(Propagation.BACKGROUND);
        assertThat(steps.getFirst().as(Operation.Delete.class).orElseThrow().uid())
                .isEqualTo(EARLIER.uid());
        var after = CronJobStatusCalculator.after(
                snapshot,
                new Outcomes(List.of(
                        new Outcome.Moot(steps.getFirst(), "gone"), refusal(steps.getLast(), 500, "", "busy"))));
        assertThat(written(after).status().active()).isEmpty();
        assertThat(written(after).status().lastScheduleTime()).isEmpty();
    }

    @Test
    void a_run_that_is_listed_is_not_started_again() {
        var job = running(RUN_OF_NOON);

        assertThat(CronJobController.plan(snapshot(listing(hourly(), job), job)))
                .isEqualTo(Plan.nothing("its Job runs already").wakingIn(Duration.ofMillis(57 * 60_000 + 30_100)));
    }

    // ---- what became of Jobs

    @ParameterizedTest
    @CsvSource({"Complete, 2026-06-01T11:01:00Z", "Failed, 2026-06-01T09:00:00Z"})
    void a_job_that_ended_leaves_the_list(String ending, String lastSuccess) {
        var job = CronJobs.ended("earlier", ending, "2026-06-01T11:00:00Z");
        var cronJob = waiting(listing(hourly(), job, OTHER))
                .withStatus(it -> it.lastSuccessfulTime(Instant.parse("2026-06-01T09:00:00Z")));
        var after = CronJobStatusCalculator.after(snapshot(cronJob, job, OTHER), Outcomes.NONE);

        assertThat(written(after).status().active())
                .extracting(ObjectReference::name)
                .containsExactly("other");
        assertThat(written(after).status().lastSuccessfulTime()).contains(Instant.parse(lastSuccess));
        assertThat(notes(after)).containsExactly("Saw completed job: earlier, condition: " + ending);
    }

    @Test
    void a_success_counts_also_if_it_was_not_listed() {
        var byHand = succeeded("by-hand", "2026-06-01T11:00:00Z");
        var older = succeeded("older", "2026-06-01T10:00:00Z");
        var after = CronJobStatusCalculator.after(snapshot(waiting(hourly()), byHand, older), Outcomes.NONE);

        assertThat(written(after).status().lastSuccessfulTime()).contains(Instant.parse("2026-06-01T11:01:00Z"));
        assertThat(notes(after)).isEmpty();
    }

    @Test
    void a_lost_job_leaves_the_list() {
        var snapshot = losing(snapshot(waiting(listing(hourly(), EARLIER))), EARLIER.uid());
        var after = CronJobStatusCalculator.after(snapshot, Outcomes.NONE);

        assertThat(written(after).status().active()).isEmpty();
        assertThat(notes(after)).containsExactly("Active job went missing: earlier");
    }

    @Test
    void a_cron_job_on_its_way_out_only_keeps_its_status() {
        var job = succeeded("earlier", "2026-06-01T11:00:00Z");
        var snapshot = snapshot(listing(hourly().withMetadata(it -> it.deletionTimestamp(NOW)), job), job);

        assertThat(CronJobController.plan(snapshot)).isEqualTo(Plan.nothing("being deleted"));
        assertThat(written(CronJobStatusCalculator.after(snapshot, Outcomes.NONE))
                        .status()
                        .active())
                .isEmpty();
    }

    @Test
    void nothing_new_is_not_written() {
        var snapshot = snapshot(waiting(listing(hourly(), EARLIER)), EARLIER);

        assertThat(CronJobController.plan(snapshot).isNothing()).isTrue();
        assertThat(CronJobStatusCalculator.after(snapshot, Outcomes.NONE).isNothing())
                .isTrue();
    }

    // ---- history

    @ParameterizedTest
    @CsvSource({
        // limits for successes and failures, what goes
        "3, 1, failed-09",
        "1, 2, ok-10",
        "0, 0, ok-10;ok-11;failed-09;failed-08",
        "2, , ''",
        ", , ''",
    })
    void the_oldest_jobs_beyond_the_limits_go(Integer successes, Integer failures, String gone) {
        var cronJob = hourly(spec -> {
            spec.withoutSuccessfulJobsHistoryLimit().withoutFailedJobsHistoryLimit();
            Optional.ofNullable(successes).ifPresent(spec::successfulJobsHistoryLimit);
            Optional.ofNullable(failures).ifPresent(spec::failedJobsHistoryLimit);
        });

        assertThat(JobHistory.surplus(
                        cronJob,
                        List.of(
                                succeeded("ok-11", "2026-06-01T11:00:00Z"),
                                succeeded("ok-10", "2026-06-01T10:00:00Z"),
                                failed("failed-09", "2026-06-01T09:00:00Z"),
                                failed("failed-08", "2026-06-01T09:00:00Z").withStatus(it -> it.withoutStartTime()),
                                EARLIER)))
                .extracting(Job::name)
                .containsExactlyElementsOf(gone.isEmpty() ? List.of() : List.of(gone.split(";")));
    }

    @Test
    void old_jobs_go_in_the_background_and_once() {
        var old = failed("old", "2026-06-01T09:00:00Z");
        var going = failed("going", "2026-06-01T08:00:00Z").withMetadata(it -> it.deletionTimestamp(NOW));
        var young = failed("young", "2026-06-01T10:00:00Z");
        var plan = CronJobController.plan(snapshot(waiting(hourly()), going, old, young));

        assertThat(steps(plan)).containsExactly(DELETES + "old");
        assertThat(Planned.in(plan).deletes().getFirst().propagation()).contains(Propagation.BACKGROUND);
    }

    @Test
    void a_job_that_ended_and_was_deleted_in_one_sync_is_reported_once() {
        var job = failed("old", "2026-06-01T09:00:00Z");
        var cronJob = waiting(listing(hourly(spec -> spec.failedJobsHistoryLimit(0)), job));
        var snapshot = snapshot(cronJob, job);
        var after = CronJobStatusCalculator.after(snapshot, done(CronJobController.plan(snapshot)));

        assertThat(written(after).status().active()).isEmpty();
        assertThat(notes(after)).isEmpty();
        assertThat(notes(CronJobStatusCalculator.after(snapshot, Outcomes.NONE)))
                .containsExactly("Saw completed job: old, condition: Failed");
    }

    @Test
    void a_run_comes_before_the_history_so_that_no_refusal_there_stops_it() {
        var old = List.of(failed("old", "2026-06-01T09:00:00Z"), failed("young", "2026-06-01T10:00:00Z"));
        var plan = CronJobController.plan(snapshot(hourly(), old.toArray(Job[]::new)));

        assertThat(steps(plan)).containsExactly(CREATES, DELETES + "old");
        assertThat(plan.why()).isEqualTo("its time has come; history beyond the limits");
    }

    /// With nothing due.
    private static CronJob waiting(CronJob cronJob) {
        return lastRun(cronJob, NOON.toString());
    }

    private static Outcomes refused(Snapshot snapshot, int code, String reason, String message) {
        var step = CronJobController.plan(snapshot).steps().findFirst().orElseThrow();
        return new Outcomes(List.of(refusal(step, code, reason, message)));
    }

    private static Outcome refusal(Step step, int code, String reason, String message) {
        return new Outcome.Refused(
                step,
                ApiFailure.of(Status.builder()
                        .code(code)
                        .reason(reason)
                        .message(message)
                        .build()));
    }
}
