package dev.kcm.controllers.node.nodelifecycle;

import static dev.kcm.controllers.node.nodelifecycle.Nodes.at;
import static dev.kcm.controllers.node.nodelifecycle.Nodes.options;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZonesTest {
    @Test
    void a_zone_is_lost_in_part_from_three_nodes_and_55_percent_on() {
        assertThat(ZoneState.of(5, 0, 0.55f)).isEqualTo(ZoneState.NORMAL);
        assertThat(ZoneState.of(1, 2, 0.55f)).isEqualTo(ZoneState.NORMAL);
        assertThat(ZoneState.of(2, 3, 0.55f)).isEqualTo(ZoneState.PARTIAL_DISRUPTION);
        assertThat(ZoneState.of(9, 11, 0.55f)).isEqualTo(ZoneState.PARTIAL_DISRUPTION);
        assertThat(ZoneState.of(10, 11, 0.55f)).isEqualTo(ZoneState.NORMAL);
        assertThat(ZoneState.of(0, 1, 0.55f)).isEqualTo(ZoneState.FULL_DISRUPTION);
    }

    @Test
    void rates_follow_state_and_size() {
        assertThat(ZoneState.NORMAL.evictionRate(3, options())).isEqualTo(0.1f);
        assertThat(ZoneState.FULL_DISRUPTION.evictionRate(3, options())).isEqualTo(0.1f);
        assertThat(ZoneState.PARTIAL_DISRUPTION.evictionRate(50, options())).isZero();
        assertThat(ZoneState.PARTIAL_DISRUPTION.evictionRate(51, options())).isEqualTo(0.01f);
    }

    @Test
    void the_first_goes_at_once_and_each_after_it_in_turn() {
        var zone = new Zone("a", options(), at(0));
        zone.add("one");
        zone.add("two");
        assertThat(zone.add("two")).isFalse();
        assertThat(zone.next(at(0))).contains("one");
        assertThat(zone.next(at(0))).isEmpty();
        assertThat(zone.startTimer(at(0)))
                .hasValueSatisfying(it -> assertThat(it).isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_001)));
        assertThat(zone.startTimer(at(1))).as("one timer is enough").isEmpty();
        assertThat(zone.next(at(11))).contains("two");
    }

    @Test
    void a_new_rate_gives_nobody_a_second_start() {
        var spent = EvictionLimiter.starting(0.1f, at(0)).afterOne(at(0));
        assertThat(spent.withRate(0.01f, at(5)).allows(at(5))).isFalse();
        assertThat(spent.withRate(0.01f, at(5)).untilNext(at(5))).contains(Duration.ofSeconds(100));
        assertThat(spent.withRate(0, at(5)).untilNext(at(5))).isEmpty();
        assertThat(EvictionLimiter.starting(0.1f, at(0)).withRate(0, at(5)).allows(at(500)))
                .isFalse();
    }

    @Test
    void zones_are_told_apart_by_region_and_zone_and_by_their_old_labels_first() {
        assertThat(NodeLabels.zone(Map.of())).isEmpty();
        assertThat(NodeLabels.zone(Map.of("topology.kubernetes.io/zone", "a"))).isEqualTo(":\0:a");
        assertThat(NodeLabels.zone(Map.of(
                        "failure-domain.beta.kubernetes.io/zone", "old",
                        "topology.kubernetes.io/zone", "a",
                        "topology.kubernetes.io/region", "r")))
                .isEqualTo("r:\0:old");
    }

    @Test
    void labels_are_copied_to_their_old_names() {
        assertThat(NodeLabels.missingCopies(Map.of(
                        "kubernetes.io/os",
                        "linux",
                        "kubernetes.io/arch",
                        "arm64",
                        "beta.kubernetes.io/arch",
                        "arm64")))
                .isEqualTo(Map.of("beta.kubernetes.io/os", "linux"));
        assertThat(NodeLabels.missingCopies(Map.of("beta.kubernetes.io/os", "linux")))
                .isEmpty();
    }
}
