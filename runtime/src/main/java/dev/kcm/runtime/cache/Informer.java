package dev.kcm.runtime.cache;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.client.Api;
import dev.kcm.client.Failures;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Keeps one [Store] equal to what the server has, for as long as it runs: a streaming list (or
/// pages where the server has none), then a watch from there; a broken watch is resumed where it
/// stood, an expired one listed anew.
///
/// Guarantees: nothing but [#close] ends it, whatever the server sends; tries that fail come
/// further and further apart; a server that accepts watches and ends them at once, or expires every
/// position it hands out, is a failing one.
///
/// Threading: one virtual thread, which is the store's writer.
public final class Informer<T extends KubeObject> implements AutoCloseable {
    private static final Log log = Log.of(Informer.class);
    private static final Backoff BACKOFF =
            Backoff.doubling(Duration.ofMillis(800), Duration.ofSeconds(30)).withJitter(1);
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);

    /// A watch without an event that ended sooner was rejected, whatever its status said.
    private static final Duration NO_WATCH_AT_ALL = Duration.ofSeconds(1);

    /// A watch that lasted this long ends a series of failures, even if nothing happened.
    private static final Duration LASTING = Duration.ofSeconds(10);

    private static final int PAGE = 500;

    /// Leases are renewed all the time, most of them by nodes, and whoever must know at once whether one was renewed
    /// asks the server.
    private static final Duration HEARTBEATS_GATHER = Duration.ofMillis(100);

    private final Api<T> api;
    private final Store<T> store;
    private final InformerMetrics.One metrics;
    private final Clock clock;
    private final RandomGenerator random;
    private final Thread thread;

    // The informer's thread only.
    private Optional<String> resumeFrom = Optional.empty();
    private boolean streamsLists = true;
    private boolean pagesNext;
    private boolean isOpen;
    private boolean hasHeard;
    private Duration unheard = Duration.ZERO;
    private int failures;

    private volatile boolean stopped;
    private volatile boolean resyncDue;
    private volatile Optional<Watch<T>> watching = Optional.empty();
    private volatile Optional<ApiFailure> lastFailure = Optional.empty();

    /// One nobody measures.
    Informer(Api<T> api, Store<T> store, Clock clock, RandomGenerator random) {
        this(api, store, InformerMetrics.unseen().of(store.resource(), store), clock, random);
    }

    Informer(Api<T> api, Store<T> store, InformerMetrics.One metrics, Clock clock, RandomGenerator random) {
        this.api = api;
        this.store = store;
        this.metrics = metrics;
        this.clock = clock;
        this.random = random;
        this.thread =
                Thread.ofVirtual().name("informer-" + store.resource().plural()).unstarted(this::run);
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

    public boolean isStopped() {
        return stopped;
    }

    /// Shows every object to the listeners once more, as soon as the server sends its next event:
    /// that is a bookmark every minute if nothing else.
    public void resync() {
        resyncDue = true;
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
                resyncIfDue();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryOnce() throws InterruptedException {
        try {
            session();
        } catch (ApiException refused) {
            if (!stopped) {
                recover(refused.failure());
            }
        } catch (RuntimeException | Error bug) { // nobody would miss the thread of a cache
            log.error(bug, "Listing again after an internal error", "resource", store.resource());
            resumeFrom = Optional.empty();
            lastFailure = Optional.of(Failures.transport("bug: " + bug));
            pause();
        }
    }

    /// One watch, from opening to its end.
    private void session() {
        isOpen = false;
        hasHeard = false;
        boolean isResumed = resumeFrom.isPresent();
        if (resumeFrom.isEmpty() && (pagesNext || !streamsLists)) {
            fillFromPages();
        }
        long opened = clock.nanoTime();
        try (var watch = api.watch(query().withTimeout(watchTimeout()))) {
            watching = Optional.of(watch);
            isOpen = true;
            if (store.resource().qualifiedName().equals(Lease.LEASES.qualifiedName())) {
                watch.gather(HEARTBEATS_GATHER);
            }
            if (stopped) {
                return;
            }
            if (resumeFrom.isEmpty()) {
                fillFromStream(watch);
            }
            follow(watch);
        } finally {
            watching = Optional.empty();
            if (clock.nanoTime() - opened >= LASTING.toNanos()) {
                failures = 0;
            }
        }
        var lasted = Duration.ofNanos(clock.nanoTime() - opened);
        if (!hasHeard && lasted.compareTo(NO_WATCH_AT_ALL) < 0) {
            throw new ApiException(
                    Failures.transport("The watch of %s ended as soon as it was opened".formatted(store.resource())));
        }
        unheard = hasHeard || !isResumed ? Duration.ZERO : unheard.plus(lasted);
        if (unheard.compareTo(SHORTEST_WATCH) >= 0) {
            doubtPosition();
        }
    }

    /// As long as a whole watch without an event after our position, in one watch or in several: perhaps there was
    /// nothing, perhaps the server was restored from a backup and has not come to that position again.
    private void doubtPosition() {
        log.v(2).info("Received no event during a whole watch, listing again", "resource", store.resource());
        unheard = Duration.ZERO;
        resumeFrom = Optional.empty();
    }

    private WatchQuery query() {
        return resumeFrom
                .map(position -> WatchQuery.everything().since(position))
                .orElseGet(() -> WatchQuery.everything().withInitialEvents());
    }

    private void fillFromPages() {
        var listing = new RelistBuffer<>(store);
        var position = api.listAll(ListQuery.everything().withLimit(PAGE), listing::add);
        replaceAll(listing, position.resourceVersion());
    }

    /// A busy server's cache may lag behind the state it promised: changes until it has caught up
    /// come between the objects and the bookmark that ends them.
    private void fillFromStream(Watch<T> watch) {
        var listing = new RelistBuffer<>(store);
        for (var event = watch.next(); event.isPresent(); event = watch.next()) {
            switch (event.get()) {
                case WatchEvent.Added<T>(var object) -> listing.add(object);
                case WatchEvent.Modified<T>(var object) -> listing.add(object);
                case WatchEvent.Deleted<T>(var object) -> listing.remove(object);
                case WatchEvent.Bookmark<T>(var resourceVersion, var initialEventsEnd) -> {
                    if (initialEventsEnd) {
                        replaceAll(listing, resourceVersion);
                        return;
                    }
                }
                case WatchEvent.Failed<T>(var failure) -> throw new ApiException(failure);
            }
        }
        pagesNext = true;
        throw new ApiException(Failures.transport(
                "The server ended the stream of %s before all were sent".formatted(store.resource())));
    }

    private void follow(Watch<T> watch) {
        for (var event = watch.next(); event.isPresent(); event = watch.next()) {
            metrics.read();
            long began = clock.nanoTime();
            takeIn(event.get());
            metrics.takenIn(clock.nanoTime() - began);
            hasHeard = true;
            failures = 0;
            resyncIfDue();
        }
    }

    private void takeIn(WatchEvent<T> event) {
        switch (event) {
            case WatchEvent.Added<T>(var object) -> take(object);
            case WatchEvent.Modified<T>(var object) -> take(object);
            case WatchEvent.Deleted<T>(var object) -> {
                store.remove(object, ResourceVersions.of(object.resourceVersion()));
                moveTo(object.resourceVersion());
            }
            case WatchEvent.Bookmark<T>(var resourceVersion, var _) -> moveTo(resourceVersion);
            case WatchEvent.Failed<T>(var failure) -> throw new ApiException(failure);
        }
    }

    private void take(T object) {
        store.apply(object, false, ResourceVersions.of(object.resourceVersion()));
        moveTo(object.resourceVersion());
    }

    private void replaceAll(RelistBuffer<T> listing, String resourceVersion) {
        store.replaceAll(listing, ResourceVersions.of(resourceVersion));
        resumeFrom = Optional.of(resourceVersion);
        pagesNext = false;
        lastFailure = Optional.empty();
    }

    private void moveTo(String resourceVersion) {
        store.advanceTo(ResourceVersions.of(resourceVersion));
        resumeFrom = Optional.of(resourceVersion);
        if (lastFailure.isPresent()) {
            lastFailure = Optional.empty();
        }
    }

    private void resyncIfDue() {
        if (resyncDue) {
            resyncDue = false;
            store.resync();
        }
    }

    /// A position the server no longer has and a list form it does not know are mended at once, if
    /// that is not all that happens; the rest waits.
    private void recover(ApiFailure failure) throws InterruptedException {
        lastFailure = Optional.of(failure);
        switch (failure) {
            case ApiFailure.Gone _ -> {
                log.info("Resource version expired, listing again", "resource", store.resource());
                resumeFrom = Optional.empty();
                if (failures == 0) {
                    failures = 1;
                    return;
                }
            }
            case ApiFailure.Invalid _
            when streamsLists && resumeFrom.isEmpty() -> {
                log.info("Server does not support streaming lists, listing in pages", "resource", store.resource());
                streamsLists = false;
                return;
            }
            case ApiFailure.Timeout _ when isOpen && !hasHeard -> listDifferently(failure);
            default -> log.info("Watch failed, retrying", "resource", store.resource(), "err", failure.message());
        }
        pause();
    }

    /// No event, not even a bookmark: a server that does not know streamed lists never ends one,
    /// and one restored from a backup waits for the position we ask from to come round again.
    private void listDifferently(ApiFailure failure) {
        log.info(
                "Received no response to the streaming list, listing again",
                "resource",
                store.resource(),
                "err",
                failure.message());
        pagesNext = resumeFrom.isEmpty();
        resumeFrom = Optional.empty();
    }

    private void pause() throws InterruptedException {
        failures++;
        clock.sleep(BACKOFF.after(failures, random));
    }

    private Duration watchTimeout() {
        return Backoff.jittered(SHORTEST_WATCH, 1, random);
    }
}
