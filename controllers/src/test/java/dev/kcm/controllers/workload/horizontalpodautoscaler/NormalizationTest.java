package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.NOW;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.autoscaler;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.autoscaling.v2.HPAScalingRules;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import dev.kcm.model.autoscaling.v2.MetricStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Stabilization, rates and bounds.
class NormalizationTest {
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private static ScaleHistory recommended(ScaleHistory.Entry... entries) {
        return new ScaleHistory(List.of(entries), List.of(), List.of());
    }

    private static ScaleHistory.Entry ago(int replicas, int seconds) {
        return new ScaleHistory.Entry(replicas, NOW.minusSeconds(seconds));
    }

    private static Normalization.Result of(
            HorizontalPodAutoscaler autoscaler, int current, ScaleHistory history, int proposed) {
        return new Normalization(autoscaler, current, history, WINDOW, NOW).of(proposed);
    }

    private static HorizontalPodAutoscaler behaving(
            int min, int max, Consumer<HorizontalPodAutoscalerBehavior.Builder> behavior) {
        return autoscaler(min, max, it -> it.behavior(behavior));
    }

    private static Consumer<HPAScalingRules.Builder> policy(String type, int value, int period) {
        return it -> it.addPolicies(policy -> policy.type(type).value(value).periodSeconds(period));
    }

    // ---- without rules of its own

    @Test
    void the_highest_recommendation_of_the_window_counts_on_the_way_down() {
        var result = of(autoscaler(1, 10), 8, recommended(ago(8, 301), ago(7, 300), ago(4, 15)), 2);

        assertThat(result.desired()).isEqualTo(7);
        assertThat(result.stabilization().reason()).isEqualTo("ScaleDownStabilized");
        assertThat(result.isLimited()).isFalse();
        assertThat(result.limit().reason()).isEqualTo("DesiredWithinRange");
    }

    @Test
    void the_newest_recommendation_is_kept_as_it_was_made_in_the_place_of_an_old_one() {
        var result = of(autoscaler(1, 10), 8, recommended(ago(8, 400), ago(9, 301), ago(4, 15)), 2);

        assertThat(result.desired()).isEqualTo(4);
        assertThat(result.history().recommendations()).containsExactly(ago(8, 400), ago(2, 0), ago(4, 15));
    }

    @Test
    void nothing_holds_scaling_up_back_but_its_rate() {
        var calm = recommended(ago(1, 15));

        assertThat(of(autoscaler(1, 100), 1, calm, 3).desired()).isEqualTo(3);
        assertThat(of(autoscaler(1, 100), 1, calm, 9).desired()).isEqualTo(4);
        assertThat(of(autoscaler(1, 100), 5, calm, 50))
                .extracting(Normalization.Result::desired, it -> it.limit().reason(), Normalization.Result::isLimited)
                .containsExactly(10, "ScaleUpLimit", true);
        assertThat(of(autoscaler(1, 9), 5, calm, 50))
                .extracting(Normalization.Result::desired, it -> it.limit().reason())
                .containsExactly(9, "TooManyReplicas");
        assertThat(of(autoscaler(3, 9), 5, recommended(), 1))
                .extracting(Normalization.Result::desired, it -> it.limit().reason())
                .containsExactly(3, "TooFewReplicas");
    }

    // ---- with rules of its own

    @Test
    void an_empty_behavior_has_the_defaults_of_the_api() {
        var defaults = behaving(1, 100, _ -> {});

        assertThat(of(defaults, 3, recommended(), 100).desired()).isEqualTo(7); // four pods
        assertThat(of(defaults, 10, recommended(), 100).desired()).isEqualTo(20); // twice as many
        assertThat(of(defaults, 10, recommended(ago(9, 299)), 1).desired()).isEqualTo(9);
        assertThat(of(defaults, 10, recommended(ago(9, 300)), 1).desired()).isEqualTo(1);
    }

    @Test
    void both_windows_look_back_and_the_present_size_goes_only_as_far_as_either_allows() {
        var windows = behaving(
                1,
                100,
                it -> it.scaleUp(up -> up.stabilizationWindowSeconds(60))
                        .scaleDown(down -> down.stabilizationWindowSeconds(120)));

        var up = of(windows, 4, recommended(ago(5, 30)), 8);
        assertThat(up.desired()).isEqualTo(5);
        assertThat(up.stabilization().reason()).isEqualTo("ScaleUpStabilized");
        var down = of(windows, 4, recommended(ago(3, 90)), 1);
        assertThat(down.desired()).isEqualTo(3);
        assertThat(down.stabilization().reason()).isEqualTo("ScaleDownStabilized");
        assertThat(of(windows, 4, recommended(ago(5, 60), ago(3, 120)), 4).desired())
                .isEqualTo(4);
        assertThat(of(windows, 4, recommended(ago(2, 30), ago(9, 90)), 8).desired())
                .isEqualTo(4);
    }

    @Test
    void a_recommendation_is_replaced_once_it_is_out_of_both_windows() {
        var windows = behaving(
                1,
                100,
                it -> it.scaleUp(up -> up.stabilizationWindowSeconds(60))
                        .scaleDown(down -> down.stabilizationWindowSeconds(120)));

        var history = of(windows, 4, recommended(ago(5, 130), ago(6, 90)), 4).history();

        assertThat(history.recommendations()).containsExactly(ago(4, 0), ago(6, 90));
    }

