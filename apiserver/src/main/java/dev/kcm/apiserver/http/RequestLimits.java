package dev.kcm.apiserver.http;

import java.time.Duration;

/// How much at once, and for how long. The values are upstream's.
///
/// @param readOnlyInFlight requests that only read, at the same time
/// @param mutatingInFlight all others
/// @param timeout how long a request may take; it may ask for less
/// @param writeTimeout how long a write may take
/// @param shortestWatch how long a watch lasts at least, if its client does not say; at most it is twice that
public record RequestLimits(
        int readOnlyInFlight, int mutatingInFlight, Duration timeout, Duration writeTimeout, Duration shortestWatch) {
    public static final RequestLimits DEFAULT =
            new RequestLimits(400, 200, Duration.ofSeconds(60), Duration.ofSeconds(34), Duration.ofMinutes(30));
}
