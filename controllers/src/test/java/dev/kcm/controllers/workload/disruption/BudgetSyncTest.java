package dev.kcm.controllers.workload.disruption;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.policy.v1.PodDisruptionBudgetStatus;
import dev.kcm.model.value.IntOrString;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BudgetSyncTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    @Test
    void amounts_round_up() {
        assertThat(expected("", "34%", 0, 3)).isEqualTo(new ExpectedPods(3, 1));
        assertThat(expected("", "2", 0, 3)).isEqualTo(new ExpectedPods(3, 1));
        assertThat(expected("", "7", 0, 3)).isEqualTo(new ExpectedPods(3, 0));
        assertThat(expected("34%", "", 9, 3)).isEqualTo(new ExpectedPods(3, 2));
        assertThat(expected("5", "", 9, 3)).isEqualTo(new ExpectedPods(9, 5));
        assertThat(expected("", "", 9, 3)).isEqualTo(new ExpectedPods(0, 0));
    }

    @Test
    void only_a_number_of_pods_that_have_to_be_there_needs_no_scale() {
        assertThat(ExpectedPods.needsScale(budget("1", "").spec())).isFalse();
        assertThat(ExpectedPods.needsScale(budget("1%", "").spec())).isTrue();
        assertThat(ExpectedPods.needsScale(budget("", "1").spec())).isTrue();
        assertThat(ExpectedPods.needsScale(budget("", "").spec())).isFalse();
    }

    @Test
    void what_is_no_percentage_is_told_in_upstreams_words() {
        var plan = BudgetSync.decide(snapshot(budget("half", ""), 3, 3, new ScaleSum.Known(3)));

        assertThat(plan)
                .plans(
                        "record event CalculateExpectedPodCountFailed",
                        "update poddisruptionbudgets/status default/web");
        assertThat(status(plan).conditions().getFirst().message())
                .isEqualTo("invalid value for IntOrString: invalid type: string is not a percentage");
    }

    @Test
    void allows_what_is_healthy_beyond_what_has_to_be() {
        var status = status(BudgetSync.decide(snapshot(budget("", "1"), 4, 4, new ScaleSum.Known(4))));

        assertThat(status.disruptionsAllowed()).isEqualTo(1);
        assertThat(status.currentHealthy()).isEqualTo(4);
        assertThat(status.desiredHealthy()).isEqualTo(3);
        assertThat(status.observedGeneration()).isEqualTo(2);
        assertThat(status.conditions().getFirst().reason()).isEqualTo("SufficientPods");
        assertThat(status.conditions().getFirst().observedGeneration()).isEqualTo(2);
    }

    @Test
    void writes_nothing_that_is_there() {
        var first = BudgetSync.decide(snapshot(budget("", "1"), 4, 4, new ScaleSum.Known(4)));
        var written = budget("", "1").withStatus(status(first));

        assertThat(BudgetSync.decide(snapshot(written, 4, 4, new ScaleSum.Known(4))))
                .plansNothing();
    }

    @Test
    void without_pods_nothing_is_allowed() {
        var plan = BudgetSync.decide(snapshot(budget("", "1"), 0, 0, new ScaleSum.Known(0)));

        assertThat(plan).plans("record event NoPods", "update poddisruptionbudgets/status default/web");
        assertThat(status(plan).disruptionsAllowed()).isZero();
    }

    @Test
    void a_pod_that_is_about_to_go_is_not_healthy_for_two_minutes() {
        var budget = disrupted(budget("", "1"), "web-1", NOW.minusSeconds(30));
        var plan =
                BudgetSync.decide(snapshot(budget, 4, 4, new ScaleSum.Known(4), pod("web-1", NOW.minusSeconds(900))));

        assertThat(status(plan).currentHealthy()).isEqualTo(3);
        assertThat(status(plan).disruptionsAllowed()).isZero();
        assertThat(status(plan).disruptedPods()).containsOnlyKeys("web-1");
        assertThat(plan).wakesIn(Duration.ofSeconds(90));
    }

    @Test
    void a_pod_that_was_not_deleted_in_time_counts_again() {
        var budget = disrupted(budget("", "1"), "web-1", NOW.minusSeconds(120));
        var plan =
                BudgetSync.decide(snapshot(budget, 4, 4, new ScaleSum.Known(4), pod("web-1", NOW.minusSeconds(900))));

        assertThat(plan).plans("record event NotDeleted", "update poddisruptionbudgets/status default/web");
        assertThat(status(plan).currentHealthy()).isEqualTo(4);
        assertThat(status(plan).disruptedPods()).isEmpty();
    }

    @Test
    void another_pod_of_the_same_name_is_not_the_one_that_was_evicted() {
        var budget = disrupted(budget("", "1"), "web-1", NOW.minusSeconds(30));
        var plan = BudgetSync.decide(snapshot(budget, 4, 4, new ScaleSum.Known(4), pod("web-1", NOW.minusSeconds(10))));

        assertThat(status(plan).currentHealthy()).isEqualTo(4);
        assertThat(status(plan).disruptedPods()).isEmpty();
    }

    @Test
    void an_unknown_scale_allows_nothing_and_keeps_the_counts() {
        var known = budget("", "1")
                .withStatus(it -> it.disruptionsAllowed(1).currentHealthy(4).observedGeneration(1));
        var plan = BudgetSync.decide(snapshot(known, 4, 4, new ScaleSum.Unknown("jobs.batch does not", false)));

        assertThat(status(plan).disruptionsAllowed()).isZero();
        assertThat(status(plan).currentHealthy()).isEqualTo(4);
        assertThat(status(plan).observedGeneration()).isEqualTo(1);
        assertThat(status(plan).conditions().getFirst().reason()).isEqualTo("SyncFailed");
        assertThat(plan).waitsForAChange();
        assertThat(BudgetSync.decide(snapshot(known, 4, 4, new ScaleSum.Unknown("timed out", true))))
                .wakesIn(Duration.ofSeconds(30));
    }

    @Test
    void pods_without_a_controller_are_told_as_go_prints_a_selector() {
        var selection = new Selection(2, 2, List.of(), true);
        var plan = BudgetSync.decide(
                new Snapshot.OfBudget(budget("", "1"), selection, new ScaleSum.Known(0), List.of(), NOW));

        assertThat(plan.steps()
                        .filter(Step.RecordEvent.class::isInstance)
                        .map(step -> ((Step.RecordEvent) step).note())
                        .findFirst()
                        .orElseThrow())
                .startsWith("Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:"
                        + "map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{},}) were found"
                        + " to be unmanaged.");
    }

    private static ExpectedPods expected(String minAvailable, String maxUnavailable, int selected, int scale) {
        return ExpectedPods.of(budget(minAvailable, maxUnavailable).spec(), selected, scale);
    }

    private static PodDisruptionBudgetStatus status(Plan plan) {
        return plan.steps()
                .filter(Step.Write.class::isInstance)
                .map(step -> ((PodDisruptionBudget) ((Step.Write) step).object().orElseThrow()).status())
                .findFirst()
                .orElseThrow();
    }

    private static Snapshot.OfBudget snapshot(
            PodDisruptionBudget budget, int pods, int healthy, ScaleSum scale, LeanPod... disrupted) {
        return new Snapshot.OfBudget(
                budget, new Selection(pods, healthy, List.of(), false), scale, List.of(disrupted), NOW);
    }

    private static PodDisruptionBudget disrupted(PodDisruptionBudget budget, String pod, Instant since) {
        return budget.withStatus(status -> status.putDisruptedPods(pod, since));
    }

    private static PodDisruptionBudget budget(String minAvailable, String maxUnavailable) {
        return PodDisruptionBudget.builder()
                .metadata(metadata ->
                        metadata.namespace("default").name("web").uid("uid-web").generation(2))
                .spec(spec -> {
                    spec.selector(selector -> selector.putMatchLabels("app", "web"));
                    amount(minAvailable).ifPresent(spec::minAvailable);
                    amount(maxUnavailable).ifPresent(spec::maxUnavailable);
                })
                .build();
    }

    private static Optional<IntOrString> amount(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(IntOrString.parse(text));
    }

    private static LeanPod pod(String name, Instant created) {
        return LeanPod.builder()
                .metadata(metadata ->
                        metadata.namespace("default").name(name).uid(name).creationTimestamp(created))
                .status(status -> status.phase("Running")
                        .addConditions(condition -> condition.type("Ready").status("True")))
                .build();
    }
}
