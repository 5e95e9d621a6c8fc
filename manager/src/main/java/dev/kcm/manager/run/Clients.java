package dev.kcm.manager.run;

import dev.kcm.client.Client;
import dev.kcm.client.WriteGate;
import java.time.Duration;

/// The clients that a running manager needs. Calls may block on the API server.
public interface Clients {

    /// For one controller, as whoever it is to be; its writes leave only while `gate` is open.
    Client forController(String controller, WriteGate gate);

    /// For watches, which are few and long.
    Client forInformers();

    /// For the lease: never held up by a rate limit or by what others have in flight, and quick to give up on a
    /// request.
    Client forLease(Duration timeout);
}
