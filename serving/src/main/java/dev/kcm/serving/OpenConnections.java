package dev.kcm.serving;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.log.Log;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The connections of a server, at most so many. One more closes another rather than being refused: whoever
/// opens connections and leaves them loses those, and a health check gets in at any time. Called from any thread.
final class OpenConnections {
    private static final Log log = Log.of(OpenConnections.class);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final int most;
    private final Clock clock;

    /// Those chosen to be closed are not among them any more.
    @GuardedBy("this")
    private final Set<ClientConnection> open = new HashSet<>();

    @GuardedBy("this")
    private Deadline nextWarning;

    /// A connection that may be closed for another.
    ///
    /// @param isWaiting whether it has no request under way
    /// @param since when it began to wait, in nanoseconds of the clock
    record Candidate(ClientConnection connection, InetAddress address, boolean isWaiting, long since) {}

    OpenConnections(int most, Clock clock) {
        this.most = most;
        this.clock = clock;
        this.nextWarning = clock.deadlineIn(Duration.ZERO);
    }

    void opened(ClientConnection connection) {
        add(connection).ifPresent(ClientConnection::close);
    }

    synchronized void closed(ClientConnection connection) {
        open.remove(connection);
    }

    /// The connection to be closed for this one. It leaves at once: two newcomers never choose the same.
    private synchronized Optional<ClientConnection> add(ClientConnection connection) {
        if (open.size() < most) {
            open.add(connection);
            return Optional.empty();
        }
        warn(connection);
        var others = open.stream().map(ClientConnection::candidate).toList();
        var chosen = leastDeserving(others, connection.address().getAddress()).map(Candidate::connection);
        chosen.ifPresent(other -> {
            open.remove(other);
            open.add(connection);
        });
        return Optional.of(chosen.orElse(connection));
    }

    /// Of those without a request, then of those with one, the longest waiting of the address that has the most;
    /// nobody if that would cost a request of an address that has no more than the newcomer's.
    static Optional<Candidate> leastDeserving(Collection<Candidate> candidates, InetAddress newcomer) {
        Map<InetAddress, Long> counts =
                candidates.stream().collect(Collectors.groupingBy(Candidate::address, Collectors.counting()));
        return candidates.stream()
                .min(Comparator.comparing(Candidate::isWaiting)
                        .thenComparing(candidate -> counts.getOrDefault(candidate.address(), 0L))
                        .reversed()
                        .thenComparing(Candidate::since, (one, other) -> Long.signum(one - other)))
                .filter(chosen -> chosen.isWaiting()
                        || counts.getOrDefault(chosen.address(), 0L) > counts.getOrDefault(newcomer, 0L) + 1);
    }

    /// Nobody on the network should be able to fill our log.
    @GuardedBy("this")
    private void warn(ClientConnection newcomer) {
        if (nextWarning.hasPassed()) {
            nextWarning = clock.deadlineIn(BETWEEN_WARNINGS);
            log.warn(
                    "Too many connections: each further one closes another that has no request under way",
                    "limit",
                    most,
                    "client",
                    newcomer.address());
        }
    }
}
