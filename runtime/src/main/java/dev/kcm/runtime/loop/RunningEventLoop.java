package dev.kcm.runtime.loop;

import dev.kcm.base.Deadline;
import dev.kcm.base.log.Log;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.EventLoop;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// An event loop with its thread, the workers that run its effects and its place at the informers.
///
/// The loop's thread only decides, so that its inbox stays short however many events come.
final class RunningEventLoop<E> implements RunningController {
    private static final Log log = Log.of(RunningEventLoop.class);

    /// For callers of a loop that has ended, or died.
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(10);

    private final ControllerSpec spec;
    private final Surroundings around;
    private final int workerCount;
    private final EventLoop<E> loop;
    private final EffectRunner effects;
    private final FollowedResources followed;
    private final DecisionLog decisionLog = new DecisionLog();
    private final Workers workers;
    private final EffectQueue<Effect<E>> waiting;
    private final Inbox inbox = new Inbox();

    /// Events and effects that are not done with.
    private final AtomicInteger open = new AtomicInteger();

    /// When one of them was last done with, or the first of them came.
    private volatile long movedAt;

    private volatile boolean stopped;

    RunningEventLoop(ControllerSpec spec, ControllerSpec.Shape.Looping<E> shape, Surroundings around) {
        this.spec = spec;
        this.around = around;
        this.workerCount = shape.workers().applyAsInt(around.options());
        this.loop = shape.builtBy().apply(around.settings());
        this.effects = new EffectRunner(
                around.informers(),
                around.settings(),
                around.executor(new OwnWrites(around.informers(), around.clock())),
                new RecentAnswers(around.clock()),
                ObjectKey.of("", spec.name()));
        this.followed =
                new FollowedResources(around.informers(), this::changed, resource -> post(loop.listed(resource)));
        this.workers = new Workers(spec.name(), around.clock());
        this.waiting = new EffectQueue<>(workerCount);
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

    /// In this order: whatever a list brought was opened before it counts as listed.
    @Override
    public boolean isQuiet() {
        return followed.isListed() && open.get() == 0;
    }

    @Override
    public Optional<String> unhealthyReason() {
        var still = Duration.ofNanos(around.clock().nanoTime() - movedAt);
        int left = open.get();
        return left > 0 && still.compareTo(Watchdog.LONGEST_SYNC) > 0
                ? Optional.of("%d events and effects are pending and none was handled for %d minutes"
                        .formatted(left, still.toMinutes()))
                : Optional.empty();
    }

    @Override
    public Set<Resource<?>> following() {
        return followed.resources();
    }

    @Override
    public Optional<String> picture(List<String> uids) throws InterruptedException {
        var reply = new LinkedBlockingQueue<Optional<String>>();
        enqueue(() -> reply.add(loop.picture(uids)));
        var picture = reply.poll(REPLY_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        return picture == null ? Optional.empty() : picture;
    }

    @Override
    public void start() {
        enqueue(() -> send(loop.begin(around.clock().instant())));
        workers.start(1, this::decide);
        workers.start(workerCount, this::work);
    }

    @Override
    public void awaitWorkerEnd() throws InterruptedException {
        workers.awaitOneEnded();
    }

    @Override
    public boolean stop(Deadline deadline) throws InterruptedException {
        stopped = true;
        followed.end();
        waiting.close();
        inbox.add(() -> {});
        return workers.join(deadline);
    }

    private void post(E event) {
        enqueue(() -> take(event));
    }

    private void take(E event) {
        send(loop.take(event, around.clock().instant()));
    }

    /// Called by the stores' writers. What means nothing to the loop does not wait in its inbox.
    private void changed(Resource<?> resource, Change<? extends KubeObject> change) {
        if (stopped || loop.changed(resource, change).isEmpty()) {
            return;
        }
        if (loop.canWait(resource)) {
            inbox.addForLater(resource, change);
            return;
        }
        opened();
        if (!inbox.add(resource, change)) {
            doneWithOne();
        }
    }

    private void enqueue(Runnable turn) {
        if (!stopped) {
            opened();
            inbox.add(turn);
        }
    }

    private void opened() {
        if (open.getAndIncrement() == 0) {
            movedAt = around.clock().nanoTime();
        }
    }

    private void doneWithOne() {
        movedAt = around.clock().nanoTime();
        open.decrementAndGet();
    }

    // ---- the loop's thread

    private void decide() {
        try {
            while (!stopped) {
                var item = inbox.take();
                guarded(item);
                if (!canWait(item)) {
                    doneWithOne();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// What can wait was never counted as open.
    private boolean canWait(Inbox.Item item) {
        return item instanceof Inbox.Item.Changed(var resource, var _) && loop.canWait(resource);
    }

    /// A loop that throws is a bug; it must cost an event, not the controller.
    private void guarded(Inbox.Item item) {
        try {
            switch (item) {
                case Inbox.Item.Task(var task) -> task.run();
                case Inbox.Item.Changed(var resource, var changes) ->
                    changes.forEach(change -> loop.changed(resource, change).ifPresent(this::take));
                case Inbox.Item.Waiting _ -> throw new IllegalStateException("Items are taken with their changes");
            }
        } catch (RuntimeException bug) {
            log.error(bug, "Failed to handle an event", "controller", spec.name());
        }
    }

    private void send(List<Effect<E>> all) {
        all.forEach(this::send);
    }

    private void send(Effect<E> effect) {
        switch (effect) {
            case Effect.Execute<E>(var at, var _, var _) -> submit(at, effect);
            case Effect.ReadLive<E>(var at, var _, var _) -> submit(at, effect);
            case Effect.Discover<E>(var then) -> discover(() -> post(then.apply(effects.served())));
            case Effect.Schedule<E>(var delay, var with) -> around.clock().after(delay, () -> post(with));
            case Effect.LogDecision<E>(var resource, var key, var decided, var next) ->
                decisionLog.record(
                        resource, key, new DecisionLog.Entry(around.clock().instant(), decided, List.of(), next));
            case Effect.Follow<E>(var resources) -> followed.set(resources);
        }
    }

    private void submit(Resource<?> at, Effect<E> effect) {
        opened();
        waiting.add(at, effect);
    }

    /// Discovery is needed most when the workers wait for servers that do not answer.
    private void discover(Runnable effect) {
        opened();
        Thread.ofVirtual().name(spec.name() + "-discovery").start(() -> {
            try {
                effect.run();
            } finally {
                doneWithOne();
            }
        });
    }

    // ---- the workers

    private void work() {
        try {
            for (var next = waiting.take(); next.isPresent(); next = waiting.take()) {
                var hasFailed = true;
                try {
                    hasFailed = run(next.get().effect());
                } finally {
                    waiting.done(next.get().at(), hasFailed);
                    doneWithOne();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Says whether the server failed.
    private boolean run(Effect<E> effect) throws InterruptedException {
        switch (effect) {
            case Effect.ReadLive<E>(var _, var questions, var then) -> {
                var answers = effects.answers(questions);
                post(then.apply(answers));
                return answers.stream().anyMatch(EffectRunner::isServerFailure);
            }
            case Effect.Execute<E>(var _, var plan, var then) -> {
                var outcomes = effects.outcomes(plan);
                record(plan, outcomes);
                post(then.apply(outcomes));
                return outcomes.failures().anyMatch(EffectRunner::isServerFailure);
            }
            case Effect.Discover<E> _, Effect.Schedule<E> _, Effect.LogDecision<E> _, Effect.Follow<E> _ ->
                throw new IllegalStateException("Not for workers: " + effect);
        }
    }

    /// A step is logged under the object it was done to.
    private void record(Plan plan, Outcomes outcomes) {
        var now = around.clock().instant();
        for (var outcome : outcomes.all()) {
            var step = outcome.step();
            decisionLog.record(step.resource(), step.key(), entry(now, plan, outcome));
            if (outcome instanceof Outcome.Applied) {
                log.info("Executed step", "controller", spec.name(), "step", step.describe(), "why", plan.why());
            }
        }
    }

    private static DecisionLog.Entry entry(Instant now, Plan plan, Outcome outcome) {
        return new DecisionLog.Entry(now, plan.why(), List.of(outcome.explain()), "waits for the result");
    }
}
