package dev.kcm.base.metrics;

import java.util.List;

/// One line of a family: its label values in the order of the family's labels, and what it holds.
public record Sample(List<String> labels, Value value) {

    public sealed interface Value {}

    public record Number(double value) implements Value {}

    /// `cumulative[i]` counts the observations at or below the i-th bound; all of them are `count`.
    public record Distribution(double[] bounds, long[] cumulative, long count, double sum) implements Value {}

    public static Sample of(double value, String... labels) {
        return new Sample(List.of(labels), new Number(value));
    }
}
