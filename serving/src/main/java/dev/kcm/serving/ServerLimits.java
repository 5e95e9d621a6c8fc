package dev.kcm.serving;

import java.time.Duration;

/// Limits on what one client may use of the server. The values are upstream's, all but the number of
/// connections, which upstream leaves to the operating system.
///
/// @param bodyBytes the largest request body
/// @param headerBytes the largest request head
/// @param headerTime how long a request's head may take to arrive, from its first byte; for the first
///   request of a connection from when it was accepted, the TLS handshake included
/// @param idle how long a connection may rest between requests, a body may pause, and a reader may
///   take nothing of what it is being sent
/// @param streamsPerConnection requests at the same time on one HTTP/2 connection
/// @param connections open at the same time; one more closes another ([OpenConnections])
public record ServerLimits(
        long bodyBytes,
        int headerBytes,
        Duration headerTime,
        Duration idle,
        int streamsPerConnection,
        int connections) {
    public static final ServerLimits DEFAULT =
            new ServerLimits(3L << 20, 1 << 20, Duration.ofSeconds(32), Duration.ofSeconds(90), 100, 5_000);

    public ServerLimits {
        if (bodyBytes <= 0 || headerBytes <= 0 || streamsPerConnection <= 0 || connections <= 0) {
            throw new IllegalArgumentException("Limits must be positive: %d, %d, %d, %d"
                    .formatted(bodyBytes, headerBytes, streamsPerConnection, connections));
        }
        if (!headerTime.isPositive() || !idle.isPositive()) {
            throw new IllegalArgumentException("Limits must be positive: %s, %s".formatted(headerTime, idle));
        }
    }

    public ServerLimits withBodyBytes(long bytes) {
        return new ServerLimits(bytes, headerBytes, headerTime, idle, streamsPerConnection, connections);
    }

    public ServerLimits withHeaderBytes(int bytes) {
        return new ServerLimits(bodyBytes, bytes, headerTime, idle, streamsPerConnection, connections);
    }

    public ServerLimits withHeaderTime(Duration duration) {
        return new ServerLimits(bodyBytes, headerBytes, duration, idle, streamsPerConnection, connections);
    }

    public ServerLimits withIdle(Duration duration) {
        return new ServerLimits(bodyBytes, headerBytes, headerTime, duration, streamsPerConnection, connections);
    }

    public ServerLimits withStreamsPerConnection(int streams) {
        return new ServerLimits(bodyBytes, headerBytes, headerTime, idle, streams, connections);
    }

    public ServerLimits withConnections(int most) {
        return new ServerLimits(bodyBytes, headerBytes, headerTime, idle, streamsPerConnection, most);
    }
}
