package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.job;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.aPodOf;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static dev.kcm.testing.scenario.Locators.orphanedPods;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.terminatingPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.DeleteOptions;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobSpec;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Propagation;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.JobBuilder;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "job-controller")
class JobScenarioTest {
    private static final String TRACKING = "batch.kubernetes.io/job-tracking";
    private static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    @Test
    void runs_to_completion(Scenario scenario) {
        scenario.given(job("pi").completions(4).parallelism(2).podsSucceed())
                .awaitQuiet()
                .then(job("pi"))
                .status("succeeded", 4)
                .status("failed", 0)
                .status("active", 0)
                .status("ready", 0)
                .status("terminating", 0)
                .condition("SuccessCriteriaMet", "True", "CompletionsReached")
                .condition("Complete", "True", "CompletionsReached")
                .hasEvents("SuccessfulCreate", "Completed")
                .satisfies(job -> {
                    assertThat(job.status().startTime()).isPresent();
                    assertThat(job.status().completionTime()).isPresent();
                    assertThat(job.status().uncountedTerminatedPods()).isPresent();
                })
                .then(podsOf("pi"))
                .count(4)
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void one_success_is_enough_without_completions(Scenario scenario) {
        scenario.given(job("pi").with(spec(it -> it.withoutCompletions().parallelism(3))))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(3)
                .when(annotate(aPodOf("pi"), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .then(job("pi"))
                .status("succeeded", 1)
                .status("active", 2)
                .lacksCondition("Complete")
                .then(podsOf("pi"))
                .count(3)
                .when(annotate(anyOf(running()), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .when(annotate(anyOf(running()), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(job("pi"))
                .status("succeeded", 2)
                .status("failed", 1)
                .condition("Complete", "True", "CompletionsReached");
    }

    @Test
    void pods_run_while_completions_are_missing(Scenario scenario) {
        scenario.given(job("pi").completions(5).parallelism(3))
                .awaitQuiet()
                .then(job("pi"))
                .status("active", 3)
                .status("ready", 3)
                .lacksCondition("Complete")
                .then(podsOf("pi"))
                .count(3)
                .allHave("metadata.finalizers[0]", TRACKING)
                .allHave("metadata.ownerReferences[0].name", "pi")
                .allHave("metadata.ownerReferences[0].controller", true)
                .wrote("create pods x3", "update jobs/status x1..4");
    }

    @Test
    void a_job_that_needs_nothing_is_complete(Scenario scenario) {
        scenario.given(job("pi").completions(0))
                .awaitQuiet()
                .then(job("pi"))
                .condition("Complete", "True", "CompletionsReached")
                .then(podsOf("pi"))
                .none();
    }

    @Test
    void indexed_pods_know_their_index(Scenario scenario) {
        scenario.given(job("pi").completions(3).parallelism(3).indexed())
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(3)
                .each(JobScenarioTest::knowsItsIndex)
                .satisfy(pods -> assertThat(pods)
                        .extracting(pod -> pod.annotations().get(INDEX))
                        .containsExactlyInAnyOrder("0", "1", "2"));
    }

    @Test
    void indexed_jobs_complete_by_index(Scenario scenario) {
        scenario.given(job("pi").completions(4).parallelism(2).indexed().podsSucceed())
                .awaitQuiet()
                .then(job("pi"))
                .status("succeeded", 4)
                .status("completedIndexes", "0-3")
                .condition("Complete", "True", "CompletionsReached")
                .then(podsOf("pi"))
                .count(4)
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void an_index_that_failed_is_tried_again(Scenario scenario) {
        scenario.given(job("pi").completions(2).parallelism(2).indexed())
                .awaitQuiet()
                .when(annotate(anyOf(ofIndex("1")), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(job("pi"))
                .status("active", 1)
                .advance(Duration.ofSeconds(12))
                .then(job("pi"))
                .status("active", 2)
                .status("failed", 1)
                .then(runningOfIndex("1"))
                .count(1);
    }

    @Test
    void more_completions_add_indexes_and_fewer_take_them(Scenario scenario) {
        scenario.given(job("pi").completions(2).parallelism(2).indexed())
                .awaitQuiet()
                .when(patch(job("pi"), "{\"spec\": {\"completions\": 4, \"parallelism\": 4}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(4)
                .when(patch(job("pi"), "{\"spec\": {\"completions\": 1, \"parallelism\": 1}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(1)
                .each(pod -> assertThat(pod.annotations()).containsEntry(INDEX, "0"))
                .then(job("pi"))
                .status("active", 1)
                .status("failed", 0);
    }

    @Test
    void parallelism_can_change(Scenario scenario) {
        scenario.given(job("pi").completions(9).parallelism(1))
                .awaitQuiet()
                .when(patch(job("pi"), "{\"spec\": {\"parallelism\": 4}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(4)
                .when(patch(job("pi"), "{\"spec\": {\"parallelism\": 2}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(2)
                .then(job("pi"))
                .status("active", 2)
                .status("failed", 0)
                .hasEvents("SuccessfulDelete");
    }

    @Test
    void fails_when_the_limit_of_failures_is_passed(Scenario scenario) {
        scenario.given(job("pi").completions(3).parallelism(3).backoffLimit(0).podsFail())
                .awaitQuiet()
                .then(job("pi"))
                .status("failed", 3)
                .status("active", 0)
                .condition("FailureTarget", "True", "BackoffLimitExceeded")
                .condition("Failed", "True", "BackoffLimitExceeded")
                .lacksCondition("Complete")
                .hasEvents("BackoffLimitExceeded")
                .then(podsOf("pi"))
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void a_failing_job_takes_its_running_pods_with_it(Scenario scenario) {
        scenario.given(job("pi").completions(3).parallelism(3).backoffLimit(0))
                .awaitQuiet()
                .when(annotate(aPodOf("pi"), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(job("pi"))
                .status("failed", 3)
                .status("active", 0)
                .condition("Failed", "True", "BackoffLimitExceeded")
                .then(podsOf("pi"))
                .count(1);
    }

    @Test
    void waits_before_it_replaces_a_failed_pod(Scenario scenario) {
        scenario.given(job("pi").completions(1).parallelism(1).backoffLimit(3))
                .awaitQuiet()
                .when(annotate(aPodOf("pi"), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(1)
                .advance(Duration.ofSeconds(12))
                .then(podsOf("pi"))
                .count(2)
                .then(job("pi"))
                .status("active", 1)
                .status("failed", 1);
    }

    @Test
    void restarts_in_place_count_as_failures(Scenario scenario) {
        scenario.given(job("pi")
                        .completions(1)
                        .backoffLimit(1)
                        .pods(pod -> pod.restartPolicy("OnFailure"))
                        .podsFail())
                .awaitQuiet()
                .advance(Duration.ofSeconds(14))
                .then(job("pi"))
                .condition("Failed", "True", "BackoffLimitExceeded");
    }

    @Test
    void a_deadline_ends_the_job(Scenario scenario) {
        scenario.given(job("pi").completions(2).parallelism(2).activeDeadline(Duration.ofSeconds(5)))
                .awaitQuiet()
                .advance(Duration.ofSeconds(8))
                .awaitQuiet()
                .then(job("pi"))
                .condition("Failed", "True", "DeadlineExceeded")
                .status("active", 0)
                .status("failed", 2)
                .hasEvents("DeadlineExceeded")
                .then(podsOf("pi"))
                .none();
    }

    @Test
    void a_suspended_job_starts_when_it_is_resumed(Scenario scenario) {
        scenario.given(job("pi").completions(2).parallelism(2).suspended())
                .awaitQuiet()
                .then(podsOf("pi"))
                .none()
                .then(job("pi"))
                .condition("Suspended", "True", "JobSuspended")
                .hasEvents("Suspended")
                .satisfies(job -> assertThat(job.status().startTime()).isEmpty())
                .when(patch(job("pi"), "{\"spec\": {\"suspend\": false}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(2)
                .then(job("pi"))
                .condition("Suspended", "False", "JobResumed")
                .hasEvents("Resumed")
                .satisfies(job -> assertThat(job.status().startTime()).isPresent());
    }

    @Test
    void suspending_takes_the_pods_and_counts_no_failure(Scenario scenario) {
        scenario.given(job("pi").completions(2).parallelism(2))
                .awaitQuiet()
                .when(patch(job("pi"), "{\"spec\": {\"suspend\": true}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .none()
                .then(job("pi"))
                .status("active", 0)
                .status("failed", 0)
                .condition("Suspended", "True", "JobSuspended")
                .when(patch(job("pi"), "{\"spec\": {\"suspend\": false}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(2);
    }

    @Test
    void a_pod_that_cannot_be_let_go_keeps_no_other_from_going(Scenario scenario) {
        scenario.given(job("pi").completions(3).parallelism(3)).awaitQuiet();
        scenario.fault(refuse(Faults.patch(Pod.PODS)).with(forbidden("not now")).after(2));

        scenario.when(patch(job("pi"), "{\"spec\": {\"suspend\": true}}"))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(1)
                .then(job("pi"))
                .status("active", 1)
                .heal()
                .advance(Duration.ofSeconds(5))
                .awaitQuiet()
                .then(podsOf("pi"))
                .none()
                .then(job("pi"))
                .status("failed", 0);
    }

    @Test
    void an_index_is_not_started_again_while_its_last_pod_still_runs(Scenario scenario) {
        scenario.given(job("pi")
                        .completions(2)
                        .parallelism(2)
                        .indexed()
                        .podsStopAfter(Duration.ofSeconds(14))
                        .with(spec(it -> it.podReplacementPolicy("Failed"))))
                .awaitQuiet()
                .when(patch(job("pi"), "{\"spec\": {\"suspend\": true}}"))
                .awaitQuiet()
                .then(terminatingPodsOf("pi"))
                .count(2)
                .when(patch(job("pi"), "{\"spec\": {\"suspend\": false}}"))
                .awaitQuiet()
                .when(delete(
                        anyOf(terminatingPodsOf("pi")
                                .that(
                                        "have index 1",
                                        pod -> "1".equals(pod.annotations().get(INDEX)))),
                        DeleteOptions.plain().withGracePeriod(Duration.ZERO)))
                .awaitQuiet()
                .then(terminatingPodsOf("pi"))
                .count(1)
                .then(podsOf("pi"))
                .count(1)
                .each(pod -> assertThat(pod.annotations()).containsEntry(INDEX, "1"))
                .advance(Duration.ofSeconds(14))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(2)
                .then(job("pi"))
                .status("failed", 0);
    }

    @Test
    void a_failure_policy_can_fail_the_job_at_once(Scenario scenario) {
        scenario.given(job("pi").completions(1).backoffLimit(6).podsExitWith(42).with(onExitCode("FailJob", 42)))
                .awaitQuiet()
                .then(job("pi"))
                .condition("FailureTarget", "True", "PodFailurePolicy")
                .condition("Failed", "True", "PodFailurePolicy")
                .status("failed", 1)
                .hasEvents("PodFailurePolicy");
    }

    @Test
    void a_failure_policy_can_ignore_failures(Scenario scenario) {
        scenario.given(job("pi").completions(1).backoffLimit(0).podsExitWith(42).with(onExitCode("Ignore", 42)))
                .awaitQuiet()
                .then(job("pi"))
                .status("failed", 0)
                .lacksCondition("FailureTarget")
                .then(podsOf("pi"))
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void a_success_policy_ends_the_job_early(Scenario scenario) {
        scenario.given(job("pi")
                        .completions(3)
                        .parallelism(3)
                        .indexed()
                        .with(spec(
                                it -> it.successPolicy(policy -> policy.addRules(rule -> rule.succeededIndexes("1"))))))
                .awaitQuiet()
                .when(annotate(anyOf(ofIndex("1")), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .then(job("pi"))
                .condition("SuccessCriteriaMet", "True", "SuccessPolicy")
                .condition("Complete", "True", "SuccessPolicy")
                .status("succeeded", 1)
                .status("failed", 0)
                .status("completedIndexes", "1")
                .then(podsOf("pi"))
                .count(1)
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void each_index_has_its_own_limit(Scenario scenario) {
        scenario.given(job("pi").completions(2).parallelism(2).indexed().with(spec(it -> it.backoffLimitPerIndex(1))))
                .awaitQuiet()
                .when(annotate(anyOf(ofIndex("0")), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(anyOf(ofIndex("0")))
                .has("metadata.finalizers[0]", TRACKING)
                .advance(Duration.ofSeconds(12))
                .awaitQuiet()
                .then(runningOfIndex("0"))
                .count(1)
                .each(pod -> assertThat(pod.annotations()).containsEntry(FAILURES, "1"))
                .then(job("pi"))
                .status("failed", 1)
                .when(annotate(anyOf(runningOfIndex("0")), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(job("pi"))
                .status("failedIndexes", "0")
                .status("failed", 2)
                .lacksCondition("Failed")
                .when(annotate(anyOf(ofIndex("1")), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .then(job("pi"))
                .condition("Failed", "True", "FailedIndexes")
                .status("completedIndexes", "1")
                .status("succeeded", 1);
    }

    @Test
    void too_many_failed_indexes_fail_the_job(Scenario scenario) {
        scenario.given(job("pi")
                        .completions(4)
                        .parallelism(4)
                        .indexed()
                        .with(spec(it -> it.backoffLimitPerIndex(0).maxFailedIndexes(1))))
                .awaitQuiet()
                .when(annotate(anyOf(ofIndex("0")), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(job("pi"))
                .lacksCondition("FailureTarget")
                .when(annotate(anyOf(ofIndex("2")), "kcm.dev/phase", "Failed"))
                .awaitQuiet()
                .then(job("pi"))
                .condition("Failed", "True", "MaxFailedIndexesExceeded")
                .status("failedIndexes", "0,2")
                .status("failed", 4);
    }

    @Test
    void a_deleted_pod_is_replaced_when_it_is_going_or_when_it_has_failed(Scenario scenario) {
        scenario.given(job("patient")
                        .completions(2)
                        .parallelism(1)
                        .podsStopAfter(Duration.ofSeconds(8))
                        .with(spec(it -> it.podReplacementPolicy("Failed"))))
                .awaitQuiet()
                .when(delete(aPodOf("patient")))
                .awaitQuiet()
                .then(podsOf("patient"))
                .none()
                .then(job("patient"))
                .status("terminating", 1)
                .status("active", 0)
                .status("failed", 0)
                .advance(Duration.ofSeconds(14))
                .advance(Duration.ofSeconds(8))
                .then(podsOf("patient"))
                .count(1)
                .then(terminatingPodsOf("patient"))
                .none()
                .then(job("patient"))
                .status("terminating", 0)
                .status("failed", 1);
    }

    @Test
    void leaves_jobs_of_other_controllers_alone(Scenario scenario) {
        scenario.given(job("pi").completions(2).with(spec(it -> it.managedBy("example.com/queue"))))
                .awaitQuiet()
                .then(podsOf("pi"))
                .none()
                .wroteNothing();
    }

    @Test
    void adopts_pods_it_selects_and_tracks_them(Scenario scenario) {
        scenario.given(pod("lonely").like("pi"))
                .awaitQuiet()
                .given(selecting(job("pi").completions(2).parallelism(2)))
                .awaitQuiet()
                .then(pod("lonely"))
                .has("metadata.ownerReferences[0].name", "pi")
                .has("metadata.finalizers[0]", TRACKING)
                .then(podsOf("pi"))
                .count(2)
                .then(job("pi"))
                .status("active", 2);
    }

    @Test
    void releases_pods_it_no_longer_selects(Scenario scenario) {
        scenario.given(selecting(job("pi").completions(2).parallelism(1)))
                .awaitQuiet()
                .when(label(aPodOf("pi"), "app", "debug"))
                .awaitQuiet()
                .then(orphanedPods())
                .count(1)
                .each(JobScenarioTest::isLetGo)
                .then(podsOf("pi"))
                .count(1)
                .then(job("pi"))
                .status("active", 1)
                .status("failed", 0);
    }

    @Test
    void lets_pods_go_when_their_job_is_gone(Scenario scenario) {
        scenario.given(job("pi").completions(3).parallelism(2))
                .awaitQuiet()
                .when(delete(job("pi"), Propagation.BACKGROUND))
                .awaitQuiet()
                .then(job("pi"))
                .isGone()
                .then(podsOf("pi"))
                .count(2)
                .each(JobScenarioTest::isLetGo)
                .wrote("patch pods x2");
    }

    @Test
    void lets_pods_go_when_their_job_is_going(Scenario scenario) {
        scenario.given(job("pi").completions(3).parallelism(2).finalizer("example.com/hold"))
                .awaitQuiet()
                .when(delete(job("pi")))
                .awaitQuiet()
                .then(job("pi"))
                .isTerminating()
                .then(podsOf("pi"))
                .count(2)
                .each(JobScenarioTest::isLetGo);
    }

    // ---- when things go wrong

    @Test
    void counts_each_pod_once_whatever_is_cut_short(Scenario scenario) {
        scenario.given(job("pi")
                        .completions(6)
                        .parallelism(6)
                        .podsRunFor(Duration.ofSeconds(2))
                        .podsSucceed())
                .crashAfterWrite(9)
                .awaitQuiet()
                .crashAfterWrite(2)
                .awaitQuiet()
                .then(job("pi"))
                .status("succeeded", 6)
                .condition("Complete", "True", "CompletionsReached")
                .then(podsOf("pi"))
                .count(6)
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void survives_conflicts_refusals_and_lost_watches(Scenario scenario) {
        scenario.fault(
                        conflictOnce(updateStatus(Job.JOBS)),
                        refuse(Faults.patch(Pod.PODS)).with(serverError("busy")).times(2))
                .given(job("pi").completions(4).parallelism(2).podsSucceed())
                .awaitQuiet()
                .fault(dropWatch(Pod.PODS))
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(job("pi"))
                .status("succeeded", 4)
                .condition("Complete", "True", "CompletionsReached")
                .then(podsOf("pi"))
                .count(4)
                .each(JobScenarioTest::isLetGo);
    }

    @Test
    void stops_creating_when_quota_refuses_and_goes_on_when_it_does_not(Scenario scenario) {
        scenario.fault(refuse(create(Pod.PODS))
                        .with(forbidden("exceeded quota"))
                        .after(1))
                .given(job("pi").completions(8).parallelism(8))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(1)
                .then(job("pi"))
                .status("active", 1)
                .hasEvents("FailedCreate")
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(8)
                .then(job("pi"))
                .status("active", 8);
    }

    @Test
    void a_standby_takes_over_without_a_pod_too_many(Scenario scenario) {
        scenario.given(job("pi")
                        .completions(6)
                        .parallelism(3)
                        .podsRunFor(Duration.ofSeconds(3))
                        .podsSucceed())
                .advance(Duration.ofSeconds(2))
                .failover()
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(podsOf("pi"))
                .count(6)
                .then(job("pi"))
                .status("succeeded", 6)
                .condition("Complete", "True", "CompletionsReached");
    }

    private static UnaryOperator<Job> spec(Consumer<JobSpec.Builder> change) {
        return job -> job.withSpec(change);
    }

    private static UnaryOperator<Job> onExitCode(String action, int code) {
        return spec(it -> it.podFailurePolicy(policy -> policy.addRules(rule ->
                rule.action(action).onExitCodes(codes -> codes.operator("In").values(List.of(code))))));
    }

    private static JobBuilder selecting(JobBuilder job) {
        return job.with(spec(it -> it.manualSelector(true).selector(selector -> selector.putMatchLabels("app", "pi"))));
    }

    private static ObjectGroup<Pod> running() {
        return podsOf("pi").that("run", pod -> pod.status().phase().equals("Running"));
    }

    private static ObjectGroup<Pod> ofIndex(String index) {
        return podsOf("pi")
                .that(
                        "have index " + index,
                        pod -> index.equals(pod.annotations().get(INDEX)));
    }

    private static ObjectGroup<Pod> runningOfIndex(String index) {
        return ofIndex(index).that("run", pod -> pod.status().phase().equals("Running"));
    }

    private static void isLetGo(Pod pod) {
        assertThat(pod.metadata().finalizers()).doesNotContain(TRACKING);
    }

    private static void knowsItsIndex(Pod pod) {
        var index = pod.annotations().get(INDEX);
        assertThat(pod.name()).startsWith("pi-" + index + "-");
        assertThat(pod.spec().hostname()).isEqualTo("pi-" + index);
        assertThat(pod.labels()).containsEntry(INDEX, index);
        assertThat(pod.spec().containers().getFirst().env())
                .anyMatch(variable -> variable.name().equals("JOB_COMPLETION_INDEX"));
    }
}
