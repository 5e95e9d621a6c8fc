package dev.kcm.controllers.workload.job;

import static dev.kcm.controllers.workload.job.FailurePolicyTest.onExitCodes;
import static dev.kcm.controllers.workload.job.FailurePolicyTest.withRules;
import static dev.kcm.controllers.workload.job.Jobs.NOW;
import static dev.kcm.controllers.workload.job.Jobs.annotated;
import static dev.kcm.controllers.workload.job.Jobs.at;
import static dev.kcm.controllers.workload.job.Jobs.deleting;
import static dev.kcm.controllers.workload.job.Jobs.failed;
import static dev.kcm.controllers.workload.job.Jobs.indexed;
import static dev.kcm.controllers.workload.job.Jobs.job;
import static dev.kcm.controllers.workload.job.Jobs.perIndex;
import static dev.kcm.controllers.workload.job.Jobs.pod;
import static dev.kcm.controllers.workload.job.Jobs.running;
import static dev.kcm.controllers.workload.job.Jobs.snapshot;
import static dev.kcm.controllers.workload.job.Jobs.succeeded;
import static dev.kcm.controllers.workload.job.Jobs.withStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobEndTest {

    @Test
    void a_job_with_work_left_goes_on() {
        assertThat(reason(job(), running("a"), succeeded("b"), failed("c"))).isEmpty();
    }

    @Test
    void failures_in_the_counter_the_lists_and_the_cache_count_towards_the_limit() {
        var job = withStatus(
                job(spec -> spec.backoffLimit(2)),
                status -> status.failed(1).uncountedTerminatedPods(u -> u.failed(List.of("uid-listed"))));

        assertThat(reason(job)).isEmpty();
        assertThat(reason(job, failed("listed"))).isEmpty();
        assertThat(reason(job, failed("new"))).isEqualTo(Reasons.BACKOFF_LIMIT_EXCEEDED);
    }

    @Test
    void ignored_failures_do_not_count() {
        var job = withRules(onExitCodes(FailurePolicyActions.IGNORE, "In", 42)).withSpec(s -> s.backoffLimit(0));

        assertThat(reason(job, failed("a", 1, 42))).isEmpty();
        assertThat(reason(job, failed("a", 1, 1))).isEqualTo(Reasons.BACKOFF_LIMIT_EXCEEDED);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false", "0, 1, true", "3, 2, false", "3, 3, true"})
    void restarts_in_place_count_towards_the_limit(int limit, int restarts, boolean fails) {
        var job = job(spec -> spec.backoffLimit(limit).template(t -> t.spec(s -> s.restartPolicy("OnFailure"))));
        var restarted = pod("a", status -> status.phase("Running").addContainerStatuses(c -> c.restartCount(restarts)));

        assertThat(reason(job, restarted)).isEqualTo(fails ? Reasons.BACKOFF_LIMIT_EXCEEDED : "");
    }

    @Test
    void a_deleted_pod_counts_as_failed_unless_only_failed_ones_are_replaced() {
        var job = job(spec -> spec.backoffLimit(0));
        var patient = job(spec -> spec.backoffLimit(0).podReplacementPolicy("Failed"));

        assertThat(reason(job, deleting(running("a")))).isEqualTo(Reasons.BACKOFF_LIMIT_EXCEEDED);
        assertThat(reason(patient, deleting(running("a")))).isEmpty();
        assertThat(reason(patient, deleting(failed("a")))).isEqualTo(Reasons.BACKOFF_LIMIT_EXCEEDED);
        assertThat(reason(job, deleting(succeeded("a")))).isEmpty();
    }

    @Test
    void a_deadline_counts_from_the_start_and_not_while_suspended() {
        var job = job(spec -> spec.activeDeadlineSeconds(60));

        assertThat(reason(job)).isEqualTo(Reasons.DEADLINE_EXCEEDED);
        assertThat(reason(job.withSpec(s -> s.activeDeadlineSeconds(61)))).isEmpty();
        assertThat(reason(job.withSpec(s -> s.suspend(true)))).isEmpty();
        assertThat(reason(job.withStatus(s -> s.withoutStartTime()))).isEmpty();
        assertThat(JobEnd.untilDeadline(snapshot(job.withSpec(s -> s.activeDeadlineSeconds(100)))))
                .contains(Duration.ofSeconds(40));
    }

    @Test
    void what_was_decided_before_stays() {
        var failing = withStatus(
                job(),
                status -> status.addConditions(
                        new JobEnd(false, "Why", "because", false).condition(ConditionTypes.FAILURE_TARGET, NOW)));
        var progress = JobProgress.of(snapshot(failing));

        assertThat(JobEnd.on(snapshot(failing), progress)).contains(new JobEnd(false, "Why", "because", true));
        var met = withStatus(
                failing,
                status -> status.addConditions(
                        new JobEnd(true, "Enough", "done", false).condition(ConditionTypes.SUCCESS_CRITERIA_MET, NOW)));
        assertThat(JobEnd.on(snapshot(met), progress)).contains(new JobEnd(true, "Enough", "done", true));
    }

    @Test
    void a_failure_policy_fails_the_job_before_the_limit_does() {
        var job =
                withRules(onExitCodes(FailurePolicyActions.FAIL_JOB, "In", 42)).withSpec(s -> s.backoffLimit(0));

        assertThat(reason(job, failed("a", 1, 42))).isEqualTo(Reasons.POD_FAILURE_POLICY);
    }

    @Test
    void too_many_failed_indexes_fail_the_job() {
        var job = perIndex(5, 0).withSpec(spec -> spec.maxFailedIndexes(1));

        assertThat(reason(job, at(0, failed("a")))).isEmpty();
        assertThat(reason(job, at(0, failed("a")), at(3, failed("b")))).isEqualTo(Reasons.MAX_FAILED_INDEXES_EXCEEDED);
    }

    @Test
    void failed_indexes_fail_the_job_when_all_others_are_over() {
        var job = withStatus(
                perIndex(3, 0), status -> status.completedIndexes("0").succeeded(1));

        assertThat(reason(job, at(1, failed("a")))).isEmpty();
        assertThat(reason(job, at(1, failed("a")), at(2, succeeded("b")))).isEqualTo(Reasons.FAILED_INDEXES);
    }

    @Test
    void an_index_fails_when_its_own_limit_is_used_up() {
        var job = perIndex(5, 2);

        assertThat(failedIndexes(job, at(1, failed("a")))).isEmpty();
        assertThat(failedIndexes(job, at(1, annotated(failed("a"), Annotations.INDEX_FAILURES, 1))))
                .isEmpty();
        assertThat(failedIndexes(job, at(1, annotated(failed("a"), Annotations.INDEX_FAILURES, 2))))
                .isEqualTo("1");
        assertThat(failedIndexes(job, at(9, annotated(failed("a"), Annotations.INDEX_FAILURES, 2))))
                .isEmpty();
    }

    @Test
    void a_policy_fails_an_index_at_once_or_spares_it() {
        var job = withRules(
                        onExitCodes(FailurePolicyActions.FAIL_INDEX, "In", 42),
                        onExitCodes(FailurePolicyActions.IGNORE, "In", 7))
                .withSpec(s ->
                        s.completionMode(CompletionModes.INDEXED).completions(5).backoffLimitPerIndex(3));

        assertThat(failedIndexes(job, at(2, failed("a", 1, 42)))).isEqualTo("2");
        assertThat(failedIndexes(job, at(2, annotated(failed("a", 1, 7), Annotations.INDEX_FAILURES, 3))))
                .isEmpty();
    }

    @Test
    void a_success_policy_ends_the_job_while_pods_run() {
        var job = indexed(5, spec -> spec.successPolicy(p -> p.addRules(rule -> rule.succeededIndexes("1"))));

        assertThat(reason(job, at(1, succeeded("a")), at(2, running("b")))).isEqualTo(Reasons.SUCCESS_POLICY);
        assertThat(reason(job, at(2, succeeded("a")))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"10, 10, 0, true", "10, 10, 1, false", "10, 9, 0, false", "0, 0, 0, true"})
    void completions_are_reached_when_nothing_runs_any_more(int needed, int done, int active, boolean reached) {
        var snapshot = snapshot(withStatus(job(spec -> spec.completions(needed)), s -> s.succeeded(done)));

        assertThat(JobEnd.completions(snapshot, JobProgress.of(snapshot), active)
                        .isPresent())
                .isEqualTo(reached);
    }

    @Test
    void without_completions_one_success_is_enough() {
        var snapshot = snapshot(job(spec -> spec.withoutCompletions()), succeeded("a"));

        assertThat(JobEnd.completions(snapshot, JobProgress.of(snapshot), 0)).isPresent();
        assertThat(JobEnd.completions(snapshot, JobProgress.of(snapshot), 1)).isEmpty();
    }

    private static String reason(Job job, LeanPod... pods) {
        var snapshot = snapshot(job, pods);
        return JobEnd.on(snapshot, JobProgress.of(snapshot)).map(JobEnd::reason).orElse("");
    }

    private static String failedIndexes(Job job, LeanPod... pods) {
        return JobProgress.of(snapshot(job, pods)).failedIndexes().orElseThrow().text();
    }
}
