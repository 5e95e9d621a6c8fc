package dev.kcm.cluster.inprocess;

import dev.kcm.apiserver.request.EventStream;
import dev.kcm.client.Failures;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.util.Optional;
import java.util.function.Consumer;

/// The server's own stream of events, read as objects of `as`.
final class InProcessWatch<T extends KubeObject> implements Watch<T> {
    private final EventStream events;
    private final Resource<T> as;
    private final Consumer<InProcessWatch<T>> ended;

    InProcessWatch(EventStream events, Resource<T> as, Consumer<InProcessWatch<T>> ended) {
        this.events = events;
        this.as = as;
        this.ended = ended;
    }

    @Override
    public Optional<WatchEvent<T>> next() {
        try {
            return events.next().map(this::shown);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ApiException(Failures.transport("Interrupted while watching " + as), interrupted);
        }
    }

    @Override
    public void close() {
        events.close();
        ended.accept(this);
    }

    private WatchEvent<T> shown(EventStream.Event event) {
        return switch (event) {
            case EventStream.Event.Added(var object) -> new WatchEvent.Added<>(Views.of(object, as));
            case EventStream.Event.Modified(var object) -> new WatchEvent.Modified<>(Views.of(object, as));
            case EventStream.Event.Deleted(var object) -> new WatchEvent.Deleted<>(Views.of(object, as));
            case EventStream.Event.Bookmark(var version, var endsInitialEvents) ->
                new WatchEvent.Bookmark<>(version, endsInitialEvents);
            case EventStream.Event.Failed(var status) -> new WatchEvent.Failed<>(ApiFailure.of(status));
        };
    }
}