    @Test
    void of_several_policies_the_fastest_counts_or_the_slowest() {
        Consumer<HPAScalingRules.Builder> both = policy("Pods", 3, 60).andThen(policy("Percent", 50, 60));
        var fastest = behaving(1, 100, it -> it.scaleUp(both).scaleDown(both));
        var slowest = behaving(
                1,
                100,
                it -> it.scaleUp(both.andThen(up -> up.selectPolicy("Min")))
                        .scaleDown(both.andThen(down -> down.selectPolicy("Min"))));

        assertThat(of(fastest, 10, recommended(), 100).desired()).isEqualTo(15);
        assertThat(of(slowest, 10, recommended(), 100).desired()).isEqualTo(13);
        assertThat(of(fastest, 10, recommended(), 1).desired()).isEqualTo(5);
        assertThat(of(slowest, 10, recommended(), 1).desired()).isEqualTo(7);
        assertThat(of(fastest, 3, recommended(), 100).desired()).isEqualTo(6);
        assertThat(of(slowest, 3, recommended(), 100).desired()).isEqualTo(5); // 4.5, up
        assertThat(of(slowest, 3, recommended(), 0).desired()).isEqualTo(1); // 1.5, down, not below the minimum
    }

    @Test
    void a_direction_can_be_switched_off() {
        var off = behaving(
                1,
                100,
                it -> it.scaleUp(up -> up.selectPolicy("Disabled")).scaleDown(down -> down.selectPolicy("Disabled")));

        assertThat(of(off, 10, recommended(), 100).desired()).isEqualTo(10);
        assertThat(of(off, 10, recommended(), 1))
                .extracting(Normalization.Result::desired, it -> it.limit().reason())
                .containsExactly(10, "ScaleDownLimit");
    }

    @Test
    void what_was_added_and_removed_within_the_period_counts_in_both_directions() {
        var rules = behaving(1, 100, it -> it.scaleUp(policy("Pods", 4, 60)).scaleDown(policy("Pods", 4, 60)));
        var busy = new ScaleHistory(List.of(), List.of(ago(3, 59), ago(9, 60)), List.of(ago(1, 30)));

        // ten now, eight a minute ago
        assertThat(of(rules, 10, busy, 100).desired()).isEqualTo(12);
        assertThat(of(rules, 10, busy, 1).desired()).isEqualTo(4);
    }

    @Test
    void a_limit_never_turns_the_direction() {
        var rules = behaving(1, 100, it -> it.scaleUp(policy("Pods", 1, 60)).scaleDown(policy("Pods", 1, 60)));
        var up = new ScaleHistory(List.of(), List.of(ago(5, 10)), List.of());
        var down = new ScaleHistory(List.of(), List.of(), List.of(ago(5, 10)));

        assertThat(of(rules, 10, up, 20).desired()).isEqualTo(10);
        assertThat(of(rules, 10, down, 2).desired()).isEqualTo(10);
    }

    @Test
    void a_rescale_is_remembered_only_for_rules_of_its_own_and_takes_the_place_of_an_outdated_one() {
        var rules = behaving(1, 100, it -> it.scaleUp(policy("Pods", 1, 60)).scaleDown(policy("Pods", 1, 60)));
        var history = new ScaleHistory(List.of(), List.of(ago(2, 61), ago(1, 30)), List.of());

        assertThat(Normalization.scaled(rules, history, 4, 7, WINDOW, NOW).scaleUps())
                .containsExactly(ago(3, 0), ago(1, 30));
        assertThat(Normalization.scaled(rules, history, 7, 4, WINDOW, NOW).scaleDowns())
                .containsExactly(ago(3, 0));
        assertThat(Normalization.scaled(autoscaler(1, 100), history, 4, 7, WINDOW, NOW))
                .isEqualTo(history);
    }

    // ---- several metrics

    @Test
    void the_most_that_any_metric_asks_for_counts() {
        assertThat(CombinedProposal.of(List.of(proposed(3, "a"), proposed(5, "b"), proposed(5, "c")), 4))
                .extracting(it -> it.replicas().orElseThrow(), CombinedProposal::metric)
                .containsExactly(5, "b");
    }

    @Test
    void one_that_failed_lets_the_others_scale_up_and_never_down() {
        var up = CombinedProposal.of(List.of(failed("x"), proposed(5, "b")), 4);
        assertThat(up.replicas()).contains(5);
        assertThat(up.error()).contains("invalid metrics (1 invalid out of 2), first error is: x");
        assertThat(up.statuses().getFirst().type()).isEmpty();
        assertThat(CombinedProposal.of(List.of(failed("x"), proposed(4, "b")), 4)
                        .replicas())
                .contains(4);
        assertThat(CombinedProposal.of(List.of(failed("x"), proposed(3, "b")), 4)
                        .replicas())
                .isEmpty();
        assertThat(CombinedProposal.of(List.of(failed("x"), failed("y")), 4).error())
                .contains("invalid metrics (2 invalid out of 2), first error is: x");
        assertThat(CombinedProposal.of(List.of(), 4).replicas()).isEmpty();
    }

    private static MetricProposal proposed(int replicas, String name) {
        return new MetricProposal.Proposed(
                "Resource",
                replicas,
                name,
                MetricStatus.builder().type("Resource").build(),
                Duration.ZERO);
    }

    private static MetricProposal failed(String error) {
        return new MetricProposal.Failed("Resource", "FailedGetResourceMetric", error, error, false, Duration.ZERO);
    }
}
