package dev.kcm.runtime.cache;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.client.Api;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Keeps one [Store] equal to what the server has, for as long as it runs: a streaming list (or
/// pages where the server has none), then a watch from there; a broken watch is resumed where it
/// stood, an expired one listed anew.
///
/// Threading: one virtual thread, which is the store's writer.
public final class Informer<T extends KubeObject> implements AutoCloseable {
    private static final Log log = Log.of(Informer.class);
    private static final Backoff BACKOFF =
            Backoff.doubling(Duration.ofMillis(800), Duration.ofSeconds(30)).withJitter(1);
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);
    private static final int PAGE = 500;

    private final Api<T> api;
    private final Store<T> store;
    private final Clock clock;
    private final RandomGenerator random;
    private final Thread thread;

    // The informer's thread only.
    private Optional<String> resumeFrom = Optional.empty();
    private boolean streamsLists = true;
    private int failures;

    private volatile boolean stopped;
    private volatile Optional<Watch<T>> watching = Optional.empty();
    private volatile Optional<ApiFailure> lastFailure = Optional.empty();

    public Informer(Api<T> api, Store<T> store, Clock clock, RandomGenerator random) {
        this.api = api;
        this.store = store;
        this.clock = clock;
        this.random = random;
        this.thread =
                Thread.ofVirtual()
                        .name("informer-" + store.resource().plural())
                        .unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public Store<T> store() {
        return store;
    }

    /// Why the cache does not move at present, if the last try failed.
    public Optional<ApiFailure> lastFailure() {
        return lastFailure;
    }

    /// Ends the watch; the store keeps what it has.
    @Override
    public void close() {
        stopped = true;
        watching.ifPresent(Watch::close);
        thread.interrupt();
    }

    private void run() {
        try {
            while (!stopped) {
                tryOnce();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryOnce() throws InterruptedException {
        try {
            session();
            lastFailure = Optional.empty();
        } catch (ApiException refused) {
            if (!stopped) {
                recover(refused.failure());
            }
        }
    }

    /// One watch, from opening to its end.
    private void session() {
        if (resumeFrom.isEmpty() && !streamsLists) {
            fillFromPages();
        }
        var query =
                resumeFrom.isPresent()
                        ? WatchQuery.everything().since(resumeFrom.get())
                        : WatchQuery.everything().withInitialEvents();
        try (var watch = api.watch(query.withTimeout(watchTimeout()))) {
            watching = Optional.of(watch);
            if (resumeFrom.isEmpty()) {
                fillFromStream(watch);
            }
            follow(watch);
        } finally {
            watching = Optional.empty();
        }
    }

    private void fillFromPages() {
        var items = new ArrayList<T>();
        var position = api.listAll(ListQuery.everything().withLimit(PAGE), items::add);
        replaceAll(items, position.resourceVersion());
    }

    private void fillFromStream(Watch<T> watch) {
        var items = new ArrayList<T>();
        for (var event = watch.next(); event.isPresent(); event = watch.next()) {
            switch (event.get()) {
                case WatchEvent.Added<T>(var object) -> items.add(object);
                case WatchEvent.Bookmark<T>(var resourceVersion, var initialEventsEnd) -> {
                    if (initialEventsEnd) {
                        replaceAll(items, resourceVersion);
                        return;
                    }
                }
                case WatchEvent.Failed<T>(var failure) -> throw new ApiException(failure);
                case WatchEvent.Modified<T> _, WatchEvent.Deleted<T> _ ->
                        throw new IllegalStateException(
                                "The initial events of %s held %s"
                                        .formatted(store.resource(), event.get()));
            }
        }
    }

    private void follow(Watch<T> watch) {
        for (var event = watch.next(); event.isPresent(); event = watch.next()) {
            switch (event.get()) {
                case WatchEvent.Added<T>(var object) -> take(object);
                case WatchEvent.Modified<T>(var object) -> take(object);
                case WatchEvent.Deleted<T>(var object) -> {
                    store.remove(object);
                    moveTo(object.resourceVersion());
                }
                case WatchEvent.Bookmark<T>(var resourceVersion, _) -> moveTo(resourceVersion);
                case WatchEvent.Failed<T>(var failure) -> throw new ApiException(failure);
            }
            failures = 0;
        }
    }

    private void take(T object) {
        store.apply(object, false);
        moveTo(object.resourceVersion());
    }

    private void replaceAll(ArrayList<T> items, String resourceVersion) {
        store.replaceAll(items, Long.parseLong(resourceVersion));
        resumeFrom = Optional.of(resourceVersion);
        failures = 0;
    }

    private void moveTo(String resourceVersion) {
        store.advanceTo(Long.parseLong(resourceVersion));
        resumeFrom = Optional.of(resourceVersion);
    }

    /// A position the server no longer has and a list form it does not know are mended at once; the
    /// rest waits.
    private void recover(ApiFailure failure) throws InterruptedException {
        lastFailure = Optional.of(failure);
        switch (failure) {
            case ApiFailure.Gone _ -> {
                resumeFrom = Optional.empty();
                log.info("Position expired, listing anew", "resource", store.resource());
            }
            case ApiFailure.Invalid _ when streamsLists && resumeFrom.isEmpty() -> {
                streamsLists = false;
                log.info(
                        "The server streams no lists, paging instead",
                        "resource",
                        store.resource());
                return;
            }
            default ->
                    log.info(
                            "Watch failed", "resource", store.resource(), "err", failure.message());
        }
        failures++;
        clock.sleep(BACKOFF.after(failures, random));
    }

    private Duration watchTimeout() {
        return Backoff.jittered(SHORTEST_WATCH, 1, random);
    }
}
