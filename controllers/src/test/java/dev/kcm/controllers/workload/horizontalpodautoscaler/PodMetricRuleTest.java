package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.NOW;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.USUAL;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.pod;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.pods;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.readySince;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.sample;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.samples;
import static dev.kcm.controllers.workload.horizontalpodautoscaler.Autoscalers.timing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.lean.LeanPod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Which pods count, and how many replicas their metrics ask for.
class PodMetricRuleTest {

    // ---- which pods count

    @Test
    void pods_on_their_way_out_and_their_samples_do_not_count() {
        var going = pod("web-0").withMetadata(it -> it.deletionTimestamp(NOW));
        var failed = pod("web-1").withStatus(it -> it.phase("Failed"));

        var groups = PodGroups.of(List.of(going, failed, pod("web-2")), samples(1, 2, 3), true, timing());

        assertThat(groups).isEqualTo(new PodGroups(1, Set.of(), Set.of(), Map.of("web-2", sample(3))));
    }

    @Test
    void a_pending_pod_is_unready_whatever_the_metric_and_a_finished_one_is_missing() {
        var pending = pod("web-0").withStatus(it -> it.phase("Pending"));
        var succeeded = pod("web-1").withStatus(it -> it.phase("Succeeded"));

        var groups =
                PodGroups.of(List.of(pending, succeeded, pod("web-2")), Map.of("web-2", sample(1)), false, timing());

        assertThat(groups.unready()).containsExactly("web-0");
        assertThat(groups.missing()).containsExactly("web-1");
        assertThat(groups.readyCount()).isEqualTo(1);
    }

    @Test
    void cpu_of_a_pod_that_starts_counts_once_it_was_measured_for_a_whole_window_of_readiness() {
        var started = NOW.minusSeconds(120);
        var unready = readySince(pod("web-0"), started, "False", NOW.minusSeconds(100));
        var justReady = readySince(pod("web-0"), started, "True", NOW.minusSeconds(39));
        var measured = readySince(pod("web-0"), started, "True", NOW.minusSeconds(40));

        assertThat(isUnready(unready, true)).isTrue();
        assertThat(isUnready(justReady, true)).isTrue();
        assertThat(isUnready(measured, true)).isFalse();
        assertThat(isUnready(unready, false)).isFalse();
    }

    @Test
    void cpu_of_an_older_pod_is_left_out_only_if_it_never_was_ready() {
        var started = NOW.minusSeconds(3600);
        var never = readySince(pod("web-0"), started, "False", started.plusSeconds(29));
        var noMore = readySince(pod("web-0"), started, "False", started.plusSeconds(30));

        assertThat(isUnready(never, true)).isTrue();
        assertThat(isUnready(noMore, true)).isFalse();
    }

    @Test
    void cpu_of_a_pod_that_nobody_has_reported_on_is_left_out() {
        assertThat(isUnready(pod("web-0").withStatus(it -> it.conditions(List.of())), true))
                .isTrue();
        assertThat(isUnready(pod("web-0").withStatus(it -> it.withoutStartTime()), true))
                .isTrue();
    }

    private static boolean isUnready(LeanPod pod, boolean isCpu) {
        return !PodGroups.of(List.of(pod), samples(500), isCpu, timing())
                .unready()
                .isEmpty();
    }

    // ---- how many replicas

    @Test
    void the_ratio_is_of_whole_percent_and_of_the_pods_that_are_ready() throws MetricFailure {
        assertThat(utilization(3, pods(3), samples(889, 889, 889), 80)).isEqualTo(3); // 88 % of 80 %: 1.1
        assertThat(utilization(3, pods(3), samples(890, 890, 890), 80)).isEqualTo(4);
        assertThat(utilization(5, pods(3), samples(890, 890, 890), 80)).isEqualTo(4);
        assertThat(utilization(3, pods(3), samples(300, 500, 700), 30)).isEqualTo(5);
    }

    @Test
    void what_is_reported_is_truncated() throws MetricFailure {
        var result = rule(3).apply(groups(pods(3), samples(889, 889, 890)), ofOneCpu(pods(3), 80));

        assertThat(result.usage().percent()).isEqualTo(88);
        assertThat(result.usage().average()).isEqualTo(889);
    }

