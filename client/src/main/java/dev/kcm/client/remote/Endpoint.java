package dev.kcm.client.remote;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.ClientIdentity;
import dev.kcm.client.config.Credentials;
import dev.kcm.client.http.HttpPool;
import dev.kcm.client.http.IdleTimeout;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.client.tls.ServerDialer;
import dev.kcm.client.tls.TlsSettings;
import dev.kcm.client.tls.Trust;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/// The connections to one server. When our certificate or the authorities we trust change on disk,
/// new connections use the new ones and the old ones are let go as they fall idle. Thread-safe.
final class Endpoint implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.kcm.client.remote");
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

    /// For how long connections are those of a start, see [ServerDialer#preferChaCha20].
    private static final Duration YOUTH = Duration.ofSeconds(20);

    /// Watches opened in its youth end soon after it, each at a time of its own.
    private static final int SHORTENED = 10;

    private final ClientConfig config;
    private final Clock clock;
    private final IdleTimeout idleTimeout;
    private final ServerDialer dialer;
    private final HttpPool pool;
    private final Clock.Timer youth;
    private volatile boolean isYoung;

    @GuardedBy("this")
    private Trust trust;

    @GuardedBy("this")
    private Deadline nextLook;

    /// The identity whose certificate connections are opened with. Written under the lock.
    private volatile ClientIdentity inForce;

    Endpoint(ClientConfig config, Clock clock, HttpPool.Limits limits) {
        this(config, clock, limits, new IdleTimeout(config.server().toString(), clock));
    }

    /// @param idleTimeout shared by all endpoints whose connections go the same way
    Endpoint(ClientConfig config, Clock clock, HttpPool.Limits limits, IdleTimeout idleTimeout) {
        this.config = config;
        this.clock = clock;
        this.idleTimeout = idleTimeout;
        this.trust = config.trust().trust();
        this.inForce = config.credentials().identity();
        this.nextLook = clock.deadlineIn(BETWEEN_LOOKS);
        this.dialer = new ServerDialer(
                config.server(), config.proxy(), new TlsSettings(trust, inForce.certificate(), config.serverName()));
        this.pool = new HttpPool(dialer, clock, limits, idleTimeout);
        this.isYoung = config.server().isEncrypted();
        this.youth = clock.after(YOUTH, this::settleDown);
    }

    ServerAddress server() {
        return config.server();
    }

    Clock clock() {
        return clock;
    }

    IdleTimeout idleTimeout() {
        return idleTimeout;
    }

    HttpPool pool() {
        return pool;
    }

    ClientConfig config() {
        return config;
    }

    /// Whose credentials the connections themselves may carry.
    Credentials credentials() {
        return config.credentials();
    }

    /// How long a watch should live that could live as long as `longest`: watches carry most of what
    /// a client reads, so they do not stay on the connections of a start; and they end before something on the way
    /// closes their connection for being quiet.
    Duration watchTimeout(Duration longest) {
        var shortened = longest.dividedBy(SHORTENED);
        return idleTimeout.allowedStream(isYoung && shortened.compareTo(YOUTH) > 0 ? shortened : longest);
    }

    boolean hasCertificate() {
        return inForce.certificate().isPresent();
    }

    /// Makes sure that connections opened from now on are those of the present.
    @SuppressWarnings("ReferenceEquality") // the same object is the common case, and cheap to tell
    void refresh() {
        var now = config.credentials().identity();
        synchronized (this) {
            if (now == inForce && !nextLook.hasPassed()) {
                return;
            }
            boolean isSame = now.certificate().equals(inForce.certificate());
            var trusted = nextLook.hasPassed() ? currentTrust() : trust;
            inForce = now;
            if (isSame && trusted.equals(trust)) {
                return;
            }
            trust = trusted;
            dialer.replace(new TlsSettings(trusted, now.certificate(), config.serverName()));
        }
        LOG.log(Level.INFO, "Certificates for {0} have changed; reconnecting", config.server());
        pool.renew();
    }

    @Override
    public void close() {
        youth.cancel();
        pool.close();
    }

    private void settleDown() {
        isYoung = false;
        dialer.preferChaCha20();
        pool.renew();
    }

    @GuardedBy("this")
    private Trust currentTrust() {
        nextLook = clock.deadlineIn(BETWEEN_LOOKS);
        try {
            return config.trust().trust();
        } catch (RuntimeException bad) {
            LOG.log(
                    Level.WARNING,
                    "Failed to reload the certificate authority, using the old one: {0}",
                    bad.getMessage());
            return trust;
        }
    }
}
