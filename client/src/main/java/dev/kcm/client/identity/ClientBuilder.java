package dev.kcm.client.identity;

import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;

/// Makes the clients of controllers. Each has a rate limit of its own; connections are shared.
public interface ClientBuilder extends AutoCloseable {

    /// The client of the controller with this name, with the builder's settings.
    Client client(String name);

    /// As above with other settings.
    Client client(String name, ClientSettings settings);

    /// As above, over connections of its own: whatever the other clients have in flight, its requests do not wait for
    /// it.
    Client isolatedClient(String name, ClientSettings settings);

    /// Ends every client made here.
    @Override
    void close();
}
