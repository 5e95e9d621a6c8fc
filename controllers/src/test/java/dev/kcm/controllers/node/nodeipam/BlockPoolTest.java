package dev.kcm.controllers.node.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.controllers.shared.nodes.AddressRange;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private final Metrics metrics = new Metrics();
    private final BlockPool pool = new BlockPool(range("10.0.0.0/22"), 24, metrics);

    @Test
    void blocks_are_taken_one_after_the_other_until_none_is_left() {
        assertThat(List.of(pool.take(), pool.take(), pool.take(), pool.take()))
                .extracting(AddressRange::toString)
                .containsExactly("10.0.0.0/24", "10.0.1.0/24", "10.0.2.0/24", "10.0.3.0/24");
        assertThat(pool.isFull()).isTrue();
        assertThatThrownBy(pool::take).isInstanceOf(IllegalStateException.class).hasMessageContaining("10.0.0.0/22");
    }

    @Test
    void what_became_free_comes_after_what_was_never_taken() {
        var first = pool.take();
        pool.take();
        pool.release(first);
        assertThat(List.of(pool.take(), pool.take(), pool.take()))
                .extracting(AddressRange::toString)
                .containsExactly("10.0.2.0/24", "10.0.3.0/24", "10.0.0.0/24");
    }

    @Test
    void what_is_held_is_passed_over() {
        pool.hold(range("10.0.0.128/25"));
        pool.hold(range("10.0.2.0/23"));
        assertThat(pool.take()).hasToString("10.0.1.0/24");
        assertThat(pool.isFull()).isTrue();
        assertThat(tries()).isEqualTo(1);
    }

    @Test
    void a_block_is_free_when_nobody_holds_anything_of_it() {
        pool.hold(range("10.0.0.0/24"));
        pool.hold(range("10.0.0.0/25"));
        pool.hold(range("10.0.0.0/8"));
        assertThat(pool.isFull()).isTrue();
        pool.release(range("10.0.0.0/8"));
        pool.release(range("10.0.0.0/24"));
        assertThat(pool.take()).hasToString("10.0.1.0/24");
        pool.release(range("10.0.0.0/25"));
        pool.take();
        pool.take();
        assertThat(pool.take()).hasToString("10.0.0.0/24");
    }

    @Test
    void to_release_what_nobody_holds_changes_nothing() {
        pool.release(range("10.0.1.0/24"));
        assertThat(counter("node_ipam_controller_cidrset_cidrs_releases_total")).isZero();
        assertThat(pool.take()).hasToString("10.0.0.0/24");
    }

    @Test
    void a_block_may_be_the_whole_range() {
        var one = new BlockPool(range("10.9.0.0/24"), 24, metrics);
        assertThat(one.take()).hasToString("10.9.0.0/24");
        assertThat(one.isFull()).isTrue();
    }

    @Test
    void numbers_are_upstreams() {
        pool.hold(range("10.0.0.0/23"));
        var taken = pool.take();
        assertThat(counter("node_ipam_controller_cidrset_cidrs_allocations_total"))
                .isEqualTo(3);
        assertThat(gauge("node_ipam_controller_cidrset_usage_cidrs")).isEqualTo(0.75);
        assertThat(gauge("node_ipam_controller_cirdset_max_cidrs")).isEqualTo(4);
        assertThat(tries()).isEqualTo(2);
        pool.release(taken);
        assertThat(counter("node_ipam_controller_cidrset_cidrs_releases_total")).isEqualTo(1);
        assertThat(gauge("node_ipam_controller_cidrset_usage_cidrs")).isEqualTo(0.5);
    }

    @Test
    void whatever_is_taken_and_released_nobody_gets_what_another_has() {
        for (long seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var wide = new BlockPool(range("fd00::/56"), 62, new Metrics());
            var held = new HashSet<AddressRange>();
            for (int i = 0; i < 1000; i++) {
                if (!wide.isFull() && random.nextInt(3) > 0) {
                    assertThat(held.add(wide.take())).as("seed %d", seed).isTrue();
                } else if (!held.isEmpty()) {
                    var one = held.stream()
                            .skip(random.nextInt(held.size()))
                            .findFirst()
                            .orElseThrow();
                    held.remove(one);
                    wide.release(one);
                }
                assertThat(wide.isFull()).as("seed %d", seed).isEqualTo(held.size() == 64);
            }
        }
    }

    private double counter(String name) {
        return metrics.counter(name, "", "clusterCIDR").with("10.0.0.0/22").value();
    }

    private double gauge(String name) {
        return metrics.families().stream()
                .filter(it -> it.head().name().equals(name))
                .flatMap(it -> it.samples().stream())
                .map(it -> ((Sample.Number) it.value()).value())
                .findFirst()
                .orElseThrow();
    }

    /// Blocks that were passed over so far.
    private double tries() {
        return metrics.families().stream()
                .filter(it -> it.head().name().equals("node_ipam_controller_cidrset_allocation_tries_per_request"))
                .flatMap(it -> it.samples().stream())
                .map(it -> ((Sample.Distribution) it.value()).sum())
                .findFirst()
                .orElseThrow();
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }
}
