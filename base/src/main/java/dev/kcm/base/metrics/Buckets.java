package dev.kcm.base.metrics;

import java.util.Arrays;

/// The upper bounds of a histogram's buckets, ascending; the last bucket, without a bound, is
/// implied.
public record Buckets(double[] bounds) {

    public Buckets {
        bounds = bounds.clone();
        for (int i = 1; i < bounds.length; i++) {
            if (bounds[i] <= bounds[i - 1]) {
                throw new IllegalArgumentException("Bucket bounds must ascend: " + Arrays.toString(bounds));
            }
        }
    }

    public static Buckets of(double... bounds) {
        return new Buckets(bounds);
    }

    /// `count` bounds: `start`, then each `factor` times the one before.
    public static Buckets exponential(double start, double factor, int count) {
        var bounds = new double[count];
        double bound = start;
        for (int i = 0; i < count; i++) {
            bounds[i] = bound;
            bound *= factor;
        }
        return new Buckets(bounds);
    }
}
