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

/// Stands for leadership until closed: leads, steps down when the lease is lost, and stands again.
///
/// One virtual thread owns the [Candidacy] and makes its moves; a second one watches the lease.
/// [#close] may be called from any thread. When the API server does not answer, the listener hears
/// of a lost lease up to one request time-out after the fence has closed.
public final class Elector implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.lease");

    /// How long over its lease's end a leader may still call itself one before health fails.
    private static final Duration TOLERATED_OVERRUN = Duration.ofSeconds(20);

    /// What other threads may know of the candidacy.
    private record Glimpse(LeaseRecord lease, long observedAt, boolean isLeading) {}

    private final ElectionSettings settings;
    private final LeaseLock lock;
    private final ElectionListener listener;
    private final Consumer<String> announcer;
    private final Clock clock;
    private final ElectionMetrics metrics;
    private final Candidacy candidacy;
    private final LeaseFollower follower;
    private final BlockingQueue<Consumer<Candidacy>> mailbox = new LinkedBlockingQueue<>();
    private final Thread thread;

    private volatile Glimpse glimpse;

    // Owned by the thread.
    private Optional<LeadershipTerm> term = Optional.empty();
    private String reportedLeader = "";
    private int countedLongWays;
    private boolean isClosing;
    private boolean isWindingDown;

    /// `announcer` is told "X became leader" and "X stopped leading", for an event on the Lease.
    public Elector(
            ElectionSettings settings,
            LeaseLock lock,
            ElectionListener listener,
            Consumer<String> announcer,
            Clock clock,
            RandomGenerator random,
            Metrics metrics) {
        this.settings = settings;
        this.lock = lock;
        this.listener = listener;
        this.announcer = announcer;
        this.clock = clock;
        this.metrics = ElectionMetrics.of(settings.lease(), metrics);
        this.candidacy = new Candidacy(settings, clock, random);
        this.follower = new LeaseFollower(lock, settings.times(), clock, random, mailbox::add);
        this.glimpse = new Glimpse(candidacy.observed(), candidacy.observedAt(), false);
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
        mailbox.add(_ -> windDown());
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Who was last seen to hold the lease; empty when nobody.
    public String leader() {
        return glimpse.lease().holder();
    }

    /// What is wrong, if anything: we led, could not renew the lease for long, and yet have not
    /// stepped down, because a listener hangs or this thread does.
    public Optional<String> unhealthyReason() {
        var seen = glimpse;
        var age = Duration.ofNanos(clock.nanoTime() - seen.observedAt());
        var tolerated = settings.times().leaseDuration().plus(TOLERATED_OVERRUN);
        return seen.isLeading() && age.compareTo(tolerated) > 0
                ? Optional.of("failed election to renew leadership on lease " + settings.lease())
                : Optional.empty();
    }

    private void run() {
        try {
            for (var move = candidacy.next(); !(move instanceof CandidacyStep.Finish); move = candidacy.next()) {
                follow();
                make(move);
                follow();
            }
        } catch (InterruptedException _) {
            candidacy.resign(false);
        } finally {
            follow();
            follower.stop();
        }
    }

    private void make(CandidacyStep move) throws InterruptedException {
        switch (move) {
            case CandidacyStep.Rest(var duration) -> rest(duration);
            case CandidacyStep.Fetch() -> attempt(() -> candidacy.found(lock.fetch()));
            case CandidacyStep.Create(var record) -> attempt(() -> written(record, lock::create));
            case CandidacyStep.Replace(var record) -> attempt(() -> written(record, lock::replace));
            case CandidacyStep.Finish() -> {}
        }
        for (var mail = mailbox.poll(); mail != null; mail = mailbox.poll()) {
            mail.accept(candidacy);
        }
    }

    private void rest(Duration duration) throws InterruptedException {
        var alarm = clock.after(duration, () -> mailbox.add(_ -> {}));
        try {
            mailbox.take().accept(candidacy);
        } finally {
            alarm.cancel();
        }
    }

    private void written(LeaseRecord record, Consumer<LeaseRecord> request) {
        request.accept(record);
        candidacy.written();
    }

    private void attempt(Runnable request) {
        try {
            request.run();
        } catch (RuntimeException failure) {
            LOG.log(Level.INFO, () -> "Lease %s: %s".formatted(lock.describe(), failure.getMessage()));
            candidacy.failed();
        }
    }

    private void windDown() {
        isClosing = true;
        if (term.isEmpty()) {
            resign(candidacy);
        } else {
            term.get().windDown(() -> mailbox.add(this::resign));
        }
    }

    private void resign(Candidacy candidate) {
        candidate.resign(settings.isReleasing());
    }

    /// Brings listener, metrics and watch in line with the candidacy.
    private void follow() {
        showGlimpse();
        metrics.longWays().add(candidacy.longWays() - countedLongWays);
        countedLongWays = candidacy.longWays();
        var fence = candidacy.term();
        if (term.isPresent() && !fence.equals(term.map(LeadershipTerm::fence))) {
            end(term.get());
        }
        if (term.isEmpty() && fence.isPresent()) {
            begin(fence.get());
        }
        if (term.isPresent() && candidacy.isYielding() && !isWindingDown) {
            LOG.log(Level.INFO, "Lease {0}: the server wants another leader", lock.describe());
            isWindingDown = true;
            term.get().windDown(() -> mailbox.add(Candidacy::yield));
        }
        if (!isClosing) {
            follower.start();
        }
        showGlimpse();
        reportLeader();
    }

    private void showGlimpse() {
        glimpse = new Glimpse(candidacy.observed(), candidacy.observedAt(), term.isPresent());
    }

    private void begin(Fence fence) {
        LOG.log(Level.INFO, "Successfully acquired lease {0}", lock.describe());
        metrics.isLeader().set(1);
        announcer.accept(settings.identity() + " became leader");
        term = Optional.of(LeadershipTerm.begun(fence, listener));
    }

    private void end(LeadershipTerm ended) {
        LOG.log(Level.INFO, "No longer leading by lease {0}", lock.describe());
        metrics.isLeader().set(0);
        announcer.accept(settings.identity() + " stopped leading");
        ended.end();
        term = Optional.empty();
        isWindingDown = false;
        if (isClosing) {
            resign(candidacy);
        }
    }

    private void reportLeader() {
        var leader = candidacy.observed().holder();
        if (!leader.equals(reportedLeader)) {
            reportedLeader = leader;
            LeadershipTerm.tell(() -> listener.newLeader(leader));
        }
    }
}
