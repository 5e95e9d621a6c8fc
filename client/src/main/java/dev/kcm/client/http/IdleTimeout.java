package dev.kcm.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How long connections to one server may be quiet before something on the way closes them: a load balancer, to which
/// neither TCP's own probes nor other connections count. Nobody announces that time, so it is learned from
/// connections that were closed while quiet. Two of about the same silence, some time apart, are no accident; a
/// server that dies closes all its connections at the same time.
///
/// Once an hour one connection may be quiet for longer again: balancers are replaced, and accidents happen.
///
/// Thread-safe. Several pools may share one, if their connections go the same way.
public final class IdleTimeout {
    private static final Logger LOG = System.getLogger("dev.kcm.client.http");

    /// Who closes connections sooner is not taken for a balancer, but for a server in trouble.
    static final Duration SHORTEST = Duration.ofSeconds(5);

    private static final Duration SMALLEST_TOLERANCE = Duration.ofSeconds(1);
    private static final int TOLERATED_PART = 20;
    private static final Duration BETWEEN_TRIALS = Duration.ofHours(1);

    private record Closing(Duration silence, long at) {}

    private final String server;
    private final Clock clock;

    @GuardedBy("this")
    private @Nullable Closing last;

    @GuardedBy("this")
    private @Nullable Deadline nextTrial;

    /// Written under the lock.
    private volatile @Nullable Duration learned;

    /// @param server for the log
    public IdleTimeout(String server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /// What was learned, if anything.
    public Optional<Duration> learned() {
        return Optional.ofNullable(learned);
    }

    /// For how long a connection may be quiet that could be quiet for as long as `most`.
    Duration allowedSilence(Duration most) {
        var known = learned;
        return known == null ? most : shorter(most, margin(known));
    }

    /// How long a response may last of which nobody knows whether anything comes before its end: as
    /// [#allowedSilence], in whole seconds, unless it is time to try more.
    public Duration allowedStream(Duration most) {
        var known = learned;
        if (known == null) {
            return most;
        }
        var allowed = Duration.ofSeconds(margin(known).toSeconds());
        return most.compareTo(allowed) <= 0 || isTrial() ? most : allowed;
    }

    /// A connection on which there was nothing but silence for so long was closed by the other side.
    synchronized void closedAfter(Duration silence) {
        var known = learned;
        if (known != null && areAlike(known, silence)) {
            nextTrial = clock.deadlineIn(BETWEEN_TRIALS);
            return;
        }
        long now = clock.nanoTime();
        var before = last;
        boolean isRepeated = before != null && areAlike(before.silence(), silence);
        if (before != null
                && isRepeated
                && now - before.at() >= silence.dividedBy(2).toNanos()) {
            learn(shorter(before.silence(), silence));
        } else if (!isRepeated) {
            last = new Closing(silence, now);
        }
    }

    /// A connection outlived so long a silence.
    void outlived(Duration silence) {
        var known = learned;
        if (known != null && silence.compareTo(known.plus(tolerance(known))) > 0) {
            forget(known);
        }
    }

    private synchronized void forget(Duration known) {
        if (known.equals(learned)) {
            learned = null;
            last = null;
            LOG.log(
                    Level.INFO,
                    "Connections to {0} stay open while they are quiet, no longer shortening watches",
                    server);
        }
    }

    @GuardedBy("this")
    private void learn(Duration silence) {
        learned = silence;
        last = null;
        nextTrial = clock.deadlineIn(BETWEEN_TRIALS);
        LOG.log(
                Level.INFO,
                "Connections to {0} are closed when quiet for {1} s, probably by a load balancer; asking for watches"
                        + " of {2} s",
                server,
                silence.toSeconds(),
                margin(silence).toSeconds());
    }

    private synchronized boolean isTrial() {
        if (nextTrial == null || !nextTrial.hasPassed()) {
            return false;
        }
        nextTrial = clock.deadlineIn(BETWEEN_TRIALS);
        return true;
    }

    private static Duration margin(Duration silence) {
        return silence.multipliedBy(3).dividedBy(4);
    }

    private static boolean areAlike(Duration one, Duration other) {
        return one.minus(other).abs().compareTo(tolerance(one)) <= 0;
    }

    private static Duration tolerance(Duration silence) {
        var part = silence.dividedBy(TOLERATED_PART);
        return part.compareTo(SMALLEST_TOLERANCE) > 0 ? part : SMALLEST_TOLERANCE;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
