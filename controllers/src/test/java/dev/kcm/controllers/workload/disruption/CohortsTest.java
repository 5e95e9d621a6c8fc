package dev.kcm.controllers.workload.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CohortsTest {

    @Test
    void pods_of_one_template_are_one_cohort_whatever_their_ordinal() {
        var cohorts = Cohorts.BY_NAMESPACE.recount(List.of(
                pod(0, Map.of("app", "db", "statefulset.kubernetes.io/pod-name", "db-0"), true),
                pod(1, Map.of("app", "db", "statefulset.kubernetes.io/pod-name", "db-1"), false)));

        assertThat(counts(cohorts)).hasSize(1).allSatisfy((cohort, count) -> {
            assertThat(cohort.labels()).containsOnlyKeys("app");
            assertThat(count.pods()).isEqualTo(2);
            assertThat(count.healthy()).isEqualTo(1);
        });
    }

    @Test
    void nothing_is_left_of_pods_that_went() {
        var pods = new ArrayList<LeanPod>();
        for (int i = 0; i < 200; i++) {
            pods.add(pod(i, Map.of("app", "web-" + i % 40), i % 3 == 0));
        }
        var cohorts = Cohorts.BY_NAMESPACE.recount(pods);
        assertThat(counts(cohorts)).hasSize(40);
        for (var pod : pods) {
            cohorts = Cohorts.BY_NAMESPACE.remove().apply(cohorts, pod);
        }
        assertThat(cohorts).isSameAs(Cohorts.NONE);
    }

    @Test
    void a_tree_that_changes_counts_what_is_there() {
        var random = new Random(7);
        var there = new ArrayList<LeanPod>();
        var cohorts = Cohorts.NONE;
        for (int i = 0; i < 3000; i++) {
            if (there.isEmpty() || random.nextInt(3) > 0) {
                var pod = pod(i, Map.of("app", "web-" + random.nextInt(300)), random.nextBoolean());
                there.add(pod);
                cohorts = Cohorts.BY_NAMESPACE.add().apply(cohorts, pod);
            } else {
                var pod = there.remove(random.nextInt(there.size()));
                cohorts = Cohorts.BY_NAMESPACE.remove().apply(cohorts, pod);
            }
        }
        var expected = new HashMap<Cohort, Integer>();
        there.forEach(pod -> expected.merge(Cohort.of(pod), 1, Integer::sum));
        var found = new HashMap<Cohort, Integer>();
        counts(cohorts).forEach((cohort, count) -> found.put(cohort, count.pods()));
        assertThat(found).isEqualTo(expected);
    }

    private static Map<Cohort, Cohorts.Count> counts(Cohorts cohorts) {
        var counts = new HashMap<Cohort, Cohorts.Count>();
        cohorts.forEach(count -> assertThat(counts.put(count.cohort(), count)).isNull());
        return counts;
    }

    private static LeanPod pod(int number, Map<String, String> labels, boolean isReady) {
        return LeanPod.builder()
                .metadata(metadata -> metadata.namespace("default")
                        .name("pod-" + number)
                        .uid("uid-" + number)
                        .labels(labels))
                .status(status -> status.addConditions(
                        condition -> condition.type("Ready").status(isReady ? "True" : "False")))
                .build();
    }
}
