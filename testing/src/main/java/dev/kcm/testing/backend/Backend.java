package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.Transport;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.trajectory.Trajectory;
import dev.kcm.testing.trajectory.TrajectoryRecorder;
import dev.kcm.testing.trajectory.TrajectorySettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A cluster for one scenario, with a namespace of its own.
public abstract sealed class Backend implements AutoCloseable permits EmbeddedBackend, RemoteBackend {
    private final BackendKind kind;
    private final String namespace;
    private final Clock clock;
    private final Client client;
    private final WriteLog log;
    private final FaultScript faults = new FaultScript();
    private final TrajectoryRecorder recorder;
    private final Optional<CloudProvider> cloud;
    private final List<ControllerSpec> specs;

    /// @param user carries the requests of a user who may do everything
    /// @param cloud the one that the cluster runs in, if our controllers are to know it
    Backend(
            BackendKind kind,
            BackendSettings settings,
            String namespace,
            Clock clock,
            Transport user,
            Optional<CloudProvider> cloud) {
        this.kind = kind;
        this.cloud = cloud;
        this.namespace = namespace;
        this.clock = clock;
        this.recorder = new TrajectoryRecorder(clock);
        this.client = new Client(
                new RecordedUserTransport(user, recorder.userWrites()),
                ClientSettings.usual().withoutRateLimit(),
                clock,
                settings.random(),
                new Metrics());
        this.log = new WriteLog(clock);
        this.specs = settings.specs(cloud);
    }

    /// Opens the kind of backend that [BackendChoice] selects.
    ///
    /// @throws IllegalArgumentException if the settings are invalid, with what to do
    public static Backend open(BackendSettings settings) throws InterruptedException {
        var choice = BackendChoice.current();
        return switch (choice.kind()) {
            case EMBEDDED, WIRE -> EmbeddedBackend.open(settings, choice);
            case REAL, GO -> RemoteBackend.open(settings, choice);
        };
    }

    public final BackendKind kind() {
        return kind;
    }

    /// Of a user who may do everything.
    public final Client client() {
        return client;
    }

    public final String namespace() {
        return namespace;
    }

    public final Clock clock() {
        return clock;
    }

    /// What our controllers wrote.
    public final WriteLog log() {
        return log;
    }

    /// The faults injected into our controllers' requests.
    public final FaultScript faults() {
        return faults;
    }

    public final List<ControllerSpec> specs() {
        return specs;
    }

    /// Every change of the namespace so far, in order.
    public final Trajectory trajectory() {
        var running = specs.stream().map(ControllerSpec::name).collect(Collectors.toSet());
        return recorder.trajectory(
                TrajectorySettings.of(running).withDeleted(deleted()).withQuotaEnforced(!kind.isEmbedded()));
    }

    /// Resources whose objects a controller says it deletes; the garbage collector deletes those of any.
    private Set<String> deleted() {
        return specs.stream()
                .flatMap(spec -> spec.writes().stream())
                .filter(write -> write.startsWith("delete ") && !write.endsWith(" *"))
                .map(write -> write.substring("delete ".length()))
                .collect(Collectors.toSet());
    }

    final TrajectoryRecorder recorder() {
        return recorder;
    }

    /// The simulated processes of our controllers.
    public abstract ControllerProcesses controllers();

    /// Waits until nothing is left to do and nothing relevant has changed for a quiet period of the
    /// cluster's time.
    ///
    /// @throws IllegalStateException if it does not become quiet
    public abstract void awaitQuiet() throws InterruptedException;

    /// Lets time pass: by jumps in virtual time, by waiting in real time.
    public abstract void advance(Duration time) throws InterruptedException;

    /// How long a check is retried until it holds: not at all where time stands still.
    public abstract Duration checkTimeout();

    @Override
    public abstract void close();

    /// What each process of our controllers is started with.
    ///
    /// @param transports to the server, for each of their clients
    final ControllerProcess.Environment environment(BackendSettings settings, Function<String, Transport> transports) {
        return new ControllerProcess.Environment(
                settings.options(cloud),
                settings.others(),
                transports,
                log,
                faults,
                clock,
                settings.simulation().isPresent()
                        ? ClientSettings.usual()
                        : ClientSettings.usual().withoutRateLimit(),
                settings.random());
    }

    /// Starts our controllers again if they have crashed.
    ///
    /// @return whether they had
    final boolean restartIfCrashed() throws InterruptedException {
        boolean hasCrashed = controllers().hasCrashed();
        if (hasCrashed) {
            log.note("our controllers crashed and are restarted");
            controllers().restart();
        }
        return hasCrashed;
    }
}
