package dev.kcm.testing.backend;

import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.Optional;
import java.util.function.Consumer;

/// A watch that a fault can end.
final class InterceptedWatch<T extends KubeObject> implements Watch<T> {
    private final Resource<T> resource;
    private final Watch<T> watch;
    private final Consumer<InterceptedWatch<?>> closed;
    private volatile boolean isEnded;

    InterceptedWatch(Resource<T> resource, Watch<T> watch, Consumer<InterceptedWatch<?>> closed) {
        this.resource = resource;
        this.watch = watch;
        this.closed = closed;
    }

    Resource<T> resource() {
        return resource;
    }

    /// To its reader it looks like a watch that timed out; events under way are lost.
    void end() {
        isEnded = true;
        watch.close();
    }

    @Override
    public Optional<WatchEvent<T>> next() {
        var event = isEnded ? Optional.<WatchEvent<T>>empty() : watch.next();
        return isEnded ? Optional.empty() : event;
    }

    @Override
    public void close() {
        watch.close();
        closed.accept(this);
    }
}
