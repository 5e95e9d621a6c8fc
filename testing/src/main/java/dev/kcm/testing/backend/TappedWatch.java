package dev.kcm.testing.backend;

import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.Optional;
import java.util.function.Consumer;

/// A watch of ours that can be ended from outside.
final class TappedWatch<T extends KubeObject> implements Watch<T> {
    private final Resource<T> resource;
    private final Watch<T> watch;
    private final Consumer<TappedWatch<?>> closed;
    private volatile boolean isEnded;

    TappedWatch(Resource<T> resource, Watch<T> watch, Consumer<TappedWatch<?>> closed) {
        this.resource = resource;
        this.watch = watch;
        this.closed = closed;
    }

    Resource<T> resource() {
        return resource;
    }

    /// To its reader the server's time seems to be up; what was under way is lost.
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
