package dev.kcm.runtime.loop;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.cache.Tally;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.EventPublisher;
import dev.kcm.runtime.plan.PlanExecutor;
import dev.kcm.runtime.plan.ShadowListener;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One controller for one term of leadership.
///
/// Use: [#declare] what its spec needs before the informers start; when they are full, build one
/// with [#of], [#start] it, [#stop] it.
public sealed interface RunningController permits RunningReconciler, RunningSweep, RunningEventLoop {

    /// What all controllers of a process share, and what each may write with.
    ///
    /// @param shadow in shadow mode: plans go there and not to the server
    record Surroundings(
            Informers informers,
            Client client,
            EventPublisher events,
            Settings.Options options,
            Clock clock,
            Metrics metrics,
            Optional<ShadowListener> shadow) {

        Settings settings() {
            return new Settings(
                    options,
                    new ClientReads(client, clock),
                    new ClientInventory(client, clock),
                    metrics,
                    client.authorities());
        }

        PlanExecutor executor(OwnWrites ownWrites) {
            return new PlanExecutor(client, options.cloud(), ownWrites, events, clock, shadow);
        }
    }

    static RunningController of(ControllerSpec spec, Surroundings around) {
        return switch (spec.shape()) {
            case ControllerSpec.Shape.Reconciling<?> shape -> new RunningReconciler<>(spec, shape, around);
            case ControllerSpec.Shape.Sweeping<?> shape -> new RunningSweep<>(spec, shape, around);
            case ControllerSpec.Shape.Looping<?> shape -> new RunningEventLoop<>(spec, shape, around);
        };
    }

    /// Opens the stores a controller reads and declares its indexes and tallies.
    static void declare(ControllerSpec spec, Informers informers) {
        spec.resources().forEach(informers::store);
        spec.reads().indexes().forEach(index -> declare(index, informers));
        spec.reads().tallies().forEach(tally -> declare(tally, informers));
        spec.watches().forEach(watching -> watching.reads().forEach(index -> declare(index, informers)));
    }

    private static <T extends KubeObject> void declare(Index<T> index, Informers informers) {
        informers.store(index.resource()).index(index);
    }

    private static <T extends KubeObject> void declare(Tally<T, ?> tally, Informers informers) {
        informers.store(tally.resource()).tally(tally);
    }

    ControllerSpec spec();

    DecisionLog decisionLog();

    /// Nothing queued and nothing in hand; wake-ups may be set.
    boolean isQuiet();

    /// What it follows besides the resources its spec names, as it is cached.
    default Set<Resource<?>> following() {
        return Set.of();
    }

    /// Its picture of the world for people, if it has one: all of it, or what has to do with the
    /// objects of these uids.
    default Optional<String> picture(List<String> uids) throws InterruptedException {
        return Optional.empty();
    }

    /// Why it makes no progress, if it does not; empty also for a shape that cannot tell.
    default Optional<String> unhealthyReason() {
        return Optional.empty();
    }

    /// Syncs everything there is once, then what changes or is due.
    void start();

    /// Blocks until a worker has ended: after [#stop], or because it died.
    void awaitWorkerEnd() throws InterruptedException;

    /// Begins nothing more, lets workers finish what they hold and write the status they put off
    /// until `deadline`, then interrupts them. Says whether all ended.
    boolean stop(Deadline deadline) throws InterruptedException;
}
