package dev.kcm.client;

import dev.kcm.base.Backoff;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Which failed requests go again by themselves, and when. As client-go has it, plus jitter and
/// growth, so that clients a busy server sent away do not all come back at once:
///
/// - 429 and 5xx when the server says after how long (`Retry-After`), for every verb: a server that
///   says so has not acted on the request;
/// - a connection that broke without a response, for reads only: a write may have been executed.
///
/// Up to ten times, and never past the deadline: then the caller gets the failure at once, rather
/// than after a wait that cannot end well.
record RetryRules(RandomGenerator random) {
    private static final int MOST_RETRIES = 10;
    private static final double JITTER = 0.25;
    private static final Backoff BROKEN_CONNECTION =
            Backoff.doubling(Duration.ofMillis(250), Duration.ofSeconds(10)).withJitter(JITTER);
    private static final Backoff SERVER_ASKED = Backoff.doubling(Duration.ofMillis(500), Duration.ofSeconds(30));

    /// How long to wait before the next try; empty when there is none. `failures` counts this one.
    Optional<Duration> waitAfter(ApiFailure failure, boolean isRead, int failures) {
        if (failures > MOST_RETRIES) {
            return Optional.empty();
        }
        if (failure instanceof ApiFailure.Transport) {
            return isRead ? Optional.of(BROKEN_CONNECTION.after(failures, random)) : Optional.empty();
        }
        boolean isServersTurn = failure.code() == 429 || failure.code() >= 500;
        if (!isServersTurn || failure.retryAfter().isEmpty()) {
            return Optional.empty();
        }
        var requested = failure.retryAfter().get();
        // The first wait is what the server asked for; if that was not enough, it grows.
        var grown = failures == 1 ? requested : SERVER_ASKED.after(failures);
        var wait = requested.compareTo(grown) > 0 ? requested : grown;
        return Optional.of(Backoff.jittered(wait, JITTER, random));
    }
}
