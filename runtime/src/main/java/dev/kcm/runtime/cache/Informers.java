package dev.kcm.runtime.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.client.Client;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/// The informers of the process, one per resource however many controllers read it.
///
/// Use: every reader asks for its stores and declares indexes, tallies and listeners on them; then
/// [#start]. Resources first asked for later (custom ones, by the garbage collector) are started by
/// the next call of [#start].
public final class Informers implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Client client;
    private final Clock clock;
    private final RandomGenerator random;
    private final Optional<Duration> resync;
    private final InformerMetrics metrics;
    private final Map<ResourcePath, Running<?>> byPath = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();

    /// How many have borrowed each of the stores that are only there for them.
    @GuardedBy("this")
    private final Map<ResourcePath, Integer> borrowers = new HashMap<>();

    private record ResourcePath(String group, String plural) {
        static ResourcePath of(Resource<?> resource) {
            return new ResourcePath(resource.group(), resource.plural());
        }
    }

    /// @param number in the order in which they were asked for
    private record Running<T extends KubeObject>(int number, Store<T> store, Informer<T> informer, boolean[] started) {}

    /// Informers nobody measures, and without resync.
    public Informers(Client client, Clock clock, RandomGenerator random) {
        this(client, clock, random, Optional.empty(), InformerMetrics.unseen());
    }

    /// @param resync how often everything is shown to the listeners again (lengthened by up to its
    ///   double, per resource, so that not all come at once); never when empty
    public Informers(
            Client client, Clock clock, RandomGenerator random, Optional<Duration> resync, InformerMetrics metrics) {
        this.client = client;
        this.clock = clock;
        this.random = random;
        this.resync = resync;
        this.metrics = metrics;
    }

    /// The store of a resource. A resource is cached in one form only: asking for full pods where
    /// lean ones are cached is a programming error.
    @SuppressWarnings("unchecked") // filed under the path of its own resource, and the resources are compared
    public <T extends KubeObject> Store<T> store(Resource<T> resource) {
        var running = byPath.computeIfAbsent(ResourcePath.of(resource), _ -> open(resource));
        if (!running.store().resource().getClass().equals(resource.getClass())) {
            throw new IllegalStateException("%s is cached as %s, not as %s"
                    .formatted(resource.plural(), running.store().resource(), resource));
        }
        return (Store<T>) running.store();
    }

    /// Whichever form a resource is cached in, if it is: what readers of metadata share.
    public Optional<Store<? extends KubeObject>> anyStore(String group, String plural) {
        return Optional.ofNullable(byPath.get(new ResourcePath(group, plural))).map(Running::store);
    }

    /// The store of a resource in whichever form it is cached, or else one of its metadata, which
    /// is kept until all who borrowed it have given it back.
    public synchronized Store<? extends KubeObject> borrow(Resource<?> resource) {
        var path = ResourcePath.of(resource);
        var cached = byPath.get(path);
        if (cached != null && !borrowers.containsKey(path)) {
            return cached.store();
        }
        borrowers.merge(path, 1, Integer::sum);
        return store(MetadataObject.resource(resource));
    }

    public synchronized void giveBack(Resource<?> resource) {
        var path = ResourcePath.of(resource);
        int borrowed = borrowers.getOrDefault(path, 0);
        if (borrowed > 1) {
            borrowers.put(path, borrowed - 1);
            return;
        }
        borrowers.remove(path);
        var unused = borrowed == 1 ? byPath.remove(path) : null;
        if (unused != null) {
            unused.informer().close();
            metrics.forget(unused.store().resource());
        }
    }

    /// Starts every informer that does not run yet, in the order in which they were asked for.
    public synchronized void start() {
        var inOrder = new ArrayList<>(byPath.values());
        inOrder.sort(Comparator.comparingInt(Running::number));
        for (var running : inOrder) {
            if (!running.started()[0]) {
                running.started()[0] = true;
                running.informer().start();
                resync.ifPresent(period -> resyncAfter(running.informer(), period));
            }
        }
    }

    /// Waits until the first listing of each of these is in; names those that are not when time is
    /// up.
    public List<Resource<?>> awaitFilled(Collection<? extends Resource<?>> resources, Deadline deadline)
            throws InterruptedException {
        for (; ; ) {
            List<Resource<?>> missing = resources.stream()
                    .filter(resource -> !store(resource).isFilled())
                    .<Resource<?>>map(resource -> resource)
                    .toList();
            if (missing.isEmpty() || deadline.hasPassed()) {
                return missing;
            }
            clock.sleep(LOOK_AGAIN);
        }
    }

    @Override
    public void close() {
        byPath.values().forEach(running -> running.informer().close());
    }

    private <T extends KubeObject> Running<T> open(Resource<T> resource) {
        var store = new Store<>(resource);
        return new Running<>(
                asked.getAndIncrement(),
                store,
                new Informer<>(client.on(resource), store, metrics.of(resource, store), clock, random),
                new boolean[1]);
    }

    private void resyncAfter(Informer<?> informer, Duration period) {
        clock.after(Backoff.jittered(period, 1, random), () -> {
            if (!informer.isStopped()) {
                informer.resync();
                resyncAfter(informer, period);
            }
        });
    }
}
