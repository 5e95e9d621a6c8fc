package dev.kcm.testing.backend;

import dev.kcm.client.Failures;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import java.util.Optional;

/// A watch that faults can end, hold up and make stutter. Read by one thread.
final class InterceptedWatch<T extends KubeObject> implements Watch<T> {
    private final Resource<T> resource;
    private final Watch<T> watch;
    private final WatchFaults faults;
    private volatile boolean isEnded;

    /// The reader's: an event that it is to see once more.
    private Optional<WatchEvent<T>> again = Optional.empty();

    InterceptedWatch(Resource<T> resource, Watch<T> watch, WatchFaults faults) {
        this.resource = resource;
        this.watch = watch;
        this.faults = faults;
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
        var event = isEnded ? Optional.<WatchEvent<T>>empty() : received();
        for (var stall = faults.stallOf(resource); stall.isPresent(); stall = faults.stallOf(resource)) {
            try {
                stall.get().await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new ApiException(Failures.transport("Interrupted while watching " + resource), interrupted);
            }
        }
        return isEnded ? Optional.empty() : event;
    }

    private Optional<WatchEvent<T>> received() {
        var event = again.isPresent() ? again : watch.next();
        again = again.isEmpty() && faults.isRepeated(resource)
                ? event.filter(InterceptedWatch::isChange)
                : Optional.empty();
        return event;
    }

    private static boolean isChange(WatchEvent<?> event) {
        return event instanceof WatchEvent.Added
                || event instanceof WatchEvent.Modified
                || event instanceof WatchEvent.Deleted;
    }

    @Override
    public void close() {
        watch.close();
        faults.closed(this);
    }
}
