package dev.kcm.controllers.workload.ttlafterfinished;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Deletes Jobs once they have been finished for as long as they say. A Job that has expired by the cache is read once
/// more from the server: it may have been given more time, or be another of the same name.
public final class TtlAfterFinishedController implements Reconciler<TtlAfterFinishedController.Snapshot> {
    static final String NAME = "ttl-after-finished-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("ttl-after-finished")
            .queue("ttl_jobs_to_delete")
            .reconciles(new WatchMapping<>(Job.JOBS, List.of(), (change, _, into) -> {
                if (!(change instanceof Change.Deleted<Job>) && Expiry.isAskedFor(change.object())) {
                    into.accept(change.object().key());
                }
            }))
            .writes("delete jobs")
            .workers(options -> options.of(TtlAfterFinishedOptions.FLAGS).concurrentSyncs())
            .builtBy(TtlAfterFinishedController::new);

    /// @param job as the server has it, where it has expired by the cache
    /// @param expiry empty if it is not to be deleted
    record Snapshot(Job job, Optional<Instant> expiry, Instant now) {
        Duration left() {
            return expiry.map(it -> Duration.between(now, it)).orElse(Duration.ZERO);
        }
    }

    private final LiveReads live;
    private final Histogram deletionTime;

    private TtlAfterFinishedController(Settings settings) {
        this.live = settings.live();
        this.deletionTime = settings.metrics()
                .histogram(
                        "ttl_after_finished_controller_job_deletion_duration_seconds",
                        "[ALPHA] The time it took to delete the job since it became eligible for deletion",
                        Buckets.exponential(0.1, 2, 14));
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var cached = caches.find(Job.JOBS, key).map(job -> new Snapshot(job, Expiry.of(job), now));
        var found = cached.filter(snapshot ->
                        snapshot.expiry().isEmpty() || snapshot.left().isPositive())
                .or(() -> cached.flatMap(_ -> live.get(Job.JOBS, key))
                        .map(job -> new Snapshot(job, Expiry.of(job), now)));
        return found.<Observation<Snapshot>>map(Observation.Observed::new).orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.expiry().isEmpty()) {
            return Plan.nothing(
                    Expiry.isAskedFor(snapshot.job())
                            ? "it does not say when it finished"
                            : "it is not to be deleted after it has finished");
        }
        if (snapshot.left().isPositive()) {
            return Plan.nothing("it is deleted at " + snapshot.expiry().get()).wakingIn(snapshot.left());
        }
        return Plan.of(
                "it has been finished for %d s"
                        .formatted(
                                snapshot.job().spec().ttlSecondsAfterFinished().orElseThrow()),
                Step.delete(snapshot.job()).withPropagation(Propagation.FOREGROUND));
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        if (writes.appliedCount() > 0) {
            deletionTime.with().observe(took.minus(snapshot.left()));
        }
    }
}
