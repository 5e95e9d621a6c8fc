package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.LeaderElectionOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.lease.ApiLeaseLock;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.ElectionSettings;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.LeaseTimes;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Stands for leases, each time as the same candidate: one process, one identity, whatever lock.
final class Elections {
    private final LeaderElectionOptions options;
    private final Clients clients;
    private final Events events;
    private final Clock clock;
    private final Metrics metrics;
    private final String identity = identityOfThisProcess();

    Elections(
            LeaderElectionOptions options,
            Clients clients,
            Events events,
            Clock clock,
            Metrics metrics) {
        this.options = options;
        this.clients = clients;
        this.events = events;
        this.clock = clock;
        this.metrics = metrics;
    }

    /// An elector for the lease of this name that has not started.
    Elector elector(String lease, ElectionListener listener) {
        var times =
                new LeaseTimes(
                        options.leaseDuration(), options.renewDeadline(), options.retryPeriod());
        var client = clients.forLease(times.requestTimeOut());
        var lock = new ApiLeaseLock(client, new ObjectKey(options.resourceNamespace(), lease));
        var recorder =
                events.recorder(
                        EventOrigin.of(CommandLine.PROGRAM),
                        new ApiEventSink<>(client.on(Event.EVENTS)));
        return new Elector(
                new ElectionSettings(lease, identity, times, true),
                lock,
                listener,
                lock.announcer(recorder),
                clock,
                RandomGenerator.getDefault(),
                metrics);
    }

    private static String identityOfThisProcess() {
        try {
            return InetAddress.getLocalHost().getHostName() + "_" + UUID.randomUUID();
        } catch (UnknownHostException _) {
            return "localhost_" + UUID.randomUUID();
        }
    }
}
