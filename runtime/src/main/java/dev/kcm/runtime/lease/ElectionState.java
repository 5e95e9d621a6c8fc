package dev.kcm.runtime.lease;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The state machine of one candidate: what it has observed, whether it leads, what it does next. Its owner calls
/// [#next], takes that step, reports the result, and calls again. No threads, no requests; not
/// thread-safe.
///
/// As client-go's elector: a leader renews on top of what it wrote last and reads the lease only
/// when that fails; a standby takes over when the lease is free or was not seen to change for its
/// duration. Beyond that: leadership ends with the fence (renew deadline after the last renewal was
/// sent) and at once when somebody else is seen to hold the lease; a lease deleted under its holder
/// counts as held until it would have run out; and a standby that watches need not poll.
///
/// In a coordinated election the server writes the holder, and nobody takes a lease that does not
/// name them. A holder whom the server wants to replace yields: its owner brings the work to rest
/// and calls [#yield], and the lease is given up then. client-go lets it run out. Also unlike
/// client-go, a lease that has run out but still names us is renewed: nobody else has been
/// appointed, and the server appoints no one who is named already.
final class ElectionState {
    private enum Phase {
        /// Waiting until `restUntil`.
        RESTING,
        /// Time for a new try.
        DUE,
        /// The lease must be read first.
        READING,
        /// `move` says what to write.
        WRITING,
        /// Resigned.
        FINISHED
    }

    private final String identity;
    private final LeaseTimes times;
    private final boolean isCoordinated;
    private final Clock clock;
    private final RandomGenerator random;

    private LeaseRecord observed = LeaseRecord.FREE;
    private long observedAt;
    private Optional<Fence> term = Optional.empty();
    private int longWays;
    private boolean isWatching;
    private boolean isResigning;
    private boolean isYielding;

    private Phase phase = Phase.DUE;
    private ElectionStep move = new ElectionStep.Fetch();
    private long sentAtNanos;
    private Instant sentAt;
    private boolean isShortcut;
    private long restUntil;

    ElectionState(ElectionSettings settings, Clock clock, RandomGenerator random) {
        this.identity = settings.identity();
        this.times = settings.times();
        this.isCoordinated = settings.isCoordinated();
        this.clock = clock;
        this.random = random;
        this.observedAt = clock.nanoTime();
        this.sentAt = clock.instant();
    }

    /// The lease as last seen or written.
    LeaseRecord observed() {
        return observed;
    }

    /// When, on the monotonic clock, [#observed] was seen to be different from before.
    long observedAt() {
        return observedAt;
    }

    /// The fence of the term in which this candidate leads.
    Optional<Fence> term() {
        return term;
    }

    /// How often a leader had to read the lease before it could renew it.
    int longWays() {
        return longWays;
    }

    /// The server wants somebody else to lead: bring the work to rest, then [#yield]. The term
    /// lasts until then, or until its fence closes.
    boolean isYielding() {
        return isYielding;
    }

    /// The next move, to be made now.
    ElectionStep next() {
        sentAtNanos = clock.nanoTime();
        sentAt = clock.instant();
        term.filter(Fence::hasRunOut).ifPresent(_ -> endTerm());
        if (phase == Phase.RESTING && restUntil - sentAtNanos <= 0) {
            phase = Phase.DUE;
        }
        move = switch (phase) {
            case RESTING -> new ElectionStep.Rest(Duration.ofNanos(restUntil - sentAtNanos));
            case DUE -> firstMove();
            case READING -> new ElectionStep.Fetch();
            case WRITING -> move;
            case FINISHED -> new ElectionStep.Finish();
        };
        return move;
    }

    /// The lease was read; empty when it does not exist.
    void found(Optional<LeaseRecord> lease) {
        lease.ifPresent(this::observe);
        if (isResigning) {
            resignFrom(lease);
        } else if (isCoordinated) {
            obey(lease);
        } else if (observed.isHeldBy(identity)) {
            longWays++;
            write(lease.isPresent() ? renewal() : creation());
        } else {
            endTerm();
            if (isHeldByAnother()) {
                rest();
            } else {
                write(lease.isPresent() ? takeover() : creation());
            }
        }
    }

    /// The record of the last move is in the lease.
    void written() {
        observed = switch (move) {
            case ElectionStep.Create(var record) -> record;
            case ElectionStep.Replace(var record) -> record;
            default -> throw new IllegalStateException("Nothing was written by " + move);
        };
        observedAt = clock.nanoTime();
        if (isResigning) {
            phase = Phase.FINISHED;
            return;
        }
        if (isYielding) {
            isYielding = false;
            rest();
            return;
        }
        var fence = term.orElseGet(() -> new Fence(clock));
        fence.renewed(sentAtNanos, sentAt, times.renewDeadline());
        if (fence.hasRunOut()) {
            endTerm();
            phase = Phase.DUE; // the response took too long; only another renewal can tell
        } else {
            term = Optional.of(fence);
            rest();
        }
    }

