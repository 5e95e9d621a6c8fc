package dev.kcm.client.identity;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.remote.RemoteServer;
import java.util.concurrent.ConcurrentHashMap;

/// Each controller as a service account of its own in `kube-system`, so that it can do only what
/// its `system:controller:*` role grants. Accounts that are missing are created; tokens are requested
/// with a privileged client and renewed before they expire.
public final class ServiceAccountIdentities implements ClientBuilder {
    private static final String NAMESPACE = "kube-system";

    private final RemoteServer server;
    private final ServiceAccounts accounts;
    private final String userAgent;
    private final ClientSettings settings;
    private final Clock clock;
    private final Metrics metrics;
    private final ConcurrentHashMap<String, ServiceAccountToken> tokens = new ConcurrentHashMap<>();

    /// @param server of whose credentials nothing is used; closed by whoever opened it
    /// @param privileged may create service accounts and their tokens
    public ServiceAccountIdentities(
            RemoteServer server,
            Client privileged,
            String userAgent,
            ClientSettings settings,
            Clock clock,
            Metrics metrics) {
        this.server = server.anonymous();
        this.accounts = new ServiceAccounts(privileged, NAMESPACE);
        this.userAgent = userAgent;
        this.settings = settings;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public Client client(String name) {
        return client(name, settings);
    }

    /// Throws `ApiException` when the account neither exists nor can be created.
    @Override
    public Client client(String name, ClientSettings own) {
        return client(server, name, own);
    }

    @Override
    public Client isolatedClient(String name, ClientSettings own) {
        return client(server.apart(), name, own);
    }

    private Client client(RemoteServer over, String name, ClientSettings own) {
        accounts.ensure(name);
        var token = tokens.computeIfAbsent(
                name, _ -> new ServiceAccountToken(NAMESPACE + "/" + name, () -> accounts.token(name), clock));
        var agent = userAgent + "/system:serviceaccount:" + NAMESPACE + ":" + name;
        return over.client(agent, token, own, metrics);
    }

    @Override
    public void close() {
        server.close();
    }
}
