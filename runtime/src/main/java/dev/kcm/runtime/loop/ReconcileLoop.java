package dev.kcm.runtime.loop;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
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
    private static final Backoff PARKED = Backoff.doubling(Duration.ofMillis(20), Duration.ofSeconds(1));

    private final ControllerSpec spec;
    private final String name;
    private final Reconciler<S> reconciler;
    private final Caches caches;
    private final PlanExecutor executor;
    private final KeyQueue<ObjectKey> queue;
    private final Journal journal;
    private final Clock clock;

    /// How often in a row a key was parked.
    private final Map<ObjectKey, Integer> parked = new ConcurrentHashMap<>();

    /// Keys with a status that was put off and not written since.
    private final Set<ObjectKey> owingStatus = ConcurrentHashMap.newKeySet();

    ReconcileLoop(
            ControllerSpec spec,
            Reconciler<S> reconciler,
            Caches caches,
            PlanExecutor executor,
            KeyQueue<ObjectKey> queue,
            Journal journal,
            Clock clock) {
        this.spec = spec;
        this.name = spec.name();
        this.reconciler = reconciler;
        this.caches = caches;
        this.executor = executor;
        this.queue = queue;
        this.journal = journal;
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
    void hurry() {
        executor.hurry();
    }

    /// How many keys have a status to be written yet.
    int owing() {
        return owingStatus.size();
    }

    /// Writes what was put off, by looking at those keys once more; what the caches do not show yet
    /// is left to the next leader. Any number of threads may share the work. For when the workers
    /// have ended.
    void payOff() {
        try {
            for (var key : owingStatus) {
                if (owingStatus.remove(key)) {
                    var _ = guarded(key);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A reconciler that throws is a bug; it must cost its key a retry, not the controller its
    /// worker.
    private Verdict guarded(ObjectKey key) throws InterruptedException {
        try {
            return sync(key);
        } catch (RuntimeException bug) {
            log.error(bug, "A reconciler failed", "controller", name, "key", key);
            return new Verdict.Retry(bug.toString());
        }
    }

    /// Package-private so that tests can single-step without threads.
    Verdict sync(ObjectKey key) throws InterruptedException {
        long began = clock.nanoTime();
        return switch (reconciler.observe(key, caches, clock.instant())) {
            case Sight.Gone<S> _ -> new Verdict.Drop();
            case Sight.Behind<S>(var waitingFor) -> new Verdict.Park(waitingFor);
            case Sight.Seen<S>(var seen) -> {
                var plan = reconciler.decide(seen);
                var writes = executor.apply(key, plan);
                var after = reconciler.settle(seen, writes);
                var statusWrites = executor.apply(key, after);
                var all = writes.and(statusWrites);
                noteOwing(key, all);
                var verdict = judge(plan.wakingIn(after.wakeIn()), all);
                record(key, plan, after, all, verdict);
                reconciler.measure(seen, all, Duration.ofNanos(clock.nanoTime() - began));
                yield verdict;
            }
        };
    }

    private void noteOwing(ObjectKey key, Outcomes outcomes) {
        if (outcomes.postponed().isPresent()) {
            owingStatus.add(key);
        } else {
            owingStatus.remove(key);
        }
    }

    private void follow(ObjectKey key, Verdict verdict) {
        if (!(verdict instanceof Verdict.Park)) {
            parked.remove(key);
        }
        switch (verdict) {
            case Verdict.Done(var wakeIn) -> {
                queue.forget(key);
                wakeIn.ifPresent(delay -> queue.addAfter(key, delay));
            }
            case Verdict.Retry _ -> queue.addRateLimited(key);
            case Verdict.Park _ -> queue.addAfter(key, PARKED.after(parked.merge(key, 1, Integer::sum)));
            case Verdict.Drop() -> {
                queue.forget(key);
                executor.forget(key);
                owingStatus.remove(key);
            }
        }
    }

    private static Verdict judge(Plan plan, Outcomes outcomes) {
        return outcomes.firstFailure()
                .map(ReconcileLoop::complaint)
                .orElseGet(() ->
                        new Verdict.Done(plan.wakingIn(outcomes.postponed()).wakeIn()));
    }

    private static Verdict complaint(ApiFailure failure) {
        return failure.retryAfter().isPresent()
                ? new Verdict.Done(failure.retryAfter())
                : new Verdict.Retry(failure.message());
    }

    private void record(ObjectKey key, Plan plan, Plan after, Outcomes outcomes, Verdict verdict) {
        var lines = outcomes.all().stream().map(Outcome::describe).toList();
        var why = after.isNothing() ? plan.why() : plan.why() + "; " + after.why();
        journal.record(
                spec.reconciled().orElseThrow(),
                key,
                new Journal.Entry(clock.instant(), why, summary(lines), describe(verdict)));
        log.v(4).info("Looked", "controller", name, "key", key, "decided", why, "outcomes", lines);
    }

    /// Five hundred created pods are one line.
    private static List<String> summary(List<String> lines) {
        return lines.stream().distinct().limit(12).toList();
    }

    private static String describe(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Done(Optional<Duration> wakeIn) ->
                wakeIn.map(delay -> "looks again in " + delay).orElse("waits for a change");
            case Verdict.Retry(var reason) -> "tries again: " + reason;
            case Verdict.Park(var waitingFor) -> "waits for " + waitingFor;
            case Verdict.Drop() -> "gone";
        };
    }
}
