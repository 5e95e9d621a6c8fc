package dev.kcm.runtime.loop;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.PlanExecutor;
import dev.kcm.runtime.queue.KeyQueue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The only worker loop in the project: any number of virtual threads take keys from one queue,
/// which never hands one key to two of them.
final class ReconcileLoop<S> {
    private static final Log log = Log.of(ReconcileLoop.class);

    /// A parked key is normally woken by the very event it waits for; this is for when that event
    /// was lost with a watch.
    private static final Duration PARKED = Duration.ofSeconds(1);

    private final String name;
    private final Reconciler<S> reconciler;
    private final Caches caches;
    private final PlanExecutor executor;
    private final KeyQueue<ObjectKey> queue;
    private final Journal journal;
    private final Clock clock;

    ReconcileLoop(
            String name,
            Reconciler<S> reconciler,
            Caches caches,
            PlanExecutor executor,
            KeyQueue<ObjectKey> queue,
            Journal journal,
            Clock clock) {
        this.name = name;
        this.reconciler = reconciler;
        this.caches = caches;
        this.executor = executor;
        this.queue = queue;
        this.journal = journal;
        this.clock = clock;
    }

    /// `ended` runs when the worker ends, for whatever reason.
    Thread startWorker(int number, Runnable ended) {
        return Thread.ofVirtual().name(name + "-" + number).start(() -> workThen(ended));
    }

    /// What a worker cannot survive (an `Error`) must be seen, not vanish with its thread.
    private void workThen(Runnable ended) {
        try {
            work();
        } catch (Throwable fatal) {
            log.error(fatal, "A worker died", "controller", name);
        } finally {
            ended.run();
        }
    }

    private void work() {
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
        return switch (reconciler.observe(key, caches, clock.instant())) {
            case Sight.Gone<S> _ -> new Verdict.Drop();
            case Sight.Behind<S>(var waitingFor) -> new Verdict.Park(waitingFor);
            case Sight.Seen<S>(var seen) -> {
                var plan = reconciler.decide(seen);
                var writes = executor.apply(key, plan);
                var after = reconciler.settle(seen, writes);
                var statusWrites = executor.apply(key, after);
                var verdict = judge(plan, after, writes, statusWrites);
                record(key, plan, after, writes, statusWrites, verdict);
                yield verdict;
            }
        };
    }

    private void follow(ObjectKey key, Verdict verdict) {
        switch (verdict) {
            case Verdict.Done(var wakeIn) -> {
                queue.forget(key);
                wakeIn.ifPresent(delay -> queue.addAfter(key, delay));
            }
            case Verdict.Retry _ -> queue.addRateLimited(key);
            case Verdict.Park _ -> queue.addAfter(key, PARKED);
            case Verdict.Drop() -> queue.forget(key);
        }
    }

    private static Verdict judge(Plan plan, Plan after, Outcomes writes, Outcomes statusWrites) {
        return Stream.concat(writes.failures(), statusWrites.failures())
                .map(ReconcileLoop::complaint)
                .findFirst()
                .orElseGet(
                        () ->
                                new Verdict.Done(
                                        plan.wakingIn(after.wakeIn())
                                                .wakingIn(statusWrites.postponed())
                                                .wakeIn()));
    }

    private static Verdict complaint(ApiFailure failure) {
        return failure.retryAfter().isPresent()
                ? new Verdict.Done(failure.retryAfter())
                : new Verdict.Retry(failure.message());
    }

    private void record(
            ObjectKey key,
            Plan plan,
            Plan after,
            Outcomes writes,
            Outcomes statusWrites,
            Verdict verdict) {
        var lines =
                Stream.concat(writes.all().stream(), statusWrites.all().stream())
                        .map(ReconcileLoop::line)
                        .toList();
        var why = after.isNothing() ? plan.why() : plan.why() + "; " + after.why();
        journal.record(
                key, new Journal.Entry(clock.instant(), why, summary(lines), describe(verdict)));
        log.v(4).info("Looked", "controller", name, "key", key, "decided", why, "outcomes", lines);
    }

    private static String line(Outcome outcome) {
        var what = outcome.step().describe();
        return switch (outcome) {
            case Outcome.Applied(_, _) -> what + ": done";
            case Outcome.Moot(_, var because) -> what + ": nothing to do, " + because;
            case Outcome.Refused(_, var because) -> what + ": refused, " + because.message();
            case Outcome.Skipped(_) -> what + ": not tried";
            case Outcome.Postponed(_, var until) -> what + ": in " + until.toMillis() + " ms";
            case Outcome.Withheld(_) -> what + ": withheld, shadow mode";
        };
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
