package dev.kcm.manager.run;

import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.controller.Settings;
import java.time.Duration;
import java.util.Optional;

/// Options where there is one API server, which knows of every change at once.
record OneServerOptions(Settings.Options given) implements Settings.Options {
    @Override
    public <R> R of(Flags<R> group) {
        return given.of(group);
    }

    @Override
    public FeatureGates gates() {
        return given.gates();
    }

    @Override
    public Optional<CloudProvider> cloud() {
        return given.cloud();
    }

    @Override
    public Duration serverLag() {
        return Duration.ZERO;
    }
}