    @Test
    void a_missing_pod_holds_scaling_down_back_as_if_it_used_all_it_asked_for() throws MetricFailure {
        assertThat(utilization(4, pods(4), samples(100, 100, 100), 50)).isEqualTo(3); // 32 % of four
        assertThat(utilization(2, pods(2), samples(100), 50)).isEqualTo(2); // 55 % of two: within tolerance
    }

    @Test
    void a_missing_pod_is_taken_to_use_the_target_where_that_is_more_than_it_asked_for() throws MetricFailure {
        // 110 + 300 of 2 is 205 % of 300 %: two; with 100 % it would be 105 %, one
        assertThat(utilization(2, pods(2), samples(1100), 300)).isEqualTo(2);
    }

    @Test
    void a_missing_pod_holds_scaling_up_back_as_if_it_used_nothing() throws MetricFailure {
        assertThat(utilization(3, pods(3), samples(900, 900), 30)).isEqualTo(6);
        assertThat(utilization(4, pods(4), samples(400, 400), 30)).isEqualTo(4); // turned: 20 %
    }

    @Test
    void a_starting_pod_holds_scaling_up_back_and_does_not_touch_scaling_down() throws MetricFailure {
        var starting = readySince(pod("web-2"), NOW.minusSeconds(20), "False", NOW.minusSeconds(20));
        var pods = Stream.concat(pods(2).stream(), Stream.of(starting)).toList();

        assertThat(utilization(3, pods, samples(900, 900, 1000), 30)).isEqualTo(6);
        assertThat(utilization(3, pods, samples(100, 100, 1000), 50)).isEqualTo(1);
    }

    @Test
    void a_result_against_the_direction_of_the_ratio_changes_nothing() throws MetricFailure {
        // one pod of five has a sample far above the target, four are missing: 1.2 of five pods is six, not fewer
        assertThat(utilization(8, pods(5), samples(1800), 30)).isEqualTo(8);
    }

    @Test
    void plain_averages_are_of_whole_thousandths_and_missing_pods_at_their_target() throws MetricFailure {
        var goal = new UsageRatio.Average(100);

        assertThat(rule(3).apply(groups(pods(3), samples(111, 110, 110)), goal).replicas())
                .isEqualTo(3);
        assertThat(rule(3).apply(groups(pods(3), samples(112, 111, 110)), goal).replicas())
                .isEqualTo(4);
        assertThat(rule(3).apply(groups(pods(3), samples(40, 40)), goal).replicas())
                .isEqualTo(2);
    }

    @Test
    void tolerance_differs_by_direction() {
        var tolerance = new Tolerance(0.3, 0);

        assertThat(tolerance.covers(0.7)).isTrue();
        assertThat(tolerance.covers(0.69)).isFalse();
        assertThat(tolerance.covers(1.0)).isTrue();
        assertThat(tolerance.covers(1.01)).isFalse();
    }

    @Test
    void samples_of_unknown_pods_alone_say_nothing() {
        assertThatThrownBy(() -> rule(1).apply(
                                new PodGroups(0, Set.of(), Set.of(), samples(5)),
                                new UsageRatio.Utilization(Map.of(), 50)))
                .hasMessage("no metrics returned matched known pods");
    }

    private static PodMetricRule rule(int current) {
        return new PodMetricRule(current, USUAL);
    }

    private static PodGroups groups(List<LeanPod> pods, Map<String, PodSample> samples) {
        return PodGroups.of(pods, samples, true, timing());
    }

    private static UsageRatio.Goal ofOneCpu(List<LeanPod> pods, int target) {
        return new UsageRatio.Utilization(pods.stream().collect(Collectors.toMap(LeanPod::name, _ -> 1000L)), target);
    }

    private static int utilization(int current, List<LeanPod> pods, Map<String, PodSample> samples, int target)
            throws MetricFailure {
        return rule(current)
                .apply(groups(pods, samples), ofOneCpu(pods, target))
                .replicas();
    }
}
