package dev.kcm.runtime.loop;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.PlanExecutor;
import dev.kcm.runtime.queue.KeyQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The only worker loop in the project: any number of virtual threads take keys from one queue,
/// which never hands one key to two of them.
///
/// A sync is `observe`, `decide`, the plan's execution, `settle` and the execution of that plan. The loop owns what
/// goes wrong on the way: a key is not observed before the caches show its own earlier writes, and whatever fails is
/// retried.
final class ReconcileLoop<S> {
    private static final Log log = Log.of(ReconcileLoop.class);

    /// A key that waits for the caches is normally woken by the very event it waits for; this is for controllers that
    /// do not watch what they write, and for when that event was lost with a watch.
    private static final Backoff STALE_RETRY = Backoff.doubling(Duration.ofMillis(20), Duration.ofSeconds(1));

    private final ControllerSpec spec;
    private final Reconciler<S> reconciler;
    private final Caches caches;
    private final PlanExecutor executor;
    private final KeyQueue<ObjectKey> queue;
    private final DecisionLog decisionLog;
    private final Clock clock;

    /// How often in a row a key has waited for the caches.
    private final Map<ObjectKey, Integer> staleSyncs = new ConcurrentHashMap<>();

    /// Keys with a status that was postponed and not written since.
    private final Set<ObjectKey> postponedStatus = ConcurrentHashMap.newKeySet();

    ReconcileLoop(
            ControllerSpec spec,
            Reconciler<S> reconciler,
            Caches caches,
            PlanExecutor executor,
            KeyQueue<ObjectKey> queue,
            DecisionLog decisionLog,
            Clock clock) {
        this.spec = spec;
        this.reconciler = reconciler;
        this.caches = caches;
        this.executor = executor;
        this.queue = queue;
        this.decisionLog = decisionLog;
        this.clock = clock;
    }

