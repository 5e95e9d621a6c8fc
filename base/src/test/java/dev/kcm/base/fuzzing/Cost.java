package dev.kcm.base.fuzzing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// Processor time and memory that the current thread spent on something; how busy the machine is does not show in it.
record Cost(Duration time, long bytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Cost of(Runnable work) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long time = THREADS.getCurrentThreadCpuTime();
        work.run();
        return new Cost(
                Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - time),
                THREADS.getCurrentThreadAllocatedBytes() - bytes);
    }

    /// The cheapest of some runs, since the first ones pay for loading and compiling code.
    static Cost least(int runs, Runnable work) {
        var least = of(work);
        for (int run = 1; run < runs; run++) {
            var next = of(work);
            least = new Cost(
                    next.time.compareTo(least.time) < 0 ? next.time : least.time, Math.min(next.bytes, least.bytes));
        }
        return least;
    }

    @Override
    public String toString() {
        return "%d ms and %d KiB".formatted(time.toMillis(), bytes >> 10);
    }
}
