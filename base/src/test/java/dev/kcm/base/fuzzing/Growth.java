package dev.kcm.base.fuzzing;

import java.time.Duration;
import java.util.function.IntFunction;

/// Finds what grows with the square of the input: an input four times as long may cost four times as much, a little
/// more, and not sixteen times.
public final class Growth {
    private static final int RUNS = 3;
    private static final int MOST = 9;

    /// Under these nobody can tell, and nobody minds.
    private static final Duration SMALL_TIME = Duration.ofMillis(40);

    private static final long SMALL_BYTES = 4 << 20;

    private Growth() {}

    @FunctionalInterface
    public interface Work<T> {
        void on(T input) throws Exception;
    }

    /// @param inputs makes one of about this size
    /// @param size of the shorter of two inputs; the other is four times as long
    /// @throws AssertionError when the longer one costs too much
    public static <T> void isLinear(String what, IntFunction<T> inputs, int size, Work<T> work) {
        var shorter = cost(inputs.apply(size), work);
        var longer = cost(inputs.apply(4 * size), work);
        var mostTime = shorter.time().multipliedBy(MOST).plus(SMALL_TIME);
        var mostBytes = shorter.bytes() * MOST + SMALL_BYTES;
        if (longer.time().compareTo(mostTime) > 0 || longer.bytes() > mostBytes) {
            throw new AssertionError("%s: %d cost %s, but %d cost %s".formatted(what, size, shorter, 4 * size, longer));
        }
    }

    private static <T> Cost cost(T input, Work<T> work) {
        return Cost.least(RUNS, () -> {
            try {
                work.on(input);
            } catch (Exception problem) {
                throw new IllegalStateException("Only inputs that are accepted can be measured", problem);
            }
        });
    }
}
