package dev.kcm.runtime.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Hours of contention between several candidates with pauses, kills, outages and skewed clocks, in
/// simulated time. See [ElectionWorld].
class ElectionSimulationTest {
    private static final long SEEDS = Integer.getInteger("kcm.seeds", 20);

    @Test
    void two_fences_are_never_open_at_once() {
        long unfencedOverlaps = 0;
        long terms = 0;
        for (long seed : LongStream.range(0, SEEDS).toArray()) {
            var world = new ElectionWorld(seed, 4);
            world.runForOneHour();
            assertThat(world.overlaps())
                    .as("open fences that overlap, seed %s", seed)
                    .isEmpty();
            assertThat(world.shareOfTimeLed()).as("time led, seed %s", seed).isGreaterThan(0.3);
            unfencedOverlaps += world.unfencedOverlaps();
            terms += world.terms();
        }
        assertThat(terms).isGreaterThan(20 * SEEDS);
        assertThat(unfencedOverlaps)
                .as("without the fence there would be two leaders now and then")
                .isPositive();
    }

    @Test
    void in_peace_one_candidate_leads_all_the_time() {
        for (long seed = 0; seed < 10; seed++) {
            var world = new ElectionWorld(seed, 3).inPeace();
            world.runForOneHour();
            assertThat(world.terms()).isEqualTo(1);
            assertThat(world.shareOfTimeLed()).isGreaterThan(0.99);
        }
    }
}
