package dev.kcm.base.metrics;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

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

    /// Makes `value` the series with these label values: it is asked whenever the family is read,
    /// so that what can be read off elsewhere costs nothing to keep.
    public void observe(DoubleSupplier value, String... labels) {
        with(labels).source = value;
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
        private volatile DoubleSupplier source = () -> Double.longBitsToDouble(bits.get());

        public void set(double value) {
            bits.set(Double.doubleToRawLongBits(value));
        }

        public void add(double amount) {
            bits.updateAndGet(old -> Double.doubleToRawLongBits(Double.longBitsToDouble(old) + amount));
        }

        public double value() {
            return source.getAsDouble();
        }
    }
}
