package dev.kcm.runtime.program;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.identity.ClientBuilder;
import dev.kcm.client.identity.SharedIdentity;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.cache.InformerMetrics;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.lease.ApiLeaseLock;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.ElectionSettings;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.Fence;
import dev.kcm.runtime.lease.LeaseTimes;
import dev.kcm.runtime.loop.DecisionLog;
import dev.kcm.runtime.loop.RunningController;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/// Controllers of one's own against one API server: fills the caches, stands for leadership if
/// there is a lease to stand for, runs the controllers while it leads, and ends in order. Writes
/// pass the fence, which closes with the lease; a lost lease stops the controllers, and the program
/// stands again with full caches.
///
/// ```java
/// try (var program =
///         ControllerProgram.named("previews")
///                 .controllers(PreviewReconciler.SPEC)
///                 .electedBy(ObjectKey.of("default", "previews"))
///                 .on(config)) {
///     program.start();
///     program.awaitEnd();
/// }
/// ```
///
/// A controller that cannot go on (a worker that dies of an `Error`, workers that do not stop) ends
/// the program, for whoever started it to start it again. Thread-safe.
public final class ControllerProgram implements AutoCloseable {
    private static final Log log = Log.of(ControllerProgram.class);
    private static final Duration CACHE_WARNING_INTERVAL = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(10);

    private final String name;
    private final Clock clock;
    private final ClientBuilder clients;
    private final Informers informers;
    private final Events events;
    private final ControllerGroup group;
    private final Optional<Elector> elector;
    private final Leading leading = new Leading();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread withoutElection;

    @GuardedBy("this")
    private boolean isClosing;

    @GuardedBy("this")
    private Optional<String> failure = Optional.empty();

    private ControllerProgram(Builder builder, ClientBuilder clients) {
        this.name = builder.name;
        this.clock = builder.clock;
        this.clients = clients;
        var random = RandomGenerator.getDefault();
        this.informers = new Informers(
                clients.client("caches", ClientSettings.usual().withoutRateLimit()),
                clock,
                random,
                Optional.empty(),
                new InformerMetrics(builder.name, builder.metrics));
        this.events = new Events(clock, random, builder.metrics);
        this.group = new ControllerGroup(builder.specs, builder.options, informers, events, clock, builder.metrics);
        this.elector = builder.lease.map(lease -> elector(lease, builder.metrics, random));
        this.withoutElection =
                Thread.ofVirtual().name("term").unstarted(() -> leading.started(Fence.withoutElection(clock)));
    }

    /// @param name what it is called as a user agent and in events about its lease
    public static Builder named(String name) {
        return new Builder(name);
    }

    /// Begins to fill the caches and to stand for the lease, and returns.
    public void start() {
        informers.start();
        elector.ifPresentOrElse(Elector::start, withoutElection::start);
    }

    /// Blocks until it is closed or cannot go on; why, if so.
    public Optional<String> awaitEnd() throws InterruptedException {
        over.await();
        return failure();
    }

    /// What is wrong, if anything: fit for a liveness probe.
    public Optional<String> unhealthyReason() {
        return failure()
                .or(() -> elector.flatMap(Elector::unhealthyReason))
                .or(() -> group.running().stream()
                        .flatMap(it -> it.unhealthyReason().stream())
                        .findFirst());
    }

    /// What its controllers decided last about an object, newest last; empty while it does not
    /// lead.
    ///
    /// @param resource by its plural
    public List<DecisionLog.Entry> decisions(String resource, ObjectKey key) {
        return group.running().stream()
                .flatMap(controller -> controller.decisionLog().of(resource, key).stream())
                .toList();
    }

    /// Lets the controllers finish what they have in hand while their writes still count, gives the
    /// lease up, and closes its connections.
    @Override
    public void close() {
        synchronized (this) {
            if (isClosing) {
                return;
            }
            isClosing = true;
        }
        elector.ifPresentOrElse(Elector::close, this::endWithoutElection);
        events.close();
        informers.close();
        clients.close();
        over.countDown();
    }

