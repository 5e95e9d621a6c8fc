package dev.kcm.runtime.lease;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1beta1.LeaseCandidate;
import dev.kcm.model.coordination.v1beta1.LeaseCandidateSpec;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Maintains the LeaseCandidate by which the API server knows that this process can lead: creates it,
/// renews it every few minutes, and responds at once to the server's ping, which it
/// sends before it chooses. One virtual thread does all that; it tries again when it cannot.
///
/// [#close] may be called from any thread, more than once. It marks the candidate as run out, so
/// that the server neither chooses this process nor waits for its response; deleting it is not
/// allowed to a controller manager.
public final class LeaseCandidateRenewer implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.lease");
    private static final String STRATEGY = "OldestEmulationVersion";
    private static final Backoff PAUSES =
            Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1)).withJitter(1);

    /// The server doubts candidates that are twice this old and more.
    private static final Duration BETWEEN_RENEWALS = Duration.ofMinutes(5);

    /// A watch is asked for in whole seconds; none at all would be as long as the server likes.
    private static final Duration SHORTEST_WATCH = Duration.ofSeconds(1);

    /// From this age on the server passes a candidate over.
    private static final Duration RUN_OUT = Duration.ofMinutes(31);

    /// Whom to nominate for which lease.
    ///
    /// @param candidate where the LeaseCandidate is kept, named by the identity of who stands
    /// @param lease in the same namespace
    /// @param binaryVersion what the program is, as `1.36.3`
    /// @param emulatedVersion how it behaves; the server chooses the oldest of these
    public record Candidate(ObjectKey candidate, String lease, String binaryVersion, String emulatedVersion) {}

    private final Candidate who;
    private final Api<LeaseCandidate> api;
    private final Clock clock;
    private final RandomGenerator random;
    private final Thread thread;

    @GuardedBy("this")
    private Optional<Watch<LeaseCandidate>> current = Optional.empty();

    @GuardedBy("this")
    private boolean isClosed;

    private volatile boolean isKnown;

    /// The thread's own.
    private Deadline nextRenewal;

    public LeaseCandidateRenewer(Candidate who, Client client, Clock clock, RandomGenerator random) {
        this.who = who;
        this.api = client.on(LeaseCandidate.LEASE_CANDIDATES);
        this.clock = clock;
        this.random = random;
        this.nextRenewal = clock.deadlineIn(Duration.ZERO);
        this.thread = Thread.ofVirtual().name("nomination-" + who.lease()).unstarted(this::nominate);
    }

    public void start() {
        thread.start();
    }

    /// What keeps the server from knowing us, for health.
    public Optional<String> unhealthyReason() {
        return isKnown ? Optional.empty() : Optional.of("there is no LeaseCandidate %s yet".formatted(who.candidate()));
    }

    @Override
    public void close() {
        Optional<Watch<LeaseCandidate>> open;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            open = current;
        }
        thread.interrupt();
        open.ifPresent(Watch::close);
        try {
            thread.join();
            if (isKnown) {
                renew(clock.instant().minus(RUN_OUT));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ApiException failure) {
            LOG.log(Level.INFO, () -> "Failed to withdraw candidate %s: %s".formatted(who, failure));
        }
    }

    private void nominate() {
        try {
            for (int failures = 0; !isClosed(); ) {
                failures = nominateOnce() ? 0 : failures + 1;
                clock.sleep(PAUSES.after(failures, random));
            }
        } catch (InterruptedException _) {
            LOG.log(Level.DEBUG, "Stopped being a candidate for lease {0}", who.lease());
        }
    }

    /// Renews the candidate if that is due, then responds to pings for as long as one watch lasts, which may be shorter
    /// than asked for; whether all went well.
    private boolean nominateOnce() {
        var query = WatchQuery.in(who.candidate().namespace())
                .withFieldSelector("metadata.name=" + who.candidate().name())
                .withTimeout(untilRenewal());
        try (var watch = api.watch(query)) {
            if (!isWanted(watch)) {
                return true;
            }
            if (isRenewalDue()) {
                renew();
            }
            isKnown = true;
            respond(watch);
            return true;
        } catch (ApiException failure) {
            LOG.log(
                    isClosed() ? Level.DEBUG : Level.WARNING,
                    () -> "Failed to renew LeaseCandidate %s, retrying: %s"
                            .formatted(who.candidate(), failure.getMessage()));
            return false;
        }
    }

    private void respond(Watch<LeaseCandidate> watch) {
        for (var event = watch.next(); event.isPresent(); event = watch.next()) {
            switch (event.get()) {
                case WatchEvent.Added<LeaseCandidate>(var candidate) -> respond(candidate.spec());
                case WatchEvent.Modified<LeaseCandidate>(var candidate) -> respond(candidate.spec());
                case WatchEvent.Deleted<LeaseCandidate> _ -> renew();
                case WatchEvent.Failed<LeaseCandidate>(var failure) -> throw new ApiException(failure);
                case WatchEvent.Bookmark<LeaseCandidate> _ -> {}
            }
        }
    }

    private void respond(LeaseCandidateSpec spec) {
        if (isAsked(spec)) {
            renew();
        }
    }

    /// The server's ping is newer than our last renewal.
    static boolean isAsked(LeaseCandidateSpec spec) {
        return spec.pingTime()
                .filter(ping ->
                        spec.renewTime().filter(it -> !it.isBefore(ping)).isEmpty())
                .isPresent();
    }

    private Duration untilRenewal() {
        return isRenewalDue() ? BETWEEN_RENEWALS : nextRenewal.remaining();
    }

    private boolean isRenewalDue() {
        return nextRenewal.remaining().compareTo(SHORTEST_WATCH) < 0;
    }

    private void renew() {
        renew(clock.instant());
        nextRenewal = clock.deadlineIn(BETWEEN_RENEWALS);
    }

    private void renew(Instant time) {
        var renewed = time.truncatedTo(ChronoUnit.MICROS);
        try {
            var known = api.get(who.candidate());
            var _ = api.update(known.withSpec(known.spec().withRenewTime(renewed)));
        } catch (ApiException exception) {
            if (!(exception.failure() instanceof ApiFailure.NotFound)) {
                throw exception;
            }
            var _ = api.create(created(renewed));
        }
    }

    private LeaseCandidate created(Instant renewed) {
        return LeaseCandidate.builder()
                .metadata(meta -> meta.namespace(who.candidate().namespace())
                        .name(who.candidate().name()))
                .spec(spec -> spec.leaseName(who.lease())
                        .binaryVersion(who.binaryVersion())
                        .emulationVersion(who.emulatedVersion())
                        .strategy(STRATEGY)
                        .renewTime(renewed))
                .build();
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    private synchronized boolean isWanted(Watch<LeaseCandidate> opened) {
        current = Optional.of(opened);
        return !isClosed;
    }
}
