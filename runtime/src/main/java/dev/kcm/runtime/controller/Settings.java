package dev.kcm.runtime.controller;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.runtime.cloud.CloudProvider;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a controller may be built from.
///
/// @param authorities whom the API server's clients trust to be it, as PEM text; empty when nobody
///   told
public record Settings(Options options, LiveReads live, Inventory inventory, Metrics metrics, String authorities) {

    /// What the command line asked for.
    public interface Options {
        /// Of a program that has no feature gates.
        static Options of(FlagValues values) {
            return of(values, FeatureGates.of(Map.of()));
        }

        static Options of(FlagValues values, FeatureGates gates) {
            return new GivenFlags(values, gates);
        }

        /// The options of one group, as its record.
        <R> R of(Flags<R> group);

        FeatureGates gates();

        /// The cloud that the cluster runs in, if one was found.
        default Optional<CloudProvider> cloud() {
            return Optional.empty();
        }

        /// For how long after a change some API server may still act on what was before: a cluster
        /// can have several, each with a cache of its own.
        default Duration serverLag() {
            return Duration.ofSeconds(5);
        }
    }

    public FeatureGates gates() {
        return options.gates();
    }

    private record GivenFlags(FlagValues values, FeatureGates gates) implements Options {
        @Override
        public <R> R of(Flags<R> group) {
            return group.read(values);
        }
    }
}
