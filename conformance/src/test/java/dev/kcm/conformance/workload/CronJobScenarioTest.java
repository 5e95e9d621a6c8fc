package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.CronJobSpec;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobTemplateSpec;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.operation.Propagation;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Jobs run their pods here, and what is deleted takes along what it owns. A real cluster's time
/// passes, so a schedule there is an interval of seconds, and the CronJob is suspended after its
/// first run.
@KubeScenario(controllers = {"cronjob-controller", "job-controller", "garbage-collector-controller"})
class CronJobScenarioTest {
    private static final String MINUTES = "minutes pass";
    private static final Duration ONE_RUN = Duration.ofMinutes(1);
    private static final String EACH_MINUTE = "* * * * *";
    private static final String EIGHT_SECONDS = "@every 8s";
    private static final Duration FIRST_RUN = Duration.ofSeconds(10);
    private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    // ---- runs

    @Test
    void starts_a_job_when_its_time_has_come(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS))
                .awaitQuiet()
                .then(jobs())
                .none()
                .advance(FIRST_RUN)
                .when(suspend())
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .allHave("metadata.ownerReferences[0].kind", "CronJob")
                .allHave("metadata.ownerReferences[0].controller", true)
                .allHave("metadata.labels.app", "tick")
                .each(job -> assertThat(job.annotations()).containsKey(SCHEDULED))
                .then(tick())
                .satisfies(lists(1))
                .satisfies(it -> assertThat(it.status().lastScheduleTime()).isPresent())
                .hasEvents("SuccessfulCreate");
    }

    @Test
    void a_job_that_succeeded_leaves_the_list(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS, succeeding()))
                .awaitQuiet()
                .advance(FIRST_RUN)
                .when(suspend())
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .allHave("status.succeeded", 1)
                .then(tick())
                .satisfies(lists(0))
                .satisfies(it -> assertThat(it.status().lastSuccessfulTime()).isPresent())
                .hasEvents("SuccessfulCreate", "SawCompletedJob")
                .hasNoEvents("UnexpectedJob", "MissingJob");
    }

    @Test
    void a_job_that_failed_is_no_success(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS, failing()))
                .awaitQuiet()
                .advance(FIRST_RUN)
                .when(suspend())
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .allHave("status.failed", 1)
                .then(tick())
                .satisfies(lists(0))
                .satisfies(it -> assertThat(it.status().lastSuccessfulTime()).isEmpty())
                .hasEvents("SawCompletedJob");
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void runs_again_and_again(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, succeeding()))
                .advance(ONE_RUN.multipliedBy(3))
                .awaitQuiet()
                .then(jobs())
                .count(3)
                .satisfy(found ->
                        assertThat(minute(found.get(2)) - minute(found.get(0))).isEqualTo(2))
                .then(tick())
                .satisfies(lists(0))
                .hasEvents("SuccessfulCreate", "SawCompletedJob");
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void keeps_the_hours_of_its_zone(Scenario scenario) {
        scenario.given(cronJob("31 5 * * *", spec -> spec.timeZone("Asia/Kolkata")))
                .advance(Duration.ofMinutes(2))
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .each(job -> assertThat(job.annotations().get(SCHEDULED)).endsWith("T05:31:00+05:30"));
    }

    @Test
    void a_date_that_never_comes_is_told(Scenario scenario) {
        scenario.given(cronJob("0 0 31 2 *"))
                .awaitQuiet()
                .then(jobs())
                .none()
                .then(tick())
                .hasEvents("InvalidSchedule")
                .wroteNothing();
    }

    // ---- several at a time

    @Test
    @EmbeddedOnly(MINUTES)
    void allowed_to_they_run_beside_each_other(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE))
                .advance(ONE_RUN.multipliedBy(3))
                .awaitQuiet()
                .then(jobs())
                .count(3)
                .then(tick())
                .satisfies(lists(3));
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void forbidden_to_they_wait_for_each_other(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, spec -> spec.concurrencyPolicy("Forbid")))
                .advance(ONE_RUN.multipliedBy(3))
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(1))
                .hasEvents("JobAlreadyActive")
                .when(delete(anyOf(jobs()), Propagation.BACKGROUND))
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(1))
                .hasEvents("MissingJob");
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void a_newer_one_replaces_an_older_one(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, spec -> spec.concurrencyPolicy("Replace")))
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(all(Pod.PODS))
                .count(1)
                .then(tick())
                .satisfies(lists(1))
                .hasEvents("SuccessfulDelete")
                .hasNoEvents("MissingJob", "UnexpectedJob");
    }

    // ---- pauses

    @Test
    void suspended_it_starts_nothing(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS, spec -> spec.suspend(true)))
                .awaitQuiet()
                .advance(FIRST_RUN)
                .then(jobs())
                .none()
                .wroteNothing();
    }

    @Test
    void resumed_it_makes_up_for_the_last_time_it_missed(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS, spec -> spec.suspend(true)))
                .awaitQuiet()
                .advance(Duration.ofSeconds(16))
                .when(resume())
                .awaitQuiet()
                .when(suspend())
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(1));
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void what_is_past_the_deadline_is_not_made_up_for(Scenario scenario) {
        scenario.given(cronJob("*/5 * * * *", spec -> spec.suspend(true).startingDeadlineSeconds(60L)))
                .advance(Duration.ofMinutes(7))
                .when(resume())
                .awaitQuiet()
                .then(jobs())
                .none()
                .advance(Duration.ofMinutes(4))
                .awaitQuiet()
                .then(jobs())
                .count(1);
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void of_too_many_missed_times_one_is_made_up_for(Scenario scenario) {
        scenario.given(cronJob("@every 1s", spec -> spec.suspend(true)))
                .advance(Duration.ofMinutes(2))
                .when(resume())
                .advance(Duration.ofMillis(500))
                .when(suspend())
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .hasEvents("TooManyMissedTimes", "SuccessfulCreate");
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void a_new_schedule_counts_from_now_on(Scenario scenario) {
        scenario.given(cronJob("@yearly"))
                .advance(Duration.ofSeconds(150))
                .when(patch(tick(), "{\"spec\": {\"schedule\": \"%s\"}}".formatted(EACH_MINUTE)))
                .awaitQuiet()
                .then(jobs())
                .none()
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .count(1);
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void a_new_template_is_for_jobs_to_come(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE))
                .advance(ONE_RUN)
                .awaitQuiet()
                .when(patch(
                        tick(), "{\"spec\": {\"jobTemplate\": {\"metadata\": {\"labels\": {\"app\":" + " \"new\"}}}}}"))
                .awaitQuiet()
                .then(jobs())
                .allHave("metadata.labels.app", "tick")
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .satisfy(found -> assertThat(found)
                        .extracting(it -> it.labels().get("app"))
                        .containsExactlyInAnyOrder("tick", "new"));
    }

    // ---- history

    @Test
    @EmbeddedOnly(MINUTES)
    void keeps_as_many_successes_as_asked_for(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, succeeding(), spec -> spec.successfulJobsHistoryLimit(2)))
                .advance(ONE_RUN.multipliedBy(5))
                .awaitQuiet()
                .then(jobs())
                .count(2)
                .satisfy(found ->
                        assertThat(minute(found.get(1)) - minute(found.get(0))).isEqualTo(1))
                .then(all(Pod.PODS))
                .count(2)
                .then(tick())
                .satisfies(lists(0))
                .hasEvents("SuccessfulDelete");
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void keeps_no_failures_if_asked_to(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, failing(), spec -> spec.failedJobsHistoryLimit(0)))
                .advance(ONE_RUN.multipliedBy(2))
                .awaitQuiet()
                .then(jobs())
                .none()
                .then(tick())
                .satisfies(lists(0))
                .hasEvents("SuccessfulDelete")
                .hasNoEvents("SawCompletedJob");
    }

    // ---- what others do

    @Test
    void a_deleted_job_leaves_the_list(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS))
                .awaitQuiet()
                .advance(FIRST_RUN)
                .when(suspend())
                .awaitQuiet()
                .when(delete(anyOf(jobs()), Propagation.BACKGROUND))
                .awaitQuiet()
                .then(tick())
                .satisfies(lists(0))
                .hasEvents("MissingJob");
    }

    @Test
    void a_job_started_by_hand_is_told_and_not_listed(Scenario scenario) {
        scenario.given(cronJob("@yearly"))
                .awaitQuiet()
                .when(startByHand(scenario))
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(0))
                .hasEvents("UnexpectedJob");
    }

    @Test
    void jobs_and_pods_go_with_it(Scenario scenario) {
        scenario.given(cronJob(EIGHT_SECONDS))
                .awaitQuiet()
                .advance(FIRST_RUN)
                .when(suspend())
                .awaitQuiet()
                .then(all(Pod.PODS))
                .count(1)
                .when(delete(tick(), Propagation.BACKGROUND))
                .awaitQuiet()
                .then(tick())
                .isGone()
                .then(jobs())
                .none()
                .then(all(Pod.PODS))
                .none();
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void on_its_way_out_it_starts_nothing(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE).finalizer("example.com/hold"))
                .advance(ONE_RUN)
                .awaitQuiet()
                .when(delete(tick(), Propagation.BACKGROUND))
                .awaitQuiet()
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .isTerminating()
                .satisfies(lists(1));
    }

    // ---- when things go wrong

    @Test
    @EmbeddedOnly(MINUTES)
    void starts_each_run_once_whatever_is_cut_short(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, spec -> spec.concurrencyPolicy("Forbid")))
                .crashAfterWrite(1)
                .advance(ONE_RUN)
                .awaitQuiet()
                .restart()
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(1));
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void conflicts_and_lost_watches_do_not_matter(Scenario scenario) {
        scenario.fault(
                        conflictOnce(updateStatus(CronJob.CRON_JOBS)),
                        refuse(Faults.delete(Job.JOBS))
                                .with(serverError("busy"))
                                .times(2))
                .given(cronJob(EACH_MINUTE, succeeding(), spec -> spec.successfulJobsHistoryLimit(1)))
                .advance(ONE_RUN)
                .fault(dropWatch(Job.JOBS), dropWatch(CronJob.CRON_JOBS))
                .advance(ONE_RUN.multipliedBy(2))
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(0));
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void a_refused_job_is_told_and_tried_again(Scenario scenario) {
        scenario.fault(refuse(create(Job.JOBS)).with(forbidden("exceeded quota")))
                .given(cronJob(EACH_MINUTE, spec -> spec.concurrencyPolicy("Forbid")))
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .none()
                .then(tick())
                .hasEvents("FailedCreate")
                .heal()
                .advance(Duration.ofMinutes(3))
                .awaitQuiet()
                .then(jobs())
                .count(1)
                .then(tick())
                .satisfies(lists(1));
    }

    @Test
    @EmbeddedOnly(MINUTES)
    void a_standby_goes_on_with_the_schedule(Scenario scenario) {
        scenario.given(cronJob(EACH_MINUTE, succeeding()))
                .advance(ONE_RUN)
                .failover()
                .advance(ONE_RUN)
                .awaitQuiet()
                .then(jobs())
                .count(2)
                .then(tick())
                .satisfies(lists(0));
    }

    private static AnyObjectBuilder<CronJob> tick() {
        return cronJob(EIGHT_SECONDS);
    }

    @SafeVarargs
    private static AnyObjectBuilder<CronJob> cronJob(String schedule, Consumer<CronJobSpec.Builder>... changes) {
        return object(CronJob.builder()
                .metadata(it -> it.name("tick"))
                .spec(spec -> {
                    spec.schedule(schedule).jobTemplate(template(Map.of()));
                    List.of(changes).forEach(change -> change.accept(spec));
                })
                .build());
    }

    private static JobTemplateSpec template(Map<String, String> podAnnotations) {
        return JobTemplateSpec.builder()
                .metadata(it -> it.putLabels("app", "tick"))
                .spec(job -> job.backoffLimit(0).template(pod(podAnnotations)))
                .build();
    }

    private static PodTemplateSpec pod(Map<String, String> annotations) {
        return PodTemplateSpec.builder()
                .metadata(it -> it.putLabels("app", "tick").annotations(annotations))
                .spec(it -> it.restartPolicy("Never")
                        .addContainers(main -> main.name("main").image("example.com/app:1")))
                .build();
    }

    private static Consumer<CronJobSpec.Builder> succeeding() {
        return exitingWith("0");
    }

    private static Consumer<CronJobSpec.Builder> failing() {
        return exitingWith("1");
    }

    private static Consumer<CronJobSpec.Builder> exitingWith(String code) {
        return spec -> spec.jobTemplate(template(Map.of("kcm.dev/exit-code", code)));
    }

    private static ObjectGroup<Job> jobs() {
        return all(Job.JOBS);
    }

    private static Action suspend() {
        return patch(tick(), "{\"spec\": {\"suspend\": true}}");
    }

    private static Action resume() {
        return patch(tick(), "{\"spec\": {\"suspend\": false}}");
    }

    /// As `kubectl create job by-hand --from=cronjob/tick` does.
    private static Action startByHand(Scenario scenario) {
        return act("start by-hand from tick", client -> {
            var cronJob = scenario.find(tick()).orElseThrow();
            client.on(Job.JOBS)
                    .create(Job.builder()
                            .metadata(it -> it.name("by-hand")
                                    .namespace(scenario.namespace())
                                    .addOwnerReferences(OwnerReferences.toController(cronJob)))
                            .spec(cronJob.spec().jobTemplate().spec())
                            .build());
        });
    }

    private static Consumer<CronJob> lists(int count) {
        return cronJob -> assertThat(cronJob.status().active()).hasSize(count);
    }

    /// The run it is, in minutes since the epoch.
    private static long minute(Job job) {
        return Long.parseLong(job.name().substring("tick-".length()));
    }
}
