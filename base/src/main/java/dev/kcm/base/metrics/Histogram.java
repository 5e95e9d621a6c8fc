package dev.kcm.base.metrics;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;

/// Counts observations by size.
public final class Histogram implements Family {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Head head;
    private final Series<One> series;

    Histogram(Head head, Buckets buckets) {
        this.head = head;
        this.series = new Series<>(head, () -> new One(buckets.bounds()));
    }

    public One with(String... labels) {
        return series.with(List.of(labels));
    }

    @Override
    public Head head() {
        return head;
    }

    @Override
    public List<Sample> samples() {
        return series.samples(One::read);
    }

    public static final class One {
        private final double[] bounds;
        private final AtomicLongArray counts;
        private final DoubleAdder sum = new DoubleAdder();

        private One(double[] bounds) {
            this.bounds = bounds;
            this.counts = new AtomicLongArray(bounds.length + 1);
        }

        public void observe(double value) {
            int place = Arrays.binarySearch(bounds, value);
            counts.incrementAndGet(place >= 0 ? place : -place - 1);
            sum.add(value);
        }

        /// Observes seconds, upstream's unit for time.
        public void observe(Duration duration) {
            observe(duration.toNanos() / NANOS_PER_SECOND);
        }

        private Sample.Distribution read() {
            var cumulative = new long[bounds.length];
            long seen = 0;
            for (int i = 0; i < bounds.length; i++) {
                seen += counts.get(i);
                cumulative[i] = seen;
            }
            return new Sample.Distribution(bounds, cumulative, seen + counts.get(bounds.length), sum.sum());
        }
    }
}
