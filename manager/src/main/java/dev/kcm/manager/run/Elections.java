package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.gates.MinorVersion;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.LeaderElectionOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.version.KubernetesVersion;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.lease.ApiLeaseLock;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.ElectionSettings;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.LeaseCandidateRenewer;
import dev.kcm.runtime.lease.LeaseTimes;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Takes part in leader elections, always as the same candidate: one process, one identity, whatever lock.
///
/// With the feature CoordinatedLeaderElection the API server chooses who holds the main lock. The
/// migration lock is always contended for: the other party is another program, and may know nothing
/// of coordination. (Upstream waits there to be chosen, and nobody nominates it.)
final class Elections {
    private static final String COORDINATED = "CoordinatedLeaderElection";

    private final LeaderElectionOptions options;
    private final boolean isCoordinated;
    private final MinorVersion emulated;
    private final LeaseTimes times;
    private final Client client;
    private final EventRecorder recorder;
    private final Clock clock;
    private final Metrics metrics;
    private final String identity = ElectionSettings.identityOfThisProcess();

    Elections(ManagerOptions options, Clients clients, Events events, Clock clock, Metrics metrics) {
        this.options = options.of(GenericOptions.FLAGS).leaderElection();
        this.isCoordinated = options.gates().isEnabled(COORDINATED);
        this.emulated = options.gateDecision().versions().emulated();
        this.times =
                new LeaseTimes(this.options.leaseDuration(), this.options.renewDeadline(), this.options.retryPeriod());
        this.client = clients.forLease(times.requestTimeOut());
        this.recorder = events.recorder(EventOrigin.of(CommandLine.PROGRAM), new ApiEventSink(client.on(Event.EVENTS)));
        this.clock = clock;
        this.metrics = metrics;
    }

    /// An elector for the main lock that has not started.
    Elector main(ElectionListener listener) {
        var settings = ElectionSettings.usual(options.resourceName(), identity, times);
        return elector(isCoordinated ? settings.coordinated() : settings, listener);
    }

    /// An elector for the migration lock that has not started.
    Elector migration(LeaderMigration migration, ElectionListener listener) {
        return elector(ElectionSettings.usual(migration.leaderName(), identity, times), listener);
    }

    /// What makes the server choose us for the main lock, where it is the server who chooses; not
    /// started.
    Optional<LeaseCandidateRenewer> nomination() {
        if (!isCoordinated) {
            return Optional.empty();
        }
        var who = new LeaseCandidateRenewer.Candidate(
                new ObjectKey(options.resourceNamespace(), identity),
                options.resourceName(),
                KubernetesVersion.GIT.substring(1),
                emulated + ".0");
        return Optional.of(new LeaseCandidateRenewer(who, client, clock, RandomGenerator.getDefault()));
    }

    private Elector elector(ElectionSettings settings, ElectionListener listener) {
        var lock = new ApiLeaseLock(client, new ObjectKey(options.resourceNamespace(), settings.lease()));
        return new Elector(
                settings, lock, listener, lock.eventsTo(recorder), clock, RandomGenerator.getDefault(), metrics);
    }
}
