package dev.kcm.controllers.workload.deployment;

import static dev.kcm.controllers.workload.deployment.Deployments.deployment;
import static dev.kcm.controllers.workload.deployment.Deployments.replicaSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReplicaSetScalingTest {

    @Test
    void a_rolling_update_first_grows_the_new_set_by_the_surge() {
        var rollout = rolling(deployment("web", 10, "25%", "25%"), set("new", 0, 0), set("old", 10, 10));

        assertThat(rollout).containsExactly(Map.entry("new", 3));
    }

    @Test
    void then_old_pods_go_as_far_as_enough_stay_available() {
        var rollout = rolling(deployment("web", 10, "25%", "25%"), set("new", 3, 0), set("old", 10, 10));

        assertThat(rollout).containsExactly(Map.entry("old", 8));
    }

    @Test
    void unavailable_old_pods_go_before_available_ones() {
        var rollout = rolling(deployment("web", 10, "3", "2"), set("new", 5, 0), set("older", 3, 1), set("old", 5, 5));

        assertThat(rollout).isEmpty();
        rollout = rolling(deployment("web", 10, "3", "2"), set("new", 3, 0), set("older", 5, 1), set("old", 5, 5));
        assertThat(rollout).containsExactly(Map.entry("older", 3));
    }

    @Test
    void a_broken_new_set_keeps_the_old_one_from_shrinking_below_the_minimum() {
        var rollout = rolling(deployment("web", 10, "3", "2"), set("new", 5, 0), set("old", 8, 7));

        assertThat(rollout).isEmpty();
    }

    @Test
    void a_new_set_that_is_too_large_is_cut_at_once() {
        var rollout = rolling(deployment("web", 4, "1", "1"), set("new", 6, 6));

        assertThat(rollout).containsExactly(Map.entry("new", 4));
    }

    @Test
    void without_surge_and_unavailable_one_pod_may_be_missing() {
        var rollout = rolling(deployment("web", 4, "0", "0"), set("new", 0, 0), set("old", 4, 4));

        assertThat(rollout).containsExactly(Map.entry("old", 3));
    }

    @Test
    void nothing_more_is_scaled_down_while_an_old_set_still_has_pods_that_were_ordered_away() {
        var rollout = rolling(
                deployment("web", 300, "25%", "25%"), set("new", 75, 0), set("older", 150, 225), set("old", 150, 150));

        assertThat(rollout).isEmpty();
    }

    @Test
    void what_older_sets_lost_before_such_a_set_stays() {
        var rollout = rolling(
                deployment("web", 10, "5", "2"), set("new", 0, 0), set("a", 5, 2), set("b", 5, 8), set("c", 5, 5));

        assertThat(rollout).containsExactly(Map.entry("a", 2));
    }

    @Test
    void pods_of_sets_that_were_emptied_are_not_available() {
        var rollout = rolling(
                deployment("web", 300, "25%", "25%"), set("new", 150, 75), set("older", 0, 75), set("old", 225, 150));

        assertThat(rollout).containsExactly(Map.entry("old", 150));
    }

    @Test
    void pods_that_the_new_set_is_to_lose_are_not_available() {
        var rollout = rolling(deployment("web", 10, "3", "2"), failing(set("new", 4, 9)), set("old", 9, 5));

        assertThat(rollout).containsExactly(Map.entry("old", 4));
    }

    /// Else its status would count pods as available that its controller is deleting because of the smaller size.
    @Test
    void a_set_that_is_wanted_again_grows_once_its_scale_down_is_done() {
        var rollout = deployment("web", 10, "3", "2");

        assertThat(rolling(rollout, set("new", 4, 9), set("old", 4, 4))).isEmpty();
        assertThat(rolling(rollout, set("new", 4, 4), set("old", 4, 4))).containsExactly(Map.entry("new", 9));
    }

    @Test
    void a_set_that_is_wanted_again_and_cannot_lose_its_pods_grows_at_once() {
        var rollout = rolling(deployment("web", 10, "3", "2"), failing(set("new", 4, 9)), set("old", 4, 4));

        assertThat(rollout).containsExactly(Map.entry("new", 9));
    }

    @Test
    void scaling_the_only_set_with_pods_gives_it_everything() {
        var sizes = scaled(deployment("web", 7, "25%", "25%"), set("new", 0, 0), set("old", 5, 5));

        assertThat(sizes).containsExactly(Map.entry("old", 7));
    }

    @Test
    void scaling_in_the_middle_of_a_rollout_keeps_the_proportions() {
        var deployment = deployment("web", 20, "0", "1");
        var sizes = scaled(
                deployment,
                set("new", 5, 5, "deployment.kubernetes.io/max-replicas", "10"),
                set("old", 5, 5, "deployment.kubernetes.io/max-replicas", "10"));

        assertThat(sizes).containsOnly(Map.entry("new", 10), Map.entry("old", 10));
    }

    @Test
    void what_rounding_leaves_over_goes_to_the_largest_set() {
        var sizes = scaled(
                deployment("web", 11, "0", "1"),
                set("new", 3, 3, "deployment.kubernetes.io/max-replicas", "10"),
                set("old", 7, 7, "deployment.kubernetes.io/max-replicas", "10"));

        assertThat(sizes).containsEntry("old", 8).doesNotContainEntry("new", 4);
    }

    @Test
    void scaling_to_zero_empties_every_set() {
        var sizes = scaled(deployment("web", 0, "25%", "25%"), set("new", 2, 2), set("old", 3, 3));

        assertThat(sizes).containsOnly(Map.entry("new", 0), Map.entry("old", 0));
    }

    @Test
    void history_keeps_the_newest_revisions_and_spares_sets_with_pods() {
        var deployment = deployment("web", 1, "1", "0").withSpec(spec -> spec.revisionHistoryLimit(1));
        var sets = sets(
                deployment,
                set("new", 1, 1, "deployment.kubernetes.io/revision", "4"),
                set("first", 0, 0, "deployment.kubernetes.io/revision", "1"),
                set("second", 1, 1, "deployment.kubernetes.io/revision", "2"),
                set("third", 0, 0, "deployment.kubernetes.io/revision", "3"));

        assertThat(ReplicaSetScaling.beyondHistoryLimit(deployment, sets))
                .extracting(ReplicaSet::name)
                .containsExactly("first");
    }

    private static ReplicaSet set(String name, int size, int available, String... annotation) {
        return replicaSet(name, size, available, name.equals("new") ? "v2" : "v1-" + name, annotation);
    }

    private static ReplicaSet failing(ReplicaSet set) {
        return set.withStatus(status ->
                status.addConditions(c -> c.type(ConditionTypes.REPLICA_FAILURE).status("True")));
    }

    private static OwnedReplicaSets sets(Deployment deployment, ReplicaSet... sets) {
        return OwnedReplicaSets.of(deployment, List.of(sets));
    }

    private static Map<String, Integer> rolling(Deployment deployment, ReplicaSet... sets) {
        var split = sets(deployment, sets);
        return changes(
                ReplicaSetScaling.rolling(deployment, split, split.current().orElseThrow()), sets);
    }

    private static Map<String, Integer> scaled(Deployment deployment, ReplicaSet... sets) {
        return changes(ReplicaSetScaling.scaled(deployment, sets(deployment, sets)), sets);
    }

    private static Map<String, Integer> changes(ReplicaSetScaling sizes, ReplicaSet... sets) {
        return Arrays.stream(sets)
                .filter(set -> sizes.of(set)
                        .filter(size -> size != OwnedReplicaSets.size(set))
                        .isPresent())
                .collect(Collectors.toMap(ReplicaSet::name, set -> sizes.of(set).orElseThrow()));
    }
}
