package dev.kcm.runtime.lease;

import dev.kcm.base.Clock;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.time.Instant;

/// The gate that every write of one term of leadership passes. It closes by itself, without anyone
/// having to run, when the renew deadline has passed since the last successful renewal was *sent*;
/// others take over at the earliest a lease duration after that renewal took effect, which is
/// later. Once the term has ended it stays closed, also when the same process leads again: work
/// left over from one term does not slip into the next.
///
/// Ask right before a request leaves: what was decided before a long pause must not be sent after
/// it. Thread-safe and cheap.
public final class Fence {
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /// Both clocks' readings. The wall clock is only there because some machines stop the monotonic
    /// one while they are suspended; if it jumps ahead, the fence is closed until the next renewal.
    private record Closing(long atNanos, Instant at) {}

    private final Clock clock;
    private volatile Closing closing;
    private volatile boolean isEnded;

    Fence(Clock clock) {
        this.clock = clock;
        this.closing = new Closing(clock.nanoTime(), Instant.MIN);
    }

    /// A fence that is open until closed, for a process that leads without an election.
    public static Fence withoutElection(Clock clock) {
        var fence = new Fence(clock);
        fence.closing = new Closing(clock.deadlineIn(FOR_EVER).atNanos(), Instant.MAX);
        return fence;
    }

    public boolean isOpen() {
        return !isEnded && !hasRunOut() && clock.instant().isBefore(closing.at());
    }

    /// Throws `NotLeader` when closed.
    public void check() {
        if (!isOpen()) {
            throw new ApiException(ApiFailure.notLeader());
        }
    }

    /// Ends the term.
    public void close() {
        isEnded = true;
    }

    /// Leaves the fence open until `renewDeadline` after the renewal that was sent at these times.
    void renewed(long sentAtNanos, Instant sentAt, Duration renewDeadline) {
        closing = new Closing(sentAtNanos + renewDeadline.toNanos(), sentAt.plus(renewDeadline));
    }

    /// The renew deadline has passed on the monotonic clock.
    boolean hasRunOut() {
        return closing.atNanos() - clock.nanoTime() <= 0;
    }

    /// How long until it runs out, never negative.
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, closing.atNanos() - clock.nanoTime()));
    }

    boolean isEnded() {
        return isEnded;
    }
}
