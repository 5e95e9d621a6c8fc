package dev.kcm.controllers.shared.pods;

import static dev.kcm.controllers.shared.pods.Pods.NOW;
import static dev.kcm.controllers.shared.pods.Pods.deleting;
import static dev.kcm.controllers.shared.pods.Pods.ready;
import static dev.kcm.controllers.shared.pods.Pods.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodCountsTest {

    @Test
    void counts_active_ready_and_terminating_pods() {
        var counts = PodCounts.BY_OWNER.recount(List.of(
                running("starting"),
                ready("serving", NOW),
                deleting(ready("leaving", NOW)),
                running("done", pod -> pod.status(s -> s.phase("Succeeded")))));

        assertThat(counts.active()).isEqualTo(2);
        assertThat(counts.ready()).isEqualTo(1);
        assertThat(counts.terminating()).isEqualTo(1);
        assertThat(counts.latestReady()).isEqualTo(NOW);
    }

    @Test
    void distinguishes_pods_that_no_longer_match_from_those_that_do() {
        var stray = running("stray").withMetadata(m -> m.labels(Map.of("app", "other")));
        var counts = PodCounts.BY_OWNER.recount(List.of(running("own"), stray));

        assertThat(counts.matching(Selector.parse("app=web")).active()).isEqualTo(1);
        assertThat(counts.activeWith(Map.of("app", "other"))).isEqualTo(1);
    }

    @Test
    void only_pods_of_sets_with_one_template_are_counted_here() {
        assertThat(PodCounts.BY_OWNER.groupsOf().apply(running("a"))).isEqualTo(List.of("uid-web"));
        var ofJob = running("b").withMetadata(m -> m.ownerReferences(List.of()));
        assertThat(PodCounts.BY_OWNER.groupsOf().apply(ofJob)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void adding_and_removing_in_any_order_equals_a_recount(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        var members = new ArrayList<LeanPod>();
        var counts = PodCounts.NONE;
        for (int step = 0; step < 2_000; step++) {
            if (members.isEmpty() || random.nextInt(5) > 1) {
                var pod = any(random.nextInt(6), step);
                members.add(pod);
                counts = counts.plus(pod);
            } else {
                counts = counts.minus(members.remove(random.nextInt(members.size())));
            }
        }
        var recounted = PodCounts.BY_OWNER.recount(members);
        assertThat(counts.active()).isEqualTo(recounted.active());
        assertThat(counts.ready()).isEqualTo(recounted.ready());
        assertThat(counts.terminating()).isEqualTo(recounted.terminating());
        for (var pod : members) {
            counts = counts.minus(pod);
        }
        assertThat(counts).isEqualTo(PodCounts.NONE);
    }

    private static LeanPod any(int shape, int number) {
        var name = "pod-" + number;
        return switch (shape) {
            case 0 -> running(name);
            case 1 -> ready(name, NOW.minusSeconds(number));
            case 2 -> deleting(running(name));
            case 3 -> running(name, pod -> pod.status(s -> s.phase("Failed")));
            case 4 -> running(name).withMetadata(m -> m.putLabels("extra", "label"));
            default -> deleting(ready(name, NOW));
        };
    }
}
