package dev.kcm.client;

import dev.kcm.model.KubeObject;
import java.time.Duration;
import java.util.Optional;

/// A running watch, read by one thread. [#close] may be called by any thread and wakes the reader.
public interface Watch<T extends KubeObject> extends AutoCloseable {

    /// Blocks for the next event. Empty when the watch has ended in peace: the server's time was
    /// up, [#close] was called, or something on the way closed a connection that had been quiet for long. Throws
    /// `ApiException` when the connection broke otherwise or fell silent for longer than a living server does.
    Optional<WatchEvent<T>> next();

    /// For a reader in no hurry: once all events that are there have been read, the next may be handed out this
    /// much later than it came, along with others that came meanwhile. Where events come one by one from afar,
    /// that saves most of what they cost; a watch to which it makes no difference ignores it. Called by the reader.
    default void gather(Duration time) {}

    @Override
    void close();
}
