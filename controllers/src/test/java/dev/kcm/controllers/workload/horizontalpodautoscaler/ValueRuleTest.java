package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.USUAL;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.pod;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.pods;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ValueRuleTest {
    private final ValueRule rule = new ValueRule(USUAL);

    @Test
    void a_whole_value_multiplies_the_pods_that_are_running_and_ready() throws MetricFailure {
        var unready = pod("web-9").withStatus(it -> it.conditions(List.of()));
        var three = Stream.concat(pods(3).stream(), Stream.of(unready)).toList();

        assertThat(rule.ofWhole(33_000, 20_000, 4, three)).isEqualTo(new ValueRule.Result(5, 33_000));
        assertThat(rule.ofWhole(22_000, 20_000, 4, three).replicas()).isEqualTo(4);
    }

    @Test
    void from_zero_the_ratio_alone_counts() throws MetricFailure {
        assertThat(rule.ofWhole(21_000, 20_000, 0, List.of()).replicas()).isEqualTo(2);
        assertThat(rule.ofWhole(0, 20_000, 0, List.of()).replicas()).isZero();
    }

    @Test
    void without_pods_a_whole_value_says_nothing_unless_it_is_at_its_target() throws MetricFailure {
        assertThat(rule.ofWhole(20_000, 20_000, 2, List.of()).replicas()).isEqualTo(2);
        assertThatThrownBy(() -> rule.ofWhole(90_000, 20_000, 2, List.of()))
                .hasMessage("unable to calculate ready pods: no pods returned by selector while calculating replica"
                        + " count");
    }

    @Test
    void a_share_divides_the_value_by_its_target() {
        assertThat(rule.perPod(8_600, 2_150, 3)).isEqualTo(new ValueRule.Result(4, 2_867));
        assertThat(rule.perPod(6_600, 2_150, 3)).isEqualTo(new ValueRule.Result(3, 2_200));
    }

    @Test
    void the_share_of_no_pods_is_the_whole() {
        assertThat(rule.perPod(8_600, 2_150, 0)).isEqualTo(new ValueRule.Result(4, 8_600));
        assertThat(rule.perPod(0, 2_150, 0)).isEqualTo(new ValueRule.Result(0, 0));
    }

    @Test
    void what_is_larger_than_any_number_is_the_largest() throws MetricFailure {
        assertThat(ValueRule.sum(List.of(Long.MAX_VALUE, 5L))).isEqualTo(Long.MAX_VALUE);
        assertThat(ValueRule.sum(List.of(7L, -5L))).isEqualTo(2);
        assertThat(ValueRule.sumForShares(List.of(Long.MAX_VALUE, 5L))).isEqualTo(Long.MAX_VALUE);
        assertThat(ValueRule.sumForShares(List.of(-5L))).isEqualTo(Long.MAX_VALUE);
        assertThat(rule.ofWhole(Long.MAX_VALUE, 1, 2, pods(2)).replicas()).isEqualTo(Integer.MAX_VALUE);
        assertThat(rule.perPod(Long.MAX_VALUE, 1, 2))
                .isEqualTo(new ValueRule.Result(Integer.MAX_VALUE, Long.MAX_VALUE));
    }
}
