package dev.kcm.base.metrics;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Goes up and down.
public final class Gauge implements Family {
    private final Head head;
    private final Series<One> series;

    Gauge(Head head) {
        this.head = head;
        this.series = new Series<>(head, One::new);
    }

    public One with(String... labels) {
        return series.with(List.of(labels));
    }

    public void set(double value) {
        with().set(value);
    }

    /// Forgets a series that no longer means anything.
    public void remove(String... labels) {
        series.remove(List.of(labels));
    }

    @Override
    public Head head() {
        return head;
    }

    @Override
    public List<Sample> samples() {
        return series.samples(one -> new Sample.Number(one.value()));
    }

    public static final class One {
        private final AtomicLong bits = new AtomicLong(Double.doubleToRawLongBits(0));

        public void set(double value) {
            bits.set(Double.doubleToRawLongBits(value));
        }

        public void add(double amount) {
            bits.updateAndGet(
                    old -> Double.doubleToRawLongBits(Double.longBitsToDouble(old) + amount));
        }

        public double value() {
            return Double.longBitsToDouble(bits.get());
        }
    }
}
