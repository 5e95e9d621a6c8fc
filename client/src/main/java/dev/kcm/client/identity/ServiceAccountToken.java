package dev.kcm.client.identity;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.client.config.ClientIdentity;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Credentials;
import dev.kcm.model.failure.ApiException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A bearer token requested when first needed, and again when a fifth of its life is left or the
/// server refuses it. While it cannot be renewed the old one stays in use.
///
/// One thread requests it; the others wait for it only if there is no token that still works.
final class ServiceAccountToken implements Credentials {
    private static final Logger LOG = System.getLogger("dev.kcm.client.identity");

    /// Less can only mean that our clock and the server's differ.
    private static final Duration SHORTEST_LIFE = Duration.ofMinutes(10);

    private static final int TRIES = 4;
    private static final Backoff BETWEEN_TRIES = Backoff.doubling(Duration.ofMillis(500), Duration.ofSeconds(2));

    private record Held(ClientIdentity identity, Instant renewAt, Instant expires) {}

    private final String name;
    private final Supplier<ServiceAccounts.Token> source;
    private final Clock clock;
    private final ReentrantLock renewing = new ReentrantLock();
    private volatile @Nullable Held held;

    ServiceAccountToken(String name, Supplier<ServiceAccounts.Token> source, Clock clock) {
        this.name = name;
        this.source = source;
        this.clock = clock;
    }

    @Override
    public ClientIdentity identity() {
        var known = held;
        var now = clock.instant();
        if (known != null && now.isBefore(known.renewAt())) {
            return known.identity();
        }
        if (known != null && now.isBefore(known.expires())) {
            if (!renewing.tryLock()) {
                return known.identity(); // still good, and someone is at it
            }
        } else {
            renewing.lock();
        }
        try {
            return renewed(known).identity();
        } finally {
            renewing.unlock();
        }
    }

    @Override
    public boolean renew(ClientIdentity used) {
        renewing.lock();
        try {
            var known = held;
            if (known != null && known.identity().equals(used)) {
                held = null;
            }
        } finally {
            renewing.unlock();
        }
        return !identity().equals(used);
    }

    /// Under the lock. `seen` is what the caller found wanting.
    @SuppressWarnings("ReferenceEquality") // has anyone been here since?
    private Held renewed(@Nullable Held seen) {
        var known = held;
        if (known != null && known != seen) {
            return known;
        }
        try {
            var fresh = hold(request());
            held = fresh;
            return fresh;
        } catch (ApiException failed) {
            if (known == null) {
                throw new ConfigException(
                        "No token for service account %s: %s".formatted(name, failed.getMessage()), failed);
            }
            LOG.log(
                    Level.WARNING,
                    "Failed to renew the token of service account {0}, using the old one: {1}",
                    name,
                    failed.getMessage());
            return known;
        }
    }

    private ServiceAccounts.Token request() {
        for (int failures = 0; ; ) {
            try {
                return source.get();
            } catch (ApiException failed) {
                failures++;
                if (failures == TRIES) {
                    throw failed;
                }
                sleep(BETWEEN_TRIES.after(failures), failed);
            }
        }
    }

    private Held hold(ServiceAccounts.Token token) {
        var now = clock.instant();
        var claimed = Duration.between(now, token.expires());
        var life = claimed.compareTo(SHORTEST_LIFE) < 0 ? SHORTEST_LIFE : claimed;
        return new Held(
                ClientIdentity.bearer(token.text()),
                now.plus(life.multipliedBy(4).dividedBy(5)),
                now.plus(life));
    }

    private void sleep(Duration wait, ApiException failed) {
        try {
            clock.sleep(wait);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw failed;
        }
    }
}
