package dev.kcm.runtime.controller;

import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;

/// What a controller may be built from.
///
/// @param authorities whom the API server's clients trust to be it, as PEM text; empty when nobody
///   told
public record Settings(Options options, LiveReads live, Metrics metrics, String authorities) {

    /// What the command line asked for.
    public interface Options {
        /// The options of one group, as its record.
        <R> R of(Flags<R> group);

        FeatureGates gates();
    }

    public FeatureGates gates() {
        return options.gates();
    }
}
