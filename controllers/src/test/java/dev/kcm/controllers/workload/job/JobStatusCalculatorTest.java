package dev.kcm.controllers.workload.job;

import static dev.kcm.controllers.workload.job.FailurePolicyTest.onExitCodes;
import static dev.kcm.controllers.workload.job.FailurePolicyTest.withRules;
import static dev.kcm.controllers.workload.job.Jobs.NOW;
import static dev.kcm.controllers.workload.job.Jobs.allDone;
import static dev.kcm.controllers.workload.job.Jobs.at;
import static dev.kcm.controllers.workload.job.Jobs.deleting;
import static dev.kcm.controllers.workload.job.Jobs.events;
import static dev.kcm.controllers.workload.job.Jobs.failed;
import static dev.kcm.controllers.workload.job.Jobs.indexed;
import static dev.kcm.controllers.workload.job.Jobs.job;
import static dev.kcm.controllers.workload.job.Jobs.letGo;
import static dev.kcm.controllers.workload.job.Jobs.names;
import static dev.kcm.controllers.workload.job.Jobs.perIndex;
import static dev.kcm.controllers.workload.job.Jobs.pod;
import static dev.kcm.controllers.workload.job.Jobs.running;
import static dev.kcm.controllers.workload.job.Jobs.snapshot;
import static dev.kcm.controllers.workload.job.Jobs.succeeded;
import static dev.kcm.controllers.workload.job.Jobs.withStatus;
import static dev.kcm.controllers.workload.job.Jobs.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.Conditions;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobCondition;
import dev.kcm.model.batch.v1.JobStatus;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobStatusCalculatorTest {

    @Test
    void the_first_sync_starts_the_clock_and_counts_what_it_created() {
        var job = job().withStatus(JobStatus.EMPTY);

        var status = written(sync(job));

        assertThat(status.startTime()).contains(NOW);
        assertThat(status.active()).isEqualTo(3);
        assertThat(status.ready()).contains(0);
        assertThat(status.terminating()).contains(0);
        assertThat(status.uncountedTerminatedPods()).isPresent();
        assertThat(status.conditions()).isEmpty();
    }

    @Test
    void ended_pods_are_written_down_before_they_are_let_go() {
        var settled = sync(job(), succeeded("a"), failed("b"), running("c"));

        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().succeeded())
                .containsExactly("uid-a");
        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().failed())
                .containsExactly("uid-b");
        assertThat(written(settled).succeeded()).isZero();
        assertThat(settled.groups().getFirst().steps())
                .allMatch(step -> step.as(Operation.Update.class).isPresent());
        assertThat(settled.groups().getLast().steps())
                .allMatch(step -> step.as(Operation.Patch.class).isPresent());
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a", "b");
    }

    @Test
    void what_is_written_down_already_is_only_let_go() {
        var job = listing(List.of("uid-a"), List.of("uid-b"));
        var steady = withStatus(job, s -> s.active(2).failed(0));

        var settled = sync(steady, succeeded("a"), failed("b", 99, 1), running("c"), running("d"));

        assertThat(names(settled, Operation.Patch.class)).containsExactly("a", "b");
        assertThat(written(settled).uncountedTerminatedPods())
                .isEqualTo(job.status().uncountedTerminatedPods());
    }

    @Test
    void a_pod_counts_when_the_cache_shows_it_without_the_finalizer_or_gone() {
        var job = listing(List.of("uid-a", "uid-held"), List.of("uid-b", "uid-gone"));

        var status = written(sync(job, letGo(succeeded("a")), letGo(failed("b")), succeeded("held")));

        assertThat(status.succeeded()).isEqualTo(1);
        assertThat(status.failed()).isEqualTo(2);
        assertThat(status.uncountedTerminatedPods().orElseThrow().succeeded()).containsExactly("uid-held");
        assertThat(status.uncountedTerminatedPods().orElseThrow().failed()).isEmpty();
    }

    @Test
    void a_listed_pod_that_an_old_cache_shows_as_running_does_not_count_yet() {
        var job = listing(List.of(), List.of("uid-a"));

        assertThat(written(sync(job, running("a"))).failed()).isZero();
    }

    @Test
    void a_pod_that_succeeded_after_it_was_listed_as_failed_counts_once() {
        var job = listing(List.of(), List.of("uid-a"));

        var settled = sync(job, deleting(succeeded("a")));

        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().succeeded())
                .isEmpty();
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a");
    }

    @Test
    void no_more_than_five_hundred_are_written_down_at_a_time() {
        var pods = new ArrayList<LeanPod>();
        for (int i = 0; i < 700; i++) {
            pods.add(succeeded("pod-" + i));
        }
        var job = job(spec -> spec.completions(700).parallelism(700));

        var settled = JobDecision.settle(snapshot(job, NOW, pods), Outcomes.NONE);

        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().succeeded())
                .hasSize(500);
        assertThat(names(settled, Operation.Patch.class)).hasSize(500);
        assertThat(isTrue(written(settled), ConditionTypes.COMPLETE)).isFalse();
    }

    @Test
    void a_full_list_left_by_a_crash_is_let_go_in_one_sync() {
        var pods = new ArrayList<LeanPod>();
        var uids = new ArrayList<String>();
        for (int i = 0; i < 600; i++) {
            pods.add(succeeded("pod-" + i));
            if (i < 500) {
                uids.add("uid-pod-" + i);
            }
        }
        var job = listing(uids, List.of()).withSpec(s -> s.completions(1000));

        var settled = JobDecision.settle(snapshot(job, NOW, pods), Outcomes.NONE);

        assertThat(names(settled, Operation.Patch.class)).hasSize(500);
    }

    @Test
    void reaching_the_completions_is_written_first_and_final_when_all_is_settled() {
        var job = withStatus(job(spec -> spec.completions(1)), s -> s.active(1));

        var first = written(sync(job, succeeded("a")));
        assertThat(reason(first, ConditionTypes.SUCCESS_CRITERIA_MET)).isEqualTo("CompletionsReached");
        assertThat(isTrue(first, ConditionTypes.COMPLETE)).isFalse();
        assertThat(first.active()).isZero();

        var settled = sync(job.withStatus(first), letGo(succeeded("a")));
        var last = written(settled);
        assertThat(last.succeeded()).isEqualTo(1);
        assertThat(reason(last, ConditionTypes.COMPLETE)).isEqualTo("CompletionsReached");
        assertThat(last.completionTime()).contains(NOW);
        assertThat(events(settled)).containsExactly("Completed");
    }

    @Test
    void a_job_that_needs_no_pods_is_complete_at_once() {
        var status = written(sync(job(spec -> spec.completions(0))));

        assertThat(isTrue(status, ConditionTypes.SUCCESS_CRITERIA_MET)).isTrue();
        assertThat(isTrue(status, ConditionTypes.COMPLETE)).isTrue();
    }

    @Test
    void more_successes_than_asked_for_are_warned_of() {
        var job = withStatus(
                job(spec -> spec.completions(1)), s -> s.succeeded(2).addConditions(met("CompletionsReached")));

        assertThat(events(sync(job))).containsExactly("TooManySucceededPods", "Completed");
    }

    @Test
    void a_verdict_is_written_down_before_the_pods_it_rests_on_are_deleted() {
        var job = withStatus(job(spec -> spec.activeDeadlineSeconds(1)), s -> s.active(2));
        var snapshot = snapshot(job, running("a"), running("b"), succeeded("c"));

        assertThat(JobDecision.decide(snapshot).isNothing()).isTrue();

        var settled = JobDecision.settle(snapshot, Outcomes.NONE);
        assertThat(reason(written(settled), ConditionTypes.FAILURE_TARGET)).isEqualTo("DeadlineExceeded");
        assertThat(written(settled).active()).isEqualTo(2);
        assertThat(names(settled, Operation.Patch.class)).containsExactly("c");
    }

    @Test
    void a_failing_job_deletes_what_runs_and_counts_it_as_failed() {
        var job = withStatus(job(), s -> s.active(2).addConditions(target()));
        var snapshot = snapshot(job, running("a"), running("b"));
        var plan = JobDecision.decide(snapshot);

        assertThat(names(plan, Operation.Delete.class)).containsExactly("a", "b");
        assertThat(names(plan, Operation.Patch.class)).isEmpty();

        var settled = JobDecision.settle(snapshot, allDone(plan));
        var status = written(settled);
        assertThat(isTrue(status, ConditionTypes.FAILED)).isFalse();
        assertThat(status.active()).isZero();
        assertThat(status.terminating()).contains(2);
        assertThat(status.uncountedTerminatedPods().orElseThrow().failed()).containsExactlyInAnyOrder("uid-a", "uid-b");
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a", "b");
    }

    @Test
    void a_failed_job_waits_for_pods_that_terminate() {
        var job = withStatus(job(), s -> s.addConditions(target()).failed(7));

        assertThat(isTrue(written(sync(job, letGo(deleting(running("a"))))), ConditionTypes.FAILED))
                .isFalse();
        var settled = sync(job);
        assertThat(reason(written(settled), ConditionTypes.FAILED)).isEqualTo("DeadlineExceeded");
        assertThat(written(settled).completionTime()).isEmpty();
        assertThat(events(settled)).containsExactly("DeadlineExceeded");
    }

    @Test
    void a_job_does_not_end_while_a_deletion_is_refused() {
        var job = withStatus(job(), s -> s.active(1).addConditions(target()));
        var snapshot = snapshot(job, running("a"));
        var step = JobDecision.decide(snapshot).steps().findFirst().orElseThrow();
        var refused = new Outcome.Refused(
                step, ApiFailure.of(Status.builder().code(500).build()));

        var settled = JobDecision.settle(snapshot, new Outcomes(List.of(refused)));

        assertThat(settled.isNothing()).isTrue();
    }

    @Test
    void a_met_policy_lets_running_pods_go_uncounted() {
        var job = withStatus(
                indexed(3, spec -> spec.parallelism(3)), s -> s.active(1).addConditions(met(Reasons.SUCCESS_POLICY)));
        var snapshot = snapshot(job, at(0, deleting(failed("a"))), at(1, running("b")), at(2, failed("c")));

        var settled = JobDecision.settle(snapshot, allDone(JobDecision.decide(snapshot)));

        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().failed())
                .containsExactly("uid-c");
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a", "b", "c");
    }

    @Test
    void indexes_are_their_own_account() {
        var job = withStatus(
                indexed(5, spec -> spec.parallelism(5)),
                s -> s.completedIndexes("0").succeeded(1));

        var settled = sync(job, at(1, succeeded("a")), at(2, succeeded("b")), at(9, succeeded("c")));

        assertThat(written(settled).completedIndexes()).isEqualTo("0-2");
        assertThat(written(settled).succeeded()).isEqualTo(3);
        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().succeeded())
                .isEmpty();
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a", "b", "c");
    }

    @Test
    void fewer_completions_take_back_indexes_beyond_them() {
        var job = withStatus(
                indexed(2, spec -> spec.parallelism(2)),
                s -> s.completedIndexes("1-3").succeeded(3));

        assertThat(written(sync(job)).completedIndexes()).isEqualTo("1");
        assertThat(written(sync(job)).succeeded()).isEqualTo(1);
    }

    @Test
    void the_last_failed_pod_of_an_index_stays_until_its_successor_runs() {
        var job = perIndex(1, 3);
        var failed = at(0, failed("a", 99, 1));

        var before = sync(job, failed);
        assertThat(names(before, Operation.Patch.class)).isEmpty();
        assertThat(written(before).uncountedTerminatedPods().orElseThrow().failed())
                .isEmpty();
        assertThat(written(before).failedIndexes()).contains("");

        var after = sync(job, failed, at(0, running("b")));
        assertThat(names(after, Operation.Patch.class)).containsExactly("a");
        assertThat(written(after).uncountedTerminatedPods().orElseThrow().failed())
                .containsExactly("uid-a");
    }

    @Test
    void a_failed_index_is_written_down_with_its_pod() {
        var settled = sync(perIndex(3, 0), at(1, failed("a")));

        assertThat(written(settled).failedIndexes()).contains("1");
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a");
    }

    @Test
    void an_ignored_failure_is_let_go_uncounted() {
        var settled = sync(withRules(onExitCodes(FailurePolicyActions.IGNORE, "In", 1)), failed("a"));

        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().failed())
                .isEmpty();
        assertThat(names(settled, Operation.Patch.class)).containsExactly("a");
    }

    @Test
    void a_job_being_deleted_lets_all_its_pods_go_and_starts_none() {
        var job = job().withMetadata(m -> m.deletionTimestamp(NOW));
        var snapshot = snapshot(job, running("a"), succeeded("b"));

        assertThat(JobDecision.decide(snapshot).isNothing()).isTrue();
        assertThat(names(JobDecision.settle(snapshot, Outcomes.NONE), Operation.Patch.class))
                .containsExactly("a", "b");
    }

    @Test
    void suspending_stops_the_clock_and_resuming_starts_it_anew() {
        var suspended = sync(job(spec -> spec.suspend(true)), running("a"));

        assertThat(reason(written(suspended), ConditionTypes.SUSPENDED)).isEqualTo("JobSuspended");
        assertThat(written(suspended).startTime()).isEmpty();
        assertThat(written(suspended).active()).isZero();
        assertThat(events(suspended)).containsExactly("Suspended");

        var resumed = sync(job().withStatus(written(suspended)));
        assertThat(Conditions.isTrue(written(resumed).conditions(), ConditionTypes.SUSPENDED))
                .isFalse();
        assertThat(reason(written(resumed), ConditionTypes.SUSPENDED)).isEqualTo("JobResumed");
        assertThat(written(resumed).startTime()).contains(NOW);
        assertThat(events(resumed)).containsExactly("Resumed");
    }

    @Test
    void pods_of_a_suspended_job_count_neither_way() {
        var job = job(spec -> spec.suspend(true));
        var snapshot = snapshot(job, running("a"));

        var settled = JobDecision.settle(snapshot, allDone(JobDecision.decide(snapshot)));

        assertThat(names(settled, Operation.Patch.class)).isEmpty();
        assertThat(written(settled).uncountedTerminatedPods().orElseThrow().failed())
                .isEmpty();
    }

    @Test
    void a_second_sync_of_the_same_things_writes_nothing() {
        var first = written(sync(job(), running("a"), running("b"), running("c")));

        assertThat(sync(job().withStatus(first), running("a"), running("b"), running("c"))
                        .isNothing())
                .isTrue();
    }

    @Test
    void counts_on_the_way_may_wait_and_accounts_may_not() {
        var steady = job().withStatus(written(sync(job(), running("a"), running("b"), running("c"))));
        var ready = pod(
                "a", s -> s.phase("Running").addConditions(c -> c.type("Ready").status("True")));

        assertThat(urgency(sync(steady, ready, running("b"), running("c")))).isEqualTo(Step.Urgency.LATER);
        assertThat(urgency(sync(steady, succeeded("a"), running("b"), running("c"))))
                .isEqualTo(Step.Urgency.NOW);
    }

    @Test
    void an_unknown_completion_mode_is_reported_and_nothing_else() {
        var snapshot = snapshot(job(spec -> spec.completionMode("Sideways")), succeeded("a"));

        assertThat(events(JobDecision.decide(snapshot))).containsExactly("UnknownCompletionMode");
        assertThat(JobDecision.settle(snapshot, Outcomes.NONE).isNothing()).isTrue();
    }

    private static Plan sync(Job job, LeanPod... pods) {
        var snapshot = snapshot(job, pods);
        return JobDecision.settle(snapshot, allDone(JobDecision.decide(snapshot)));
    }

    private static Job listing(List<String> succeeded, List<String> failed) {
        return withStatus(
                job(),
                status -> status.uncountedTerminatedPods(
                        u -> u.succeeded(succeeded).failed(failed)));
    }

    private static JobCondition met(String reason) {
        return JobConditions.of(ConditionTypes.SUCCESS_CRITERIA_MET, "True", reason, "", NOW);
    }

    private static JobCondition target() {
        return JobConditions.of(ConditionTypes.FAILURE_TARGET, "True", Reasons.DEADLINE_EXCEEDED, "", NOW);
    }

    private static boolean isTrue(JobStatus status, String type) {
        return Conditions.isTrue(status.conditions(), type);
    }

    private static String reason(JobStatus status, String type) {
        return Conditions.find(status.conditions(), type)
                .map(JobCondition::reason)
                .orElse("none");
    }

    private static Step.Urgency urgency(Plan plan) {
        return plan.steps()
                .filter(step -> step.as(Operation.Update.class).isPresent())
                .map(step -> ((Step.Write) step).urgency())
                .findFirst()
                .orElseThrow();
    }
}
