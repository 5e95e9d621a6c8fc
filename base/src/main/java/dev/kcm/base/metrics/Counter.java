package dev.kcm.base.metrics;

import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;

/// Only ever grows.
public final class Counter implements Family {
    private final Head head;
    private final Series<One> series;

    Counter(Head head) {
        this.head = head;
        this.series = new Series<>(head, One::new);
    }

    /// The series with these label values, created at zero when new. Hot paths keep what this
    /// returns.
    public One with(String... labels) {
        return series.with(List.of(labels));
    }

    public void increment() {
        with().add(1);
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
        private final DoubleAdder sum = new DoubleAdder();

        public void increment() {
            sum.add(1);
        }

        public void add(double amount) {
            if (amount < 0) {
                throw new IllegalArgumentException("A counter cannot go down by " + amount);
            }
            sum.add(amount);
        }

        public double value() {
            return sum.sum();
        }
    }
}
