package dev.kcm.client.identity;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.remote.RemoteServer;

/// All controllers as one identity; the server can tell them apart by the user agent only.
public record SharedIdentity(RemoteServer server, String userAgent, ClientSettings settings, Metrics metrics)
        implements ClientBuilder {

    @Override
    public Client client(String name) {
        return client(name, settings);
    }

    @Override
    public Client client(String name, ClientSettings own) {
        return server.client(userAgent + "/" + name, own, metrics);
    }

    @Override
    public Client isolatedClient(String name, ClientSettings own) {
        return server.apart().client(userAgent + "/" + name, own, metrics);
    }

    @Override
    public void close() {
        server.close();
    }
}
