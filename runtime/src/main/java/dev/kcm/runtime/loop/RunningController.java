package dev.kcm.runtime.loop;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.ChangeListener;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.cache.Tally;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Announcer;
import dev.kcm.runtime.plan.PlanExecutor;
import dev.kcm.runtime.plan.WriteGate;
import dev.kcm.runtime.queue.KeyQueue;
import dev.kcm.runtime.queue.Lane;
import dev.kcm.runtime.queue.RetryPolicy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// One controller for one term of leadership: its queue, its workers and its place at the
/// informers.
///
/// Use: [#declare] what its spec needs before the informers start; when they are full, construct,
/// [#start], [#stop].
public final class RunningController<S> {

    /// What all controllers of a process share, and what each may write with.
    public record Surroundings(
            Informers informers,
            Client client,
            WriteGate gate,
            Announcer announcer,
            Clock clock,
            Metrics metrics) {}

    /// How long an interrupted worker may take to notice.
    private static final Duration AFTER_INTERRUPT = Duration.ofMillis(500);

    private final ControllerSpec<S> spec;
    private final int workerCount;
    private final Surroundings around;
    private final KeyQueue<ObjectKey> queue;
    private final Journal journal = new Journal();
    private final ReconcileLoop<S> loop;
    private final List<Runnable> unsubscribe = new ArrayList<>();
    private final List<Thread> workers = new ArrayList<>();
    private final CountDownLatch workerEnded = new CountDownLatch(1);

    public RunningController(ControllerSpec<S> spec, int workerCount, Surroundings around) {
        this.spec = spec;
        this.workerCount = workerCount;
        this.around = around;
        this.queue =
                new KeyQueue<>(
                        queueName(spec), around.clock(), RetryPolicy.USUAL, around.metrics());
        var ownWrites = new OwnWrites(around.informers(), around.clock());
        var executor =
                new PlanExecutor(
                        around.client(),
                        around.gate(),
                        ownWrites,
                        around.announcer(),
                        around.clock(),
                        false);
        this.loop =
                new ReconcileLoop<>(
                        spec.name(),
                        spec.builtBy().apply(new Settings(new ClientReads(around.client()))),
                        new Caches(around.informers(), ownWrites, spec.resources()),
                        executor,
                        queue,
                        journal,
                        around.clock());
    }

    /// Opens the stores a controller reads and declares its indexes and tallies.
    public static void declare(ControllerSpec<?> spec, Informers informers) {
        spec.resources().forEach(informers::store);
        spec.reads().indexes().forEach(index -> declare(index, informers));
        spec.reads().tallies().forEach(tally -> declare(tally, informers));
        spec.watches()
                .forEach(watching -> watching.reads().forEach(index -> declare(index, informers)));
    }

    public ControllerSpec<S> spec() {
        return spec;
    }

    public Journal journal() {
        return journal;
    }

    /// Nothing queued and nothing in hand; wake-ups may be set.
    public boolean isQuiet() {
        return queue.isQuiet();
    }

    /// Looks at everything there is once, then at what changes.
    public synchronized void start() {
        spec.watches().forEach(this::subscribe);
        for (int number = 0; number < workerCount; number++) {
            workers.add(loop.startWorker(number, workerEnded::countDown));
        }
    }

    /// Blocks until a worker has ended: after [#stop], or because it died.
    public void awaitWorkerEnd() throws InterruptedException {
        workerEnded.await();
    }

    /// Takes no more keys, lets workers finish what they hold until `deadline`, then interrupts
    /// them. Says whether all ended.
    public synchronized boolean stop(Deadline deadline) throws InterruptedException {
        unsubscribe.forEach(Runnable::run);
        queue.close();
        for (var worker : workers) {
            worker.join(deadline.remaining().plusMillis(1));
        }
        workers.forEach(Thread::interrupt);
        var grace = around.clock().deadlineIn(AFTER_INTERRUPT);
        for (var worker : workers) {
            worker.join(grace.remaining().plusMillis(1));
        }
        return workers.stream().noneMatch(Thread::isAlive);
    }

    private static String queueName(ControllerSpec<?> spec) {
        return spec.names().aliases().isEmpty() ? spec.name() : spec.names().aliases().getFirst();
    }

    private static <T extends KubeObject> void declare(Index<T> index, Informers informers) {
        informers.store(index.resource()).index(index);
    }

    private static <T extends KubeObject> void declare(Tally<T, ?> tally, Informers informers) {
        informers.store(tally.resource()).tally(tally);
    }

    private <T extends KubeObject> void subscribe(Watching<T> watching) {
        var store = around.informers().store(watching.resource());
        ChangeListener<T> listener =
                change ->
                        watching.mapping()
                                .keys(change, this::store, key -> queue.add(key, lane(change)));
        store.onChange(listener);
        unsubscribe.add(() -> store.forgetListener(listener));
        store.forEach(object -> listener.changed(new Change.Added<>(object, true)));
    }

    private <R extends KubeObject> Store<R> store(Resource<R> resource) {
        return around.informers().store(resource);
    }

    private static Lane lane(Change<?> change) {
        return switch (change) {
            case Change.Added<?>(_, var initial) -> initial ? Lane.BACKGROUND : Lane.CHANGE;
            case Change.Resynced<?> _ -> Lane.BACKGROUND;
            case Change.Updated<?> _, Change.Deleted<?> _ -> Lane.CHANGE;
        };
    }
}
