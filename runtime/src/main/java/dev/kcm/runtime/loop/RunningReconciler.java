package dev.kcm.runtime.loop;

import dev.kcm.base.Deadline;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.ChangeListener;
import dev.kcm.runtime.cache.ObjectCounts;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.queue.KeyQueue;
import dev.kcm.runtime.queue.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A reconciler with its queue, its workers and its place at the informers.
final class RunningReconciler<S> implements RunningController {
    private final ControllerSpec spec;
    private final int workerCount;
    private final Surroundings around;
    private final KeyQueue<ObjectKey> queue;
    private final DecisionLog decisionLog = new DecisionLog();
    private final ReconcileLoop<S> loop;
    private final Workers workers;
    private final List<ObjectKey> initialKeys;
    private final Optional<CountedResources> counted;
    private final List<Runnable> unsubscribe = new ArrayList<>();

    RunningReconciler(ControllerSpec spec, ControllerSpec.Shape.Reconciling<S> shape, Surroundings around) {
        this.spec = spec;
        this.workerCount = shape.workers().applyAsInt(around.options());
        this.initialKeys = shape.initialKeys();
        this.around = around;
        var retries = shape.retries().apply(around.options());
        this.queue = new KeyQueue<>(spec.names().queue(), around.clock(), retries, around.metrics());
        this.workers = new Workers(spec.name(), around.clock());
        this.counted = shape.counts()
                .map(mapping -> new CountedResources(around.informers(), change -> enqueueCounted(change, mapping)));
        var ownWrites = new OwnWrites(around.informers(), around.clock());
        this.loop = new ReconcileLoop<>(
                spec,
                shape.builtBy().apply(around.settings()),
                new Caches(around.informers(), ownWrites, spec.resources(), counted.map(ObjectCounts.class::cast)),
                around.executor(ownWrites),
                queue,
                decisionLog,
                around.clock());
        Watchdog.show(spec.name(), around.metrics(), this::unhealthyReason);
    }

    @Override
    public ControllerSpec spec() {
        return spec;
    }

    @Override
    public DecisionLog decisionLog() {
        return decisionLog;
    }

    @Override
    public boolean isQuiet() {
        return queue.isQuiet() && counted.stream().allMatch(CountedResources::isListed);
    }

    @Override
    public Set<Resource<?>> following() {
        return counted.map(CountedResources::resources).orElse(Set.of());
    }

    @Override
    public Optional<String> unhealthyReason() {
        return Watchdog.unhealthyReason(queue.progress());
    }

    @Override
    public synchronized void start() {
        spec.watches().forEach(this::subscribe);
        initialKeys.forEach(key -> queue.add(key, Lane.BACKGROUND));
        workers.start(workerCount, loop::work);
    }

    @Override
    public void awaitWorkerEnd() throws InterruptedException {
        workers.awaitOneEnded();
    }

    @Override
    public synchronized boolean stop(Deadline deadline) throws InterruptedException {
        unsubscribe.forEach(Runnable::run);
        loop.stopDelayingStatus();
        queue.closeNow();
        try {
            if (!workers.join(deadline)) {
                return false;
            }
            workers.start(Math.min(workerCount, loop.postponedStatuses()), loop::flushStatus);
            return workers.join(deadline);
        } finally {
            counted.ifPresent(CountedResources::end);
        }
    }

    private <T extends KubeObject> void subscribe(WatchMapping<T> watch) {
        var store = around.informers().store(watch.resource());
        ChangeListener<T> listener = change -> {
            var delay = watch.batchDelay().with(change, this::store, around.options());
            watch.mapping().keys(change, this::store, key -> enqueue(key, delay, lane(change)));
        };
        unsubscribe.add(store.follow(listener));
    }

    @SuppressWarnings("unchecked") // a change is only read from
    private void enqueueCounted(Change<? extends KubeObject> change, WatchMapping.KeyMapper<KubeObject> mapping) {
        mapping.keys((Change<KubeObject>) change, this::store, key -> queue.add(key, lane(change)));
    }

    private void enqueue(ObjectKey key, Duration delay, Lane lane) {
        if (delay.isZero()) {
            queue.add(key, lane);
        } else {
            queue.addAfter(key, delay);
        }
    }

    private <R extends KubeObject> Store<R> store(Resource<R> resource) {
        return around.informers().store(resource);
    }

    private static Lane lane(Change<?> change) {
        return switch (change) {
            case Change.Added<?>(var _, var initial) -> initial ? Lane.BACKGROUND : Lane.CHANGE;
            case Change.Resynced<?> _ -> Lane.BACKGROUND;
            case Change.Updated<?> _, Change.Deleted<?> _ -> Lane.CHANGE;
        };
    }
}
