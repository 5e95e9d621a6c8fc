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
import static dev.kcm.controllers.workload.job.Jobs.letGo;
import static dev.kcm.controllers.workload.job.Jobs.names;
import static dev.kcm.controllers.workload.job.Jobs.perIndex;
import static dev.kcm.controllers.workload.job.Jobs.pod;
import static dev.kcm.controllers.workload.job.Jobs.running;
import static dev.kcm.controllers.workload.job.Jobs.snapshot;
import static dev.kcm.controllers.workload.job.Jobs.succeeded;
import static dev.kcm.controllers.workload.job.Jobs.withStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodScalingTest {

    @ParameterizedTest
    @CsvSource({"3, 10, 0, 3", "3, 10, 8, 2", "3, 10, 10, 0", "0, 10, 0, 0", "1000, 900, 0, 500"})
    void starts_as_many_as_run_together_and_no_more_than_are_missing(
            int parallelism, int completions, int done, int started) {
        var job = withStatus(
                job(spec -> spec.parallelism(parallelism).completions(completions)), status -> status.succeeded(done));

        assertThat(creations(plan(job))).isEqualTo(started);
    }

    @Test
    void without_completions_nothing_starts_after_the_first_success() {
        var job = job(spec -> spec.withoutCompletions());

        assertThat(creations(plan(job, running("a")))).isEqualTo(2);
        assertThat(plan(job, running("a"), succeeded("b")).isNothing()).isTrue();
    }

    @Test
    void creation_starts_slowly() {
        assertThat(plan(job()).groups()).extracting(StepGroup::pace).containsExactly(StepGroup.Pace.SLOW_START);
    }

    @Test
    void surplus_pods_lose_the_finalizer_before_they_are_deleted() {
        var plan = plan(
                job(spec -> spec.parallelism(1)), running("old"), pod("pending", status -> status.phase("Pending")));

        assertThat(plan.steps().map(Step::describe))
                .containsExactly("patch pods default/pending", "delete pods default/pending");
    }

    @Test
    void a_pod_that_keeps_its_finalizer_keeps_no_other_from_going() {
        var plan = plan(job(spec -> spec.suspend(true)), running("a"), running("b"));

        assertThat(plan.groups()).extracting(StepGroup::pace).containsExactly(StepGroup.Pace.BY_OBJECT);
        assertThat(names(plan, Operation.Patch.class)).containsExactly("a", "b");
        assertThat(names(plan, Operation.Delete.class)).containsExactly("a", "b");
    }

    @Test
    void a_pod_that_ends_during_a_sync_costs_no_other_its_place() {
        var job = job(spec -> spec.parallelism(3).completions(3));
        var before = snapshot(job, running("a"), running("b"), running("c"));
        var after = snapshot(job, running("a"), running("b"), succeeded("c"));
        var torn = new Snapshot.OfJob(
                job,
                after.claims(),
                before.counts(),
                after.ended(),
                after.active(),
                List.of(),
                after.streak(),
                false,
                NOW);

        assertThat(PodScaling.of(torn, JobProgress.of(torn)).isNothing()).isTrue();
    }

    @Test
    void a_pod_chosen_by_a_sync_that_was_cut_short_goes_first() {
        var plan = plan(
                job(spec -> spec.parallelism(1)),
                letGo(running("chosen")),
                pod("pending", status -> status.phase("Pending")));

        assertThat(names(plan, Operation.Patch.class)).isEmpty();
        assertThat(names(plan, Operation.Delete.class)).containsExactly("chosen");
    }

    @Test
    void a_suspended_job_loses_all_its_pods() {
        var job = job(spec -> spec.suspend(true));

        assertThat(names(plan(job, running("a"), running("b"), failed("c")), Operation.Delete.class))
                .containsExactly("a", "b");
        assertThat(plan(job).isNothing()).isTrue();
    }

    @Test
    void a_failed_pod_is_replaced_after_a_wait() {
        var fresh = plan(job(), failed("a", 4, 1), running("b"), running("c"));

        assertThat(fresh.isNothing()).isTrue();
        assertThat(fresh.wakeIn()).contains(Duration.ofSeconds(6));
        assertThat(creations(plan(job(), failed("a", 10, 1), running("b"), running("c"))))
                .isEqualTo(1);
    }

    @Test
    void a_terminating_pod_is_replaced_at_once_or_when_it_has_failed() {
        var leaving = deleting(running("a"));
        var eager = job();
        var patient = job(spec -> spec.podReplacementPolicy("Failed"));
        var judging = withRules(onExitCodes(FailurePolicyActions.IGNORE, "In", 1));

        assertThat(creations(plan(eager, leaving, running("b"), running("c")))).isEqualTo(1);
        assertThat(creations(plan(patient, leaving, running("b"), running("c"))))
                .isZero();
        assertThat(creations(plan(judging, leaving, running("b"), running("c"))))
                .isZero();
    }

    @Test
    void indexes_start_from_the_lowest_that_is_free() {
        var job = withStatus(
                indexed(10, spec -> spec.parallelism(5)),
                status -> status.completedIndexes("0,2").succeeded(2));

        var plan = plan(job, at(1, running("a")), at(3, succeeded("b")), at(4, running("c")));

        assertThat(indexes(plan)).containsExactly("5", "6", "7");
    }

    @Test
    void an_index_whose_pod_terminates_is_free_unless_only_failed_pods_are_replaced() {
        var eager = indexed(10, spec -> spec.parallelism(1));
        var patient = indexed(10, spec -> spec.parallelism(2).podReplacementPolicy("Failed"));
        var leaving = at(0, deleting(running("a")));

        assertThat(indexes(plan(eager, leaving))).containsExactly("0");
        assertThat(indexes(plan(patient, leaving))).containsExactly("1");
    }

    @Test
    void a_pod_without_the_finalizer_keeps_its_index_until_it_has_ended() {
        var patient = indexed(3, spec -> spec.parallelism(3).podReplacementPolicy("Failed"));
        var judging = withRules(onExitCodes(FailurePolicyActions.IGNORE, "In", 1))
                .withSpec(spec -> spec.completionMode("Indexed").parallelism(3).completions(3));
        var leaving = at(0, letGo(deleting(running("a"))));
        var over = at(1, letGo(deleting(failed("b"))));
        var eager = indexed(3, spec -> spec.parallelism(3));

        assertThat(indexes(plan(patient, leaving, over))).containsExactly("1", "2");
        assertThat(indexes(plan(judging, leaving, over))).containsExactly("1", "2");
        assertThat(indexes(plan(eager, leaving, over))).containsExactly("0", "1", "2");
    }

    @Test
    void pods_with_no_index_a_foreign_one_or_one_twice_go() {
        var plan = plan(
                indexed(3, spec -> spec.parallelism(3)),
                at(0, running("first")),
                at(0, pod("second", status -> status.phase("Pending"))),
                at(3, running("beyond")),
                running("without"));

        assertThat(names(plan, Operation.Delete.class)).containsExactly("beyond", "second", "without");
    }

    @Test
    void fewer_completions_take_the_pods_of_the_lost_indexes() {
        var plan = plan(
                indexed(2, spec -> spec.parallelism(2)), at(0, running("a")), at(1, running("b")), at(2, running("c")));

        assertThat(names(plan, Operation.Delete.class)).containsExactly("c");
    }

    @Test
    void each_index_waits_for_itself_and_hands_on_its_failures() {
        var job = perIndex(3, 5);
        var recent = at(0, failed("a", 4, 1));
        var due = at(1, annotated(failed("b", 25, 1), Annotations.INDEX_FAILURES, 1));

        var plan = plan(job, recent, due, at(2, running("c")));

        assertThat(indexes(plan)).containsExactly("1");
        assertThat(created(plan).getFirst().annotations())
                .containsEntry(Annotations.INDEX_FAILURES, "2")
                .doesNotContainKey(Annotations.INDEX_IGNORED_FAILURES);
        assertThat(plan.wakeIn()).contains(Duration.ofSeconds(6));
    }

    @Test
    void ignored_failures_are_handed_on_apart() {
        var job = withRules(onExitCodes(FailurePolicyActions.IGNORE, "In", 7))
                .withSpec(s ->
                        s.completionMode(CompletionModes.INDEXED).completions(1).backoffLimitPerIndex(3));
        var ignored = at(0, annotated(failed("a", 99, 7), Annotations.INDEX_FAILURES, 2));

        assertThat(created(plan(job, ignored)).getFirst().annotations())
                .containsEntry(Annotations.INDEX_FAILURES, "2")
                .containsEntry(Annotations.INDEX_IGNORED_FAILURES, "1");
    }

    @Test
    void failed_indexes_are_not_tried_again() {
        var job = withStatus(perIndex(3, 0), status -> status.failedIndexes("0"));

        assertThat(indexes(plan(job, at(1, failed("b"))))).containsExactly("2");
    }

    @Test
    void a_new_pod_is_tracked_and_knows_its_index() {
        var pod = created(plan(indexed(1, spec -> spec.parallelism(1)))).getFirst();

        assertThat(pod.metadata().generateName()).isEqualTo("pi-0-");
        assertThat(pod.metadata().finalizers()).containsExactly(Finalizers.TRACKING);
        assertThat(pod.labels()).containsAllEntriesOf(Map.of(Annotations.COMPLETION_INDEX, "0"));
        assertThat(pod.annotations()).containsEntry(Annotations.COMPLETION_INDEX, "0");
        assertThat(pod.spec().hostname()).isEqualTo("pi-0");
        assertThat(pod.spec().containers().getFirst().env()).singleElement().satisfies(variable -> {
            assertThat(variable.name()).isEqualTo("JOB_COMPLETION_INDEX");
            assertThat(variable.valueFrom()
                            .orElseThrow()
                            .fieldRef()
                            .orElseThrow()
                            .fieldPath())
                    .isEqualTo("metadata.labels['batch.kubernetes.io/job-completion-index']");
        });
    }

    @Test
    void a_variable_of_the_users_stays_and_so_do_finalizers() {
        var job = indexed(
                1,
                spec -> spec.template(template -> template.metadata(m -> m.addFinalizers("example.com/own"))
                        .spec(pod -> pod.addContainers(c -> c.addEnv(
                                e -> e.name(NewPods.COMPLETION_INDEX_VARIABLE).value("mine"))))));

        var pod = created(plan(job)).getFirst();

        assertThat(pod.metadata().finalizers()).containsExactly("example.com/own", Finalizers.TRACKING);
        assertThat(pod.spec().containers().getLast().env())
                .singleElement()
                .satisfies(variable -> assertThat(variable.value()).isEqualTo("mine"));
    }

    @Test
    void a_plain_pod_has_no_index() {
        var pod = created(plan(job())).getFirst();

        assertThat(pod.metadata().generateName()).isEqualTo("pi-");
        assertThat(pod.labels()).doesNotContainKey(Annotations.COMPLETION_INDEX);
        assertThat(pod.spec().hostname()).isEmpty();
        assertThat(pod.spec().containers().getFirst().env()).isEmpty();
    }

    @Test
    void a_long_name_is_cut_before_the_index() {
        assertThat(NewPods.namePrefix("a".repeat(54), 10)).hasSize(58).endsWith("a-10-");
        assertThat(NewPods.namePrefix("a".repeat(63), 100000)).hasSize(58).endsWith("a-100000-");
        assertThat(NewPods.namePrefix("pi", 3)).isEqualTo("pi-3-");
    }

    private static Plan plan(Job job, LeanPod... pods) {
        var snapshot = snapshot(job, NOW, List.of(pods));
        return PodScaling.of(snapshot, JobProgress.of(snapshot));
    }

    private static int creations(Plan plan) {
        return Planned.in(plan).writes().stream()
                .filter(Step::isCreate)
                .mapToInt(Step.Write::count)
                .sum();
    }

    private static List<Pod> created(Plan plan) {
        return Planned.in(plan).created(Pod.class);
    }

    private static List<String> indexes(Plan plan) {
        return created(plan).stream()
                .map(pod -> pod.annotations().get(Annotations.COMPLETION_INDEX))
                .toList();
    }
}