    /// After the thread that starts the controllers, which must not start them again.
    private void endWithoutElection() {
        withoutElection.interrupt();
        try {
            withoutElection.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        leading.stopped();
    }

    private synchronized Optional<String> failure() {
        return failure;
    }

    private synchronized boolean isClosing() {
        return isClosing;
    }

    private void fail(String reason) {
        log.error("Controllers failed", "program", name, "reason", reason);
        synchronized (this) {
            failure = Optional.of(reason);
        }
        over.countDown();
    }

    /// Blocks until everything is cached; false when the term ended before.
    private boolean awaitCaches(Fence fence) throws InterruptedException {
        var nextWarning = clock.deadlineIn(CACHE_WARNING_INTERVAL);
        while (fence.isOpen() && !isClosing()) {
            var missing = informers.awaitFilled(group.resources(), clock.deadlineIn(BETWEEN_LOOKS));
            if (missing.isEmpty()) {
                return true;
            }
            if (nextWarning.hasPassed()) {
                log.warn("Waiting for caches to sync", "resources", missing);
                nextWarning = clock.deadlineIn(CACHE_WARNING_INTERVAL);
            }
        }
        return false;
    }

    /// Ends the program if a worker does so by itself.
    private void watchOver(RunningController controller) {
        Thread.ofVirtual().name("watching-" + controller.spec().name()).start(() -> {
            try {
                controller.awaitWorkerEnd();
                if (group.running().contains(controller)) {
                    fail("a worker of %s died".formatted(controller.spec().name()));
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private Elector elector(ObjectKey lease, Metrics metrics, RandomGenerator random) {
        var times = LeaseTimes.USUAL;
        var client = clients.isolatedClient(
                "leader-election", ClientSettings.usual().withoutRateLimit().withTimeout(times.requestTimeOut()));
        var lock = new ApiLeaseLock(client, lease);
        var recorder = events.recorder(EventOrigin.of(name), new ApiEventSink(client.on(Event.EVENTS)));
        return new Elector(
                ElectionSettings.usual(lease.name(), ElectionSettings.identityOfThisProcess(), times),
                lock,
                leading,
                lock.eventsTo(recorder),
                clock,
                random,
                metrics);
    }

    /// Runs the controllers for each term of leadership, one after the other.
    private final class Leading implements ElectionListener {
        @Override
        public void started(Fence fence) {
            try {
                if (awaitCaches(fence)) {
                    group.start(controller ->
                            clients.client(controller, ClientSettings.usual().withGate(fence::isOpen)));
                    group.running().forEach(ControllerProgram.this::watchOver);
                    log.info("Started controllers", "program", name);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException unusable) {
                fail("the controllers could not be started: " + unusable);
            }
        }

        /// The fence is open yet: controllers write what they have put off.
        @Override
        public void stopping() {
            rest();
        }

        @Override
        public void stopped() {
            rest();
        }

        private void rest() {
            var survivors = group.stop(PATIENCE_AT_END);
            if (!survivors.isEmpty()) {
                fail("workers did not stop within %s: %s".formatted(PATIENCE_AT_END, survivors));
            }
        }
    }

    /// A program being described.
    public static final class Builder {
        private final String name;
        private List<ControllerSpec> specs = List.of();
        private Optional<ObjectKey> lease = Optional.empty();
        private Settings.Options options = Settings.Options.of(FlagValues.DEFAULTS);
        private Clock clock = Clock.system();
        private Metrics metrics = new Metrics();

        private Builder(String name) {
            this.name = name;
        }

        public Builder controllers(ControllerSpec... all) {
            specs = List.of(all);
            return this;
        }

        /// The Lease whose holder works, where several of these programs run; without one it works
        /// whoever else does.
        public Builder electedBy(ObjectKey key) {
            lease = Optional.of(key);
            return this;
        }

        /// What the controllers' own flags say; their defaults unless this is called.
        public Builder options(Settings.Options given) {
            options = given;
            return this;
        }

        public Builder clock(Clock other) {
            clock = other;
            return this;
        }

        /// Where everything is counted, for whoever serves it.
        public Builder metrics(Metrics shared) {
            metrics = shared;
            return this;
        }

        /// On the server of a kubeconfig, as whoever that says. Connects to nothing yet.
        public ControllerProgram on(ClientConfig config) {
            return on(new SharedIdentity(RemoteServer.at(config, clock), name, ClientSettings.usual(), metrics));
        }

        /// With these clients, which are closed with it.
        public ControllerProgram on(ClientBuilder clients) {
            if (specs.isEmpty()) {
                throw new IllegalStateException(name + " has no controllers: name their specs with controllers(...)");
            }
            return new ControllerProgram(this, clients);
        }
    }
}
