package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Virtual time that passes in small steps, with real time for others to act in between.
///
/// @param about what to show when patience ends
record PassingTime(VirtualClock clock, Object about) {
    private static final Duration STEP = Duration.ofMillis(100);

    void until(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as("patience with " + about).isLessThan(2_000_000);
            if (i % 200 == 199) {
                clock.advance(STEP);
            }
            Thread.yield();
        }
    }

    void pass(Duration duration) {
        for (var left = duration; left.isPositive(); left = left.minus(STEP)) {
            clock.advance(STEP);
            for (int i = 0; i < 300; i++) {
                Thread.yield();
            }
        }
    }
}