    /// One worker's life: until the queue is closed, or it is interrupted.
    void work() {
        try {
            for (var next = queue.take(); next.isPresent(); next = queue.take()) {
                var key = next.get();
                try {
                    requeue(key, guardedSync(key));
                } finally {
                    queue.done(key);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// From now on every status is written at once.
    void stopDelayingStatus() {
        executor.stopDelayingStatus();
    }

    /// How many keys have a status to be written yet.
    int postponedStatuses() {
        return postponedStatus.size();
    }

    /// Writes postponed status, by syncing those keys once more; what the caches do not show yet
    /// is left to the next leader. Any number of threads may share the work. For when the workers
    /// have ended.
    void flushStatus() {
        try {
            for (var key : postponedStatus) {
                if (postponedStatus.remove(key)) {
                    var _ = guardedSync(key);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A reconciler that throws is a bug; it must cost its key a retry, not the controller its worker.
    private SyncResult guardedSync(ObjectKey key) throws InterruptedException {
        try {
            return sync(key);
        } catch (RuntimeException bug) {
            log.error(bug, "Failed to sync because of a bug", "controller", spec.name(), "key", key);
            return new SyncResult.Retry(bug.toString(), Optional.empty());
        }
    }

    /// Package-private so that tests can single-step without threads.
    SyncResult sync(ObjectKey key) throws InterruptedException {
        long began = clock.nanoTime();
        var behind = spec.waitsForOwnWrites() ? caches.behindOurWritesTo(key) : Optional.<Resource<?>>empty();
        if (behind.isPresent()) {
            reconciler.measureStale(key, behind.get());
            return new SyncResult.Wait("the caches to show its own earlier writes");
        }
        return switch (observe(key)) {
            case Observation.Gone<S> _ -> new SyncResult.Forget();
            case Observation.Stale<S>(var waitingFor) -> new SyncResult.Wait(waitingFor);
            case Observation.Failed<S>(var because) -> failedRead(key, because);
            case Observation.Observed<S>(var snapshot) -> {
                var plan = reconciler.decide(snapshot);
                var writes = executor.execute(key, plan);
                var settling = reconciler.settle(snapshot, writes);
                var all = writes.and(executor.execute(key, settling));
                notePostponed(key, all);
                var result = resultOf(plan.wakingIn(settling.wakeIn()), all);
                record(key, plan, settling, all, result);
                reconciler.measure(snapshot, all, Duration.ofNanos(clock.nanoTime() - began));
                yield result;
            }
        };
    }

    /// A live read that fails is not the reconciler's fault.
    private Observation<S> observe(ObjectKey key) {
        try {
            return reconciler.observe(key, caches, clock.instant());
        } catch (ApiException failed) {
            return new Observation.Failed<>(failed.failure());
        }
    }

    private SyncResult failedRead(ObjectKey key, ApiFailure failure) {
        var result = retry(failure);
        log.warn("Failed to read from the API server", "controller", spec.name(), "key", key, "err", failure.message());
        record(
                key,
                new DecisionLog.Entry(
                        clock.instant(), "nothing: a read from the API server failed", List.of(), describe(result)));
        return result;
    }

    private void notePostponed(ObjectKey key, Outcomes outcomes) {
        if (outcomes.postponed().isPresent()) {
            postponedStatus.add(key);
        } else {
            postponedStatus.remove(key);
        }
    }

    private void requeue(ObjectKey key, SyncResult result) {
        if (!(result instanceof SyncResult.Wait)) {
            staleSyncs.remove(key);
        }
        switch (result) {
            case SyncResult.Done(var wakeIn) -> {
                queue.forget(key);
                wakeIn.ifPresent(delay -> queue.addAfter(key, delay));
            }
            case SyncResult.Retry(var _, var retryAfter) ->
                retryAfter.ifPresentOrElse(delay -> queue.addAfter(key, delay), () -> queue.addRateLimited(key));
            case SyncResult.Wait _ -> queue.addAfter(key, STALE_RETRY.after(staleSyncs.merge(key, 1, Integer::sum)));
            case SyncResult.Forget() -> {
                queue.forget(key);
                executor.forget(key);
                postponedStatus.remove(key);
            }
        }
    }

    private static SyncResult resultOf(Plan plan, Outcomes outcomes) {
        return outcomes.firstFailure()
                .map(ReconcileLoop::retry)
                .orElseGet(() ->
                        new SyncResult.Done(plan.wakingIn(outcomes.postponed()).wakeIn()));
    }

    private static SyncResult retry(ApiFailure failure) {
        return new SyncResult.Retry(failure.summary(), failure.retryAfter());
    }

    private void record(ObjectKey key, Plan plan, Plan settling, Outcomes outcomes, SyncResult result) {
        var why = settling.isNothing() ? plan.why() : plan.why() + "; " + settling.why();
        record(key, new DecisionLog.Entry(clock.instant(), why, summary(outcomes), describe(result)));
        if (log.isVerbose(4)) {
            var lines = outcomes.all().stream().map(Outcome::describe).toList();
            log.v(4).info("Synced", "controller", spec.name(), "key", key, "decided", why, "outcomes", lines);
        }
    }

    private void record(ObjectKey key, DecisionLog.Entry entry) {
        var subject = reconciler.subject(key);
        decisionLog.record(
                subject.<Resource<?>>map(ObjectRef::resource)
                        .orElseGet(() -> spec.reconciled().orElseThrow()),
                subject.map(ObjectRef::key).orElse(key),
                entry);
    }

    /// Five hundred created pods are one line.
    private static List<String> summary(Outcomes outcomes) {
        return outcomes.all().stream()
                .map(Outcome::explain)
                .distinct()
                .limit(12)
                .toList();
    }

    private static String describe(SyncResult result) {
        return switch (result) {
            case SyncResult.Done(var wakeIn) ->
                wakeIn.map(delay -> "syncs again in " + delay).orElse("waits for a change");
            case SyncResult.Retry(var reason, var retryAfter) ->
                "retries%s: %s"
                        .formatted(retryAfter.map(delay -> " in " + delay).orElse(""), reason);
            case SyncResult.Wait(var waitingFor) -> "waits for " + waitingFor;
            case SyncResult.Forget() -> "gone";
        };
    }
}
