package dev.kcm.serving;

import java.time.Duration;

/// Limits on what one client may use of the server. The values are upstream's.
///
/// @param bodyBytes the largest request body
/// @param headerBytes the largest request head
/// @param streamsPerConnection requests at the same time on one HTTP/2 connection
/// @param idle how long a connection may rest between requests, a body may pause, and a reader may
///   take nothing of what it is being sent
public record ServerLimits(long bodyBytes, int headerBytes, int streamsPerConnection, Duration idle) {
    public static final ServerLimits DEFAULT = new ServerLimits(3L << 20, 1 << 20, 100, Duration.ofSeconds(90));

    public ServerLimits {
        if (bodyBytes <= 0 || headerBytes <= 0 || streamsPerConnection <= 0 || !idle.isPositive()) {
            throw new IllegalArgumentException("Limits must be positive: %d, %d, %d, %s"
                    .formatted(bodyBytes, headerBytes, streamsPerConnection, idle));
        }
    }

    public ServerLimits withBodyBytes(long bytes) {
        return new ServerLimits(bytes, headerBytes, streamsPerConnection, idle);
    }

    public ServerLimits withHeaderBytes(int bytes) {
        return new ServerLimits(bodyBytes, bytes, streamsPerConnection, idle);
    }

    public ServerLimits withStreamsPerConnection(int streams) {
        return new ServerLimits(bodyBytes, headerBytes, streams, idle);
    }

    public ServerLimits withIdle(Duration duration) {
        return new ServerLimits(bodyBytes, headerBytes, streamsPerConnection, duration);
    }
}
