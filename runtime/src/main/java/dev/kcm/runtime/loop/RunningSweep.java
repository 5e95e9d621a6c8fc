package dev.kcm.runtime.loop;

import dev.kcm.base.Deadline;
import dev.kcm.base.FanOut;
import dev.kcm.base.log.Log;
import dev.kcm.model.ObjectKey;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.PlanExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A sweep with its one thread: a pass at once, then one after each period.
final class RunningSweep<S> implements RunningController {
    private static final Log log = Log.of(RunningSweep.class);

    /// How many plans of one pass may be under way.
    private static final int WIDTH = 16;

    private final ControllerSpec spec;
    private final Sweep<S> sweep;
    private final Surroundings around;
    private final Caches caches;
    private final PlanExecutor executor;
    private final DecisionLog decisionLog = new DecisionLog();
    private final Workers workers;

    /// Stands for everything it sweeps, where a reconciler has a key.
    private final ObjectKey all;

    private volatile boolean inPass = true;

    /// When the pass began or last got something done.
    private volatile long movedAt;

    private volatile boolean stopped;

    RunningSweep(ControllerSpec spec, ControllerSpec.Shape.Sweeping<S> shape, Surroundings around) {
        this.spec = spec;
        this.sweep = shape.builtBy().apply(around.settings());
        this.around = around;
        var ownWrites = new OwnWrites(around.informers(), around.clock());
        this.caches = new Caches(around.informers(), ownWrites, spec.resources());
        this.executor = around.executor(ownWrites);
        this.workers = new Workers(spec.name(), around.clock());
        this.all = ObjectKey.of("", spec.name());
        this.movedAt = around.clock().nanoTime();
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
        return !inPass;
    }

    @Override
    public Optional<String> unhealthyReason() {
        var still = Duration.ofNanos(around.clock().nanoTime() - movedAt);
        return inPass && still.compareTo(Watchdog.LONGEST_SYNC) > 0
                ? Optional.of("the pass has made no progress for %d minutes".formatted(still.toMinutes()))
                : Optional.empty();
    }

    @Override
    public void start() {
        workers.start(1, this::work);
    }

    @Override
    public void awaitWorkerEnd() throws InterruptedException {
        workers.awaitOneEnded();
    }

    @Override
    public boolean stop(Deadline deadline) throws InterruptedException {
        stopped = true;
        if (!inPass) {
            workers.interrupt();
        }
        return workers.join(deadline);
    }

    private void work() {
        try {
            while (!stopped) {
                pass();
                rest();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            inPass = false;
        }
    }

    /// The next pass is set before this one counts as over, and begins on the clock's own thread:
    /// whoever moves a clock sees no moment in which a pass is due and nobody is at work.
    private void rest() throws InterruptedException {
        var due = new CountDownLatch(1);
        var timer = around.clock().after(sweep.period(), () -> begin(due));
        try {
            inPass = false;
            if (!stopped) {
                due.await();
            }
        } finally {
            timer.cancel();
        }
    }

    private void begin(CountDownLatch due) {
        movedAt = around.clock().nanoTime();
        inPass = true;
        due.countDown();
    }

    /// A sweep that throws is a bug; it must cost a pass, not the controller.
    private void pass() throws InterruptedException {
        if (!caches.showOurWritesTo(all)) {
            log.v(2).info("Skipped a pass: the caches do not show the last one yet", "controller", spec.name());
            return;
        }
        try {
            var snapshot = sweep.observe(caches, around.clock().instant());
            var outcomes = FanOut.over(sweep.decide(snapshot), WIDTH, this::execute).stream()
                    .reduce(Outcomes.NONE, Outcomes::and);
            sweep.measure(snapshot, outcomes);
        } catch (RuntimeException bug) {
            log.error(bug, "Failed to finish a pass", "controller", spec.name());
        }
    }

    private Outcomes execute(Plan plan) {
        try {
            var outcomes = executor.execute(all, plan);
            movedAt = around.clock().nanoTime();
            record(plan, outcomes);
            return outcomes;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Outcomes.NONE;
        }
    }

    /// A step is logged under the object it was done to.
    private void record(Plan plan, Outcomes outcomes) {
        var now = around.clock().instant();
        for (var outcome : outcomes.all()) {
            var step = outcome.step();
            decisionLog.record(step.resource(), step.key(), entry(now, plan, outcome));
            if (outcome instanceof Outcome.Applied) {
                log.info("Swept", "controller", spec.name(), "step", step.describe(), "why", plan.why());
            }
            if (outcome instanceof Outcome.Refused refused) {
                log.warn(
                        "Failed to write",
                        "controller",
                        spec.name(),
                        "step",
                        refused.step().describe(),
                        "err",
                        refused.because().message());
            }
        }
    }

    private DecisionLog.Entry entry(Instant now, Plan plan, Outcome outcome) {
        return new DecisionLog.Entry(now, plan.why(), List.of(outcome.explain()), "next pass in " + sweep.period());
    }
}