    /// The last move failed; it may have taken effect all the same.
    void failed() {
        if (isResigning) {
            phase = Phase.FINISHED; // the lease will run out by itself
        } else if (isShortcut) {
            phase = Phase.READING;
            isShortcut = false;
        } else {
            rest();
        }
    }

    /// A watch showed the lease; empty when it was deleted. A standby takes it as it is. To a
    /// leader it may be old news, so one that seems to have lost the lease reads it: client-go
    /// gives up a lease that it lost while it was paused, whoever holds it by then. Who resigns is
    /// deaf.
    void watched(Optional<LeaseRecord> lease) {
        if (isResigning) {
            return;
        }
        if (term.isPresent()) {
            if (phase == Phase.RESTING
                    && !isYielding
                    && lease.filter(this::isStillOurs).isEmpty()) {
                isShortcut = false;
                phase = Phase.READING;
            }
            return;
        }
        lease.ifPresent(this::observe);
        if (phase == Phase.RESTING && lease.filter(this::isOurs).isPresent()) {
            phase = Phase.DUE;
        } else if (phase == Phase.RESTING) {
            rest();
        }
    }

    /// A watch was opened or has ended.
    void watching(boolean isUp) {
        isWatching = isUp;
        if (phase == Phase.RESTING && term.isEmpty()) {
            rest();
        }
    }

    /// The work is at rest, as the server wished: gives the lease up, and goes on standing by.
    void yield() {
        if (isYielding && !isResigning) {
            endTerm();
            phase = Phase.DUE;
        }
    }

    /// Ends the term and the election; gives the lease up first if `releasing`.
    void resign(boolean releasing) {
        if (isResigning) {
            return;
        }
        endTerm();
        isResigning = true;
        phase = releasing && observed.isHeldBy(identity) ? Phase.READING : Phase.FINISHED;
    }

    private ElectionStep firstMove() {
        isShortcut = term.isPresent() && observed.isHeldBy(identity);
        return isShortcut ? renewal() : new ElectionStep.Fetch();
    }

    /// What the server wrote is done: lead, go on leading, yield, or stand by.
    private void obey(Optional<LeaseRecord> lease) {
        if (lease.filter(record -> record.isHeldBy(identity)).isEmpty()) {
            observe(lease.orElse(LeaseRecord.FREE));
            isYielding = false;
            endTerm();
            rest();
        } else if (isYielding || observed.isEndOfTerm()) {
            isYielding = true;
            if (term.isPresent()) {
                rest();
            } else {
                write(new ElectionStep.Replace(observed.released(clock.instant())));
            }
        } else {
            longWays++;
            write(renewal());
        }
    }

    /// There for us to take, or given to us.
    private boolean isOurs(LeaseRecord lease) {
        return isCoordinated ? lease.isHeldBy(identity) : lease.isFree();
    }

    private boolean isStillOurs(LeaseRecord lease) {
        return lease.isHeldBy(identity) && !lease.isEndOfTerm();
    }

    private void resignFrom(Optional<LeaseRecord> lease) {
        if (lease.filter(record -> record.isHeldBy(identity)).isPresent()) {
            write(new ElectionStep.Replace(observed.released(clock.instant())));
        } else {
            phase = Phase.FINISHED;
        }
    }

    private ElectionStep renewal() {
        return new ElectionStep.Replace(observed.renewed(times.leaseSeconds(), clock.instant()));
    }

    private ElectionStep takeover() {
        return new ElectionStep.Replace(observed.takenBy(identity, times.leaseSeconds(), clock.instant()));
    }

    private ElectionStep creation() {
        return new ElectionStep.Create(LeaseRecord.created(identity, times.leaseSeconds(), clock.instant()));
    }

    private void write(ElectionStep next) {
        move = next;
        isShortcut = false;
        phase = Phase.WRITING;
    }

    private void observe(LeaseRecord record) {
        if (!record.equals(observed)) {
            observed = record;
            observedAt = clock.nanoTime();
        }
    }

    /// Somebody else holds the lease and it has not run out, as far as we have seen.
    private boolean isHeldByAnother() {
        return !observed.isFree()
                && !observed.isHeldBy(identity)
                && !untilExpiry().isZero();
    }

    private Duration untilExpiry() {
        long expiresAt = observedAt + observed.duration().toNanos();
        return Duration.ofNanos(Math.max(0, expiresAt - clock.nanoTime()));
    }

    private void endTerm() {
        term.ifPresent(Fence::close);
        term = Optional.empty();
    }

    private void rest() {
        phase = Phase.RESTING;
        restUntil = clock.nanoTime() + pause().toNanos();
    }

    private Duration pause() {
        if (term.isPresent()) {
            var left = term.get().remaining();
            return isYielding ? left : shorter(times.retryPeriod(), left);
        }
        var poll = Backoff.jittered(times.retryPeriod(), LeaseTimes.JITTER, random);
        if (!isHeldByAnother()) {
            return poll;
        }
        return isWatching ? untilExpiry() : shorter(poll, untilExpiry());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
