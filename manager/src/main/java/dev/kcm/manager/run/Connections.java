package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.WriteGate;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.identity.ClientBuilder;
import dev.kcm.client.identity.ServiceAccountIdentities;
import dev.kcm.client.identity.SharedIdentity;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.controllers.housekeeping.garbagecollector.GarbageCollectorController;
import dev.kcm.controllers.housekeeping.namespace.NamespaceController;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.registry.ControllerAccounts;
import dev.kcm.manager.registry.ControllerDescriptors;
import dev.kcm.manager.version.KubernetesVersion;
import java.time.Duration;

/// Clients to one API server: some with the program's own identity, and one for each controller,
/// with an identity of its own where the options ask for that.
final class Connections implements Clients, AutoCloseable {
    private final SharedIdentity own;
    private final ClientBuilder controllers;

    private Connections(SharedIdentity own, ClientBuilder controllers) {
        this.own = own;
        this.controllers = controllers;
    }

    /// All as whoever `config` says.
    static Connections shared(ClientConfig config, ClientSettings settings, Clock clock, Metrics metrics) {
        var own = new SharedIdentity(RemoteServer.at(config, clock), userAgent(), settings, metrics);
        return new Connections(own, own);
    }

    /// Controllers as their service accounts, which whoever `config` says creates as needed.
    static Connections perController(ClientConfig config, ClientSettings settings, Clock clock, Metrics metrics) {
        var server = RemoteServer.at(config, clock);
        var own = new SharedIdentity(server, userAgent(), settings, metrics);
        var accounts = new ServiceAccountIdentities(
                server, own.client("controller-manager"), userAgent(), settings, clock, metrics);
        return new Connections(own, accounts);
    }

    /// Within the rate that the options set, or upstream's multiple of it for those with the most
    /// requests. Those that start first have the program's own identity: others may need what they
    /// do before they can have one.
    @Override
    public Client forController(String controller, WriteGate gate) {
        var usual = own.settings();
        var settings = switch (controller) {
            case NamespaceController.NAME -> usual.withRate(usual.qps() * 20, usual.burst() * 100);
            case GarbageCollectorController.NAME -> usual.withRate(usual.qps() * 2, usual.burst() * 2);
            default -> usual;
        };
        var whose = ControllerDescriptors.startsFirst(controller) ? own : controllers;
        return whose.client(ControllerAccounts.of(controller), settings.withGate(gate));
    }

    @Override
    public Client forInformers() {
        return own.client("shared-informers", own.settings().withoutRateLimit());
    }

    @Override
    public Client forLease(Duration timeout) {
        return own.isolatedClient(
                "leader-election", own.settings().withoutRateLimit().withTimeout(timeout));
    }

    @Override
    public void close() {
        controllers.close();
        own.close();
    }

    /// Upstream's form; where it names its commit, we name ourselves.
    static String userAgent() {
        return "%s/%s (%s) kubernetes/kcm"
                .formatted(CommandLine.PROGRAM, KubernetesVersion.GIT, KubernetesVersion.platform());
    }
}
