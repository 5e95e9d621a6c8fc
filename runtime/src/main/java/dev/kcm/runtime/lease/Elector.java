package dev.kcm.runtime.lease;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Takes part in a leader election until closed: leads, steps down when the lease is lost, and tries again.
///
/// One virtual thread owns the [ElectionState] and takes its steps; a second one watches the lease.
/// [#close] may be called from any thread. When the API server does not respond, the listener is notified
/// of a lost lease up to one request time-out after the fence has closed.
public final class Elector implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.lease");

    /// How long over its lease's end a leader may still call itself one before health fails.
    private static final Duration TOLERATED_OVERRUN = Duration.ofSeconds(20);

    /// What other threads may know of the state.
    private record View(LeaseRecord lease, long observedAt, boolean isLeading) {}

    private final ElectionSettings settings;
    private final LeaseLock lock;
    private final ElectionListener listener;
    private final Consumer<String> events;
    private final Clock clock;
    private final ElectionMetrics metrics;
    private final ElectionState state;
    private final LeaseWatcher watcher;
    private final BlockingQueue<Consumer<ElectionState>> inbox = new LinkedBlockingQueue<>();
    private final Thread thread;

    private volatile View view;

    // Owned by the thread.
    private Optional<LeadershipTerm> term = Optional.empty();
    private String reportedLeader = "";
    private int countedLongWays;
    private boolean isClosing;
    private boolean isWindingDown;

    /// `events` gets "X became leader" and "X stopped leading", for an event on the Lease.
    public Elector(
            ElectionSettings settings,
            LeaseLock lock,
            ElectionListener listener,
            Consumer<String> events,
            Clock clock,
            RandomGenerator random,
            Metrics metrics) {
        this.settings = settings;
        this.lock = lock;
        this.listener = listener;
        this.events = events;
        this.clock = clock;
        this.metrics = ElectionMetrics.of(settings.lease(), metrics);
        this.state = new ElectionState(settings, clock, random);
        this.watcher = new LeaseWatcher(lock, settings.times(), clock, random, inbox::add);
        this.view = new View(state.observed(), state.observedAt(), false);
        this.thread = Thread.ofVirtual().name("elector-" + settings.lease()).unstarted(this::run);
    }

    public void start() {
        LOG.log(Level.INFO, "Attempting to acquire leader lease {0}", lock.describe());
        thread.start();
    }

    /// Ends the term, if we lead, with [ElectionListener#stopping] and [ElectionListener#stopped],
    /// then gives the lease up if so set; returns when all that is done.
    @Override
    public void close() {
        inbox.add(_ -> windDown());
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Who was last seen to hold the lease; empty when nobody.
    public String leader() {
        return view.lease().holder();
    }

    /// What is wrong, if anything: we led, could not renew the lease for long, and yet have not
    /// stepped down, because a listener hangs or this thread does.
    public Optional<String> unhealthyReason() {
        var seen = view;
        var age = Duration.ofNanos(clock.nanoTime() - seen.observedAt());
        var tolerated = settings.times().leaseDuration().plus(TOLERATED_OVERRUN);
        return seen.isLeading() && age.compareTo(tolerated) > 0
                ? Optional.of("failed election to renew leadership on lease " + settings.lease())
                : Optional.empty();
    }

    private void run() {
        try {
            for (var step = state.next(); !(step instanceof ElectionStep.Finish); step = state.next()) {
                follow();
                take(step);
                follow();
            }
        } catch (InterruptedException _) {
            state.resign(false);
        } finally {
            follow();
            watcher.stop();
        }
    }

    private void take(ElectionStep step) throws InterruptedException {
        switch (step) {
            case ElectionStep.Rest(var duration) -> rest(duration);
            case ElectionStep.Fetch() -> attempt(() -> state.found(lock.fetch()));
            case ElectionStep.Create(var record) -> attempt(() -> written(record, lock::create));
            case ElectionStep.Replace(var record) -> attempt(() -> written(record, lock::replace));
            case ElectionStep.Finish() -> {}
        }
        for (var message = inbox.poll(); message != null; message = inbox.poll()) {
            message.accept(state);
        }
    }

    private void rest(Duration duration) throws InterruptedException {
        var alarm = clock.after(duration, () -> inbox.add(_ -> {}));
        try {
            inbox.take().accept(state);
        } finally {
            alarm.cancel();
        }
    }

    private void written(LeaseRecord record, Consumer<LeaseRecord> request) {
        request.accept(record);
        state.written();
    }

    private void attempt(Runnable request) {
        try {
            request.run();
        } catch (RuntimeException failure) {
            LOG.log(
                    Level.INFO,
                    () -> "Failed to acquire or renew lease %s: %s".formatted(lock.describe(), failure.getMessage()));
            state.failed();
        }
    }

    private void windDown() {
        isClosing = true;
        if (term.isEmpty()) {
            resign(state);
        } else {
            term.get().windDown(() -> inbox.add(this::resign));
        }
    }

    private void resign(ElectionState candidate) {
        candidate.resign(settings.isReleasing());
    }

    /// Brings listener, metrics and watch in line with the state.
    private void follow() {
        publishView();
        metrics.longWays().add(state.longWays() - countedLongWays);
        countedLongWays = state.longWays();
        var fence = state.term();
        if (term.isPresent() && !fence.equals(term.map(LeadershipTerm::fence))) {
            end(term.get());
        }
        if (term.isEmpty() && fence.isPresent()) {
            begin(fence.get());
        }
        if (term.isPresent() && state.isYielding() && !isWindingDown) {
            LOG.log(Level.INFO, "Lease {0}: the server prefers another leader, yielding", lock.describe());
            isWindingDown = true;
            term.get().windDown(() -> inbox.add(ElectionState::yield));
        }
        if (!isClosing) {
            watcher.start();
        }
        publishView();
        reportLeader();
    }

    private void publishView() {
        view = new View(state.observed(), state.observedAt(), term.isPresent());
    }

    private void begin(Fence fence) {
        LOG.log(Level.INFO, "Successfully acquired lease {0}", lock.describe());
        metrics.isLeader().set(1);
        events.accept(settings.identity() + " became leader");
        term = Optional.of(LeadershipTerm.begun(fence, listener));
    }

    private void end(LeadershipTerm ended) {
        LOG.log(Level.INFO, "Stopped leading, lease {0}", lock.describe());
        metrics.isLeader().set(0);
        events.accept(settings.identity() + " stopped leading");
        ended.end();
        term = Optional.empty();
        isWindingDown = false;
        if (isClosing) {
            resign(state);
        }
    }

    private void reportLeader() {
        var leader = state.observed().holder();
        if (!leader.equals(reportedLeader)) {
            reportedLeader = leader;
            LeadershipTerm.call(() -> listener.newLeader(leader));
        }
    }
}
