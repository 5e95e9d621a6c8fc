package dev.kcm.runtime.lease;

import java.time.Duration;

/// The three times of an election.
///
/// @param leaseDuration how long others wait without seeing a change before they take over
/// @param renewDeadline how long after its last successful renewal a leader may act
/// @param retryPeriod the pause between tries
public record LeaseTimes(Duration leaseDuration, Duration renewDeadline, Duration retryPeriod) {
    /// A pause of a standby is lengthened by up to this share, so that standbys do not march in
    /// step.
    static final double JITTER = 1.2;

    public static final LeaseTimes USUAL =
            new LeaseTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    private static final Duration SHORTEST_TIME_OUT = Duration.ofSeconds(1);

    public LeaseTimes {
        if (retryPeriod.isZero() || retryPeriod.isNegative()) {
            throw new IllegalArgumentException("The retry period must be greater than zero, not " + retryPeriod);
        }
        if (leaseDuration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("The lease duration (%s) must be greater than the renew deadline (%s)"
                    .formatted(leaseDuration, renewDeadline));
        }
        if (renewDeadline.toNanos() <= JITTER * retryPeriod.toNanos()) {
            throw new IllegalArgumentException(
                    "The renew deadline (%s) must be greater than %s times the retry period (%s)"
                            .formatted(renewDeadline, JITTER, retryPeriod));
        }
    }

    /// The lease duration as it is written: in whole seconds, never less than asked for.
    int leaseSeconds() {
        return Math.toIntExact(leaseDuration.plusSeconds(1).minusNanos(1).toSeconds());
    }

    /// How long one request about the lease may take: two must fit before the renew deadline.
    public Duration requestTimeOut() {
        var half = renewDeadline.dividedBy(2);
        return half.compareTo(SHORTEST_TIME_OUT) < 0 ? SHORTEST_TIME_OUT : half;
    }
}
