package dev.kcm.controllers.shared.pods;

import static dev.kcm.controllers.shared.pods.Pods.NOW;
import static dev.kcm.controllers.shared.pods.Pods.ready;
import static dev.kcm.controllers.shared.pods.Pods.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodRankingTest {
    private final PodRanking ranking = new PodRanking(Map.of("node-1", 1, "crowded", 5), true, NOW);

    @Test
    void loses_first_what_has_no_node_yet() {
        assertCheaper(running("unassigned", pod -> pod.spec(spec -> spec.nodeName(""))), running("assigned"));
    }

    @Test
    void then_what_is_earlier_in_its_life() {
        assertCheaper(running("pending", pod -> pod.status(s -> s.phase("Pending"))), running("running"));
    }

    @Test
    void then_what_is_not_ready() {
        assertCheaper(running("unready"), ready("ready", NOW.minusSeconds(10)));
    }

    @Test
    void then_the_lower_deletion_cost() {
        assertCheaper(costing("cheap", "-5"), costing("dear", "0"));
        assertCheaper(costing("cheap", "3"), costing("dear", "10"));
    }

    @Test
    void a_deletion_cost_that_is_no_plain_number_counts_as_zero() {
        assertCheaper(costing("cheap", "-1"), costing("plus", "+5"));
        assertCheaper(costing("leading-zero", "007"), costing("dear", "1"));
        assertCheaper(costing("too-large", "99999999999"), costing("dear", "1"));
    }

    @Test
    void then_what_shares_its_node_with_more_of_its_kind() {
        assertCheaper(running("doubled", pod -> pod.spec(spec -> spec.nodeName("crowded"))), running("alone"));
    }

    @Test
    void then_what_became_ready_later_by_powers_of_two() {
        assertCheaper(ready("young", NOW.minusSeconds(10)), ready("old", NOW.minusSeconds(1000)));
        assertCheaper(ready("a", NOW.minusSeconds(1000)), ready("b", NOW.minusSeconds(1010)));
    }

    @Test
    void then_what_restarted_more_often() {
        assertCheaper(
                running(
                        "restarted",
                        pod -> pod.status(s -> s.phase("Running").addContainerStatuses(c -> c.restartCount(3)))),
                running("steady"));
    }

    @Test
    void then_what_was_created_later() {
        assertCheaper(
                running("young", pod -> pod.metadata(m -> m.name("young").creationTimestamp(NOW.minusSeconds(5)))),
                running("old"));
    }

    @Test
    void finds_the_cheapest_of_many_in_any_order() {
        var pods = IntStream.range(0, 200)
                .mapToObj(i -> costing("pod-%03d".formatted(i), String.valueOf(i)))
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(pods, new Random(1));

        for (int count : new int[] {1, 2, 7, 199}) {
            assertThat(ranking.cheapest(pods, count))
                    .extracting(LeanPod::name)
                    .containsExactlyElementsOf(IntStream.range(0, count)
                            .mapToObj("pod-%03d"::formatted)
                            .toList());
        }
        assertThat(ranking.cheapest(pods, 200)).hasSize(200);
    }

    @Test
    void ages_of_one_magnitude_but_not_equal_do_not_confuse_it() {
        var random = new Random(7);
        var pods = IntStream.range(0, 2000)
                .mapToObj(i -> ready("pod-" + random.nextInt(1_000_000), NOW.minusSeconds(1000 + random.nextInt(3))))
                .toList();

        assertThat(ranking.cheapest(pods, 1500)).hasSize(1500).doesNotHaveDuplicates();
    }

    private void assertCheaper(LeanPod cheap, LeanPod dear) {
        assertThat(ranking.cheapest(List.of(dear, cheap), 1))
                .extracting(LeanPod::name)
                .containsExactly(cheap.name());
        assertThat(ranking.cheapest(List.of(cheap, dear), 1))
                .extracting(LeanPod::name)
                .containsExactly(cheap.name());
    }

    private static LeanPod costing(String name, String cost) {
        return running(name).withMetadata(m -> m.putAnnotations("controller.kubernetes.io/pod-deletion-cost", cost));
    }
}
