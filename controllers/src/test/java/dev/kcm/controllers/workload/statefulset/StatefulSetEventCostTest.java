package dev.kcm.controllers.workload.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcomes;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What an event of one pod costs, in objects visited from the store that takes it in to the end of the sync.
class StatefulSetEventCostTest {

    @Test
    void an_event_of_a_pod_costs_as_much_with_ten_pods_as_with_ten_thousand() {
        long few = visits(10, world -> world.pod(7, world.revision()));
        long many = visits(10_000, world -> world.pod(7, world.revision()));

        assertThat(many).isEqualTo(few).isBetween(1L, 20L);
    }

    @Test
    void an_event_that_makes_the_set_go_on_does_too() {
        long few = visits(10, world -> world.ready(7));
        long many = visits(10_000, world -> world.ready(7));

        assertThat(many).isEqualTo(few).isBetween(1L, 20L);
    }

    private static long visits(int replicas, Function<StatefulSetWorld, LeanPod> event) {
        var world = StatefulSetWorld.of(replicas + 1, StatefulSetWorld::claim);
        var revision = world.revision();
        for (int i = 0; i < replicas; i++) {
            world.claims(world.claimOf(i)).pods(world.ready(i, revision));
        }
        world.stores().takeVisits();
        world.pods(event.apply(world));
        var snapshot = world.observed();
        var _ = world.controller().decide(snapshot);
        var _ = world.controller().settle(snapshot, Outcomes.NONE);
        return world.stores().takeVisits();
    }
}
