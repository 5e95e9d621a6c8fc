package dev.kcm.runtime.loop;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.model.ObjectKey;
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
final class ReconcileLoop<S> {
    private static final Log log = Log.of(ReconcileLoop.class);

    /// A parked key is normally woken by the very event it waits for; this is for controllers that
    /// do not watch what they write, and for when that event was lost with a watch.
    private static final Backoff STALE_RETRY = Backoff.doubling(Duration.ofMillis(20), Duration.ofSeconds(1));

    private final ControllerSpec spec;
    private final String name;
    private final Reconciler<S> reconciler;
    private final Caches caches;
    private final PlanExecutor executor;
    private final KeyQueue<ObjectKey> queue;
    private final DecisionLog decisionLog;
    private final Clock clock;

    /// How often in a row a key was parked.
    private final Map<ObjectKey, Integer> parked = new ConcurrentHashMap<>();

    /// Keys with a status that was put off and not written since.
    private final Set<ObjectKey> delayedStatus = ConcurrentHashMap.newKeySet();

    ReconcileLoop(
            ControllerSpec spec,
            Reconciler<S> reconciler,
            Caches caches,
            PlanExecutor executor,
            KeyQueue<ObjectKey> queue,
            DecisionLog decisionLog,
            Clock clock) {
        this.spec = spec;
        this.name = spec.name();
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
                    follow(key, guarded(key));
                } finally {
                    queue.done(key);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Puts no status off any more.
    void stopDelayingStatus() {
        executor.stopDelayingStatus();
    }

    /// How many keys have a status to be written yet.
    int delayedStatuses() {
        return delayedStatus.size();
    }

    /// Writes what was put off, by looking at those keys once more; what the caches do not show yet
    /// is left to the next leader. Any number of threads may share the work. For when the workers
    /// have ended.
    void flushStatus() {
        try {
            for (var key : delayedStatus) {
                if (delayedStatus.remove(key)) {
                    var _ = guarded(key);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A reconciler that throws is a bug; it must cost its key a retry, not the controller its
    /// worker.
    private SyncResult guarded(ObjectKey key) throws InterruptedException {
        try {
            return sync(key);
        } catch (RuntimeException bug) {
            log.error(bug, "A reconciler failed", "controller", name, "key", key);
            return new SyncResult.Retry(bug.toString());
        }
    }

    /// Package-private so that tests can single-step without threads.
    SyncResult sync(ObjectKey key) throws InterruptedException {
        long began = clock.nanoTime();
        return switch (reconciler.observe(key, caches, clock.instant())) {
            case Observation.Gone<S> _ -> new SyncResult.Drop();
            case Observation.Stale<S>(var waitingFor) -> new SyncResult.Park(waitingFor);
            case Observation.Observed<S>(var snapshot) -> {
                var plan = reconciler.decide(snapshot);
                var writes = executor.apply(key, plan);
                var after = reconciler.settle(snapshot, writes);
                var statusWrites = executor.apply(key, after);
                var all = writes.and(statusWrites);
                noteDelayed(key, all);
                var verdict = judge(plan.wakingIn(after.wakeIn()), all);
                record(key, plan, after, all, verdict);
                reconciler.measure(snapshot, all, Duration.ofNanos(clock.nanoTime() - began));
                yield verdict;
            }
        };
    }

    private void noteDelayed(ObjectKey key, Outcomes outcomes) {
        if (outcomes.postponed().isPresent()) {
            delayedStatus.add(key);
        } else {
            delayedStatus.remove(key);
        }
    }

    private void follow(ObjectKey key, SyncResult verdict) {
        if (!(verdict instanceof SyncResult.Park)) {
            parked.remove(key);
        }
        switch (verdict) {
            case SyncResult.Done(var wakeIn) -> {
                queue.forget(key);
                wakeIn.ifPresent(delay -> queue.addAfter(key, delay));
            }
            case SyncResult.Retry _ -> queue.addRateLimited(key);
            case SyncResult.Park _ -> queue.addAfter(key, STALE_RETRY.after(parked.merge(key, 1, Integer::sum)));
            case SyncResult.Drop() -> {
                queue.forget(key);
                executor.forget(key);
                delayedStatus.remove(key);
            }
        }
    }

    private static SyncResult judge(Plan plan, Outcomes outcomes) {
        return outcomes.firstFailure()
                .map(ReconcileLoop::unhealthyReason)
                .orElseGet(() ->
                        new SyncResult.Done(plan.wakingIn(outcomes.postponed()).wakeIn()));
    }

    private static SyncResult unhealthyReason(ApiFailure failure) {
        return failure.retryAfter().isPresent()
                ? new SyncResult.Done(failure.retryAfter())
                : new SyncResult.Retry(failure.message());
    }

    private void record(ObjectKey key, Plan plan, Plan after, Outcomes outcomes, SyncResult verdict) {
        var lines = outcomes.all().stream().map(Outcome::describe).toList();
        var why = after.isNothing() ? plan.why() : plan.why() + "; " + after.why();
        decisionLog.record(
                spec.reconciled().orElseThrow(),
                key,
                new DecisionLog.Entry(clock.instant(), why, summary(lines), describe(verdict)));
        log.v(4).info("Looked", "controller", name, "key", key, "decided", why, "outcomes", lines);
    }

    /// Five hundred created pods are one line.
    private static List<String> summary(List<String> lines) {
        return lines.stream().distinct().limit(12).toList();
    }

    private static String describe(SyncResult verdict) {
        return switch (verdict) {
            case SyncResult.Done(Optional<Duration> wakeIn) ->
                wakeIn.map(delay -> "looks again in " + delay).orElse("waits for a change");
            case SyncResult.Retry(var reason) -> "tries again: " + reason;
            case SyncResult.Park(var waitingFor) -> "waits for " + waitingFor;
            case SyncResult.Drop() -> "gone";
        };
    }
}
