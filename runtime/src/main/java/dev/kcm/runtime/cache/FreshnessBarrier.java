package dev.kcm.runtime.cache;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Blocks the controllers of a new term until the caches show everything that was there when
/// the term began: the last leader's final writes may be newer than what a standby's watch has delivered so
/// far. Caches that were empty then are filled by a list of now and need no such care.
///
/// Each resource is compared once per term, by a thread of its own: names and versions of what the
/// server has are compared with the store. A large store that moves anyway is spared that: it has
/// caught up when its position has passed the server's. Versions of a server that does not number
/// them cannot be compared, and nothing waits for them.
public final class FreshnessBarrier {
    private static final Log log = Log.of(FreshnessBarrier.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
    private static final Duration WARNING_INTERVAL = Duration.ofSeconds(5);
    private static final Duration BRIEFLY = Duration.ofSeconds(1);
    private static final Backoff BETWEEN_TRIES = Backoff.doubling(Duration.ofMillis(200), Duration.ofSeconds(5));

    /// As many as one page of a list has.
    private static final int LARGE = 500;

    /// Few connections that are used several times are quicker than many new ones.
    private static final int REQUESTS_AT_ONCE = 4;

    private final Informers informers;
    private final Client client;
    private final Clock clock;
    private final BooleanSupplier isWanted;
    private final Semaphore requests = new Semaphore(REQUESTS_AT_ONCE);
    private final Map<Resource<?>, Thread> comparing;

    private FreshnessBarrier(
            Set<Resource<?>> resources, Informers informers, Client client, Clock clock, BooleanSupplier isWanted) {
        this.informers = informers;
        this.client = client;
        this.clock = clock;
        this.isWanted = isWanted;
        this.comparing = resources.stream()
                .filter(resource -> informers.store(resource).isFilled())
                .collect(Collectors.toMap(Function.identity(), this::start));
    }

    /// Begins to compare these.
    ///
    /// @param isWanted whether anybody still waits for it
    public static FreshnessBarrier begun(
            Set<Resource<?>> resources, Informers informers, Client client, Clock clock, BooleanSupplier isWanted) {
        return new FreshnessBarrier(resources, informers, client, clock, isWanted);
    }

    /// Blocks until all of these have caught up, or nobody wants them to any more.
    public void await(Collection<? extends Resource<?>> resources) throws InterruptedException {
        for (var resource : resources) {
            var thread = comparing.get(resource);
            if (thread != null) {
                thread.join();
            }
        }
    }

    private Thread start(Resource<?> resource) {
        return Thread.ofVirtual().name("catch-up-" + resource.plural()).start(() -> compare(resource));
    }

    private void compare(Resource<?> resource) {
        try {
            for (int failures = 0; isWanted.getAsBoolean(); ) {
                try {
                    catchUp(resource);
                    return;
                } catch (ApiException failure) {
                    log.warn(
                            "Failed to compare a cache with the server, retrying",
                            "resource",
                            resource,
                            "because",
                            failure.getMessage());
                    clock.sleep(BETWEEN_TRIES.after(++failures));
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void catchUp(Resource<?> resource) throws InterruptedException {
        var store = informers.store(resource);
        if (store.size() > LARGE && hasPassed(store, revisionOf(resource))) {
            return;
        }
        var wanted = listed(resource);
        var nextWarning = clock.deadlineIn(WARNING_INTERVAL);
        while (isWanted.getAsBoolean() && !wanted.isShownBy(store)) {
            if (nextWarning.hasPassed()) {
                log.warn("Cache is behind the server, its controllers wait", "resource", resource);
                nextWarning = clock.deadlineIn(WARNING_INTERVAL);
            }
            clock.sleep(LOOK_AGAIN);
        }
    }

    private long revisionOf(Resource<?> resource) throws InterruptedException {
        return list(resource, ListQuery.everything().withLimit(1), _ -> {});
    }

    private ServerState listed(Resource<?> resource) throws InterruptedException {
        var versions = new HashMap<ObjectKey, Long>();
        long revision = list(
                resource,
                ListQuery.everything(),
                it -> versions.put(it.key(), ResourceVersions.of(it.resourceVersion())));
        return new ServerState(versions, revision);
    }

    /// One page if the query has a limit, all of it otherwise; the revision that was listed.
    private long list(Resource<?> resource, ListQuery query, Consumer<MetadataObject> items)
            throws InterruptedException {
        var api = client.on(MetadataObject.resource(resource));
        requests.acquire();
        try {
            var position = query.limit() > 0 ? api.list(query, items) : api.listAll(query, items);
            return ResourceVersions.of(position.resourceVersion());
        } finally {
            requests.release();
        }
    }

    private boolean hasPassed(Store<?> store, long revision) throws InterruptedException {
        var deadline = clock.deadlineIn(BRIEFLY);
        while (store.position() < revision) {
            if (deadline.hasPassed()) {
                return false;
            }
            clock.sleep(LOOK_AGAIN);
        }
        return true;
    }

    /// What the server had.
    ///
    /// @param revision when it had that
    private record ServerState(Map<ObjectKey, Long> versions, long revision) {

        /// All of it, and nothing that was gone by then.
        boolean isShownBy(Store<? extends KubeObject> store) {
            return store.position() >= revision
                    || (versions.entrySet().stream().allMatch(it -> isShown(it, store))
                            && store.all().stream().noneMatch(this::isGone));
        }

        private static boolean isShown(Map.Entry<ObjectKey, Long> wanted, Store<? extends KubeObject> store) {
            return store.find(wanted.getKey())
                    .filter(it -> ResourceVersions.of(it.resourceVersion()) >= wanted.getValue())
                    .isPresent();
        }

        private boolean isGone(KubeObject object) {
            return !versions.containsKey(object.key()) && ResourceVersions.of(object.resourceVersion()) < revision;
        }
    }
}
