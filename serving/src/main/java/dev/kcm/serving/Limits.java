package dev.kcm.serving;

import java.time.Duration;

/// What one client may ask of the server. The values are upstream's.
///
/// @param bodyBytes the largest request body
/// @param headerBytes the largest request head
/// @param streamsPerConnection requests at the same time on one HTTP/2 connection
/// @param idle how long a connection may rest between requests, a body may pause, and a reader may
///   take nothing of what it is being sent
public record Limits(long bodyBytes, int headerBytes, int streamsPerConnection, Duration idle) {
    public static final Limits DEFAULT = new Limits(3L << 20, 1 << 20, 100, Duration.ofSeconds(90));

    public Limits {
        if (bodyBytes <= 0 || headerBytes <= 0 || streamsPerConnection <= 0 || !idle.isPositive()) {
            throw new IllegalArgumentException("Limits must be positive: %d, %d, %d, %s"
                    .formatted(bodyBytes, headerBytes, streamsPerConnection, idle));
        }
    }

    public Limits withBodyBytes(long bytes) {
        return new Limits(bytes, headerBytes, streamsPerConnection, idle);
    }

    public Limits withHeaderBytes(int bytes) {
        return new Limits(bodyBytes, bytes, streamsPerConnection, idle);
    }

    public Limits withStreamsPerConnection(int streams) {
        return new Limits(bodyBytes, headerBytes, streams, idle);
    }

    public Limits withIdle(Duration duration) {
        return new Limits(bodyBytes, headerBytes, streamsPerConnection, duration);
    }
}
