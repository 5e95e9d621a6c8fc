package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.EventPublisher;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// A server, caches and everything else a controller runs on, for tests.
final class Bench implements AutoCloseable {
    final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    final Metrics metrics = new Metrics();
    final UnreliableServer server = new UnreliableServer(clock);
    final AtomicBoolean gate = new AtomicBoolean(true);
    final Client client =
            new Client(server, ClientSettings.usual().withoutRateLimit().withGate(gate::get), clock, metrics);
    final Informers informers = new Informers(client, clock, new Random(1));
    final Store<ConfigMap> store = informers.store(ConfigMap.CONFIG_MAPS);

    static <S> ControllerSpec spec(Reconciler<S> reconciler) {
        return ControllerSpec.named("test-controller")
                .reconciles(ConfigMap.CONFIG_MAPS)
                .workers(_ -> 2)
                .builtBy(_ -> reconciler);
    }

    static <S> ControllerSpec spec(Sweep<S> sweep) {
        return ControllerSpec.named("test-sweep").reads(ConfigMap.CONFIG_MAPS).sweptBy(_ -> sweep);
    }

    RunningController running(ControllerSpec spec) {
        RunningController.declare(spec, informers);
        informers.start();
        await(() -> store.isFilled() && store.told() == server.revision());
        return RunningController.of(
                spec,
                new RunningController.Surroundings(
                        informers, client, EventPublisher.NONE, options(), clock, metrics, Optional.empty()));
    }

    double stalled(String name) {
        return metrics.gauge("kcm_controller_stalled", "", "name").with(name).value();
    }

    /// Until another thread has made it so; time stands still.
    static void await(BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as("patience").isLessThan(50_000_000);
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        informers.close();
    }

    private static Settings.Options options() {
        return new Settings.Options() {
            @Override
            public <R> R of(Flags<R> group) {
                throw new UnsupportedOperationException("no options in this test");
            }

            @Override
            public FeatureGates gates() {
                throw new UnsupportedOperationException("no gates in this test");
            }
        };
    }
}
