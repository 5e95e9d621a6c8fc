package dev.kcm.controllers.workload.job;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Which changes enqueue a Job, and how soon. Changes of pods are gathered, since the pods
/// of a Job tend to start and end together and each sync of ended ones costs a status write.
final class JobWatches {
    private static final Duration GATHERED = Duration.ofSeconds(1);

    /// Stands for the pods of a namespace that hold a Job's finalizer and belong to nobody.
    private static final String NOBODY = "";

    private JobWatches() {}

    /// A new or changed spec is synced at once, and so is a verdict, which is followed by
    /// deletions; what else changed in the status was written by us and asks for nothing.
    static WatchMapping<Job> jobs() {
        return WatchMapping.itself(Job.JOBS)
                .batched((change, _, _) -> change instanceof Change.Updated<Job>(var before, var now)
                                && before.metadata().generation()
                                        == now.metadata().generation()
                                && before.isDeleting() == now.isDeleting()
                                && JobSettings.isEnding(before) == JobSettings.isEnding(now)
                        ? GATHERED
                        : Duration.ZERO);
    }

    static WatchMapping<LeanPod> pods() {
        return new WatchMapping<LeanPod>(LeanPod.PODS, List.of(), (change, stores, into) -> {
                    var now = concerned(change.object(), stores);
                    now.ifPresent(into);
                    if (change instanceof Change.Updated<LeanPod>(var before, var _)) {
                        concerned(before, stores)
                                .filter(key -> !now.equals(Optional.of(key)))
                                .ifPresent(into);
                    }
                })
                .batched((change, stores, _) -> batchPeriod(change, stores));
    }

    static WatchMapping<LeanPod> orphans() {
        return WatchMapping.orphansSelectedBy(LeanPod.PODS, Job.JOBS, JobSettings::selector)
                .batched((_, _, _) -> GATHERED);
    }

    static boolean isNobody(ObjectKey key) {
        return key.name().equals(NOBODY);
    }

    /// The Job it belongs to; where that is gone only while it holds the finalizer.
    private static Optional<ObjectKey> concerned(LeanPod pod, WatchMapping.Stores stores) {
        if (OwnerReferences.controllerOf(pod).isEmpty()) {
            return JobPods.isTracked(pod) ? Optional.of(new ObjectKey(pod.namespace(), NOBODY)) : Optional.empty();
        }
        return JobPods.jobOf(pod)
                .map(owner -> new ObjectKey(pod.namespace(), owner.name()))
                .filter(key ->
                        JobPods.isTracked(pod) || stores.of(Job.JOBS).find(key).isPresent());
    }

    /// When a Job is about to end, each pod that is let go may be the last it waits for.
    private static Duration batchPeriod(Change<LeanPod> change, WatchMapping.Stores stores) {
        return isLetGo(change)
                        && concerned(change.object(), stores)
                                .flatMap(key -> stores.of(Job.JOBS).find(key))
                                .filter(JobSettings::isEnding)
                                .isPresent()
                ? Duration.ZERO
                : GATHERED;
    }

    private static boolean isLetGo(Change<LeanPod> change) {
        return switch (change) {
            case Change.Updated<LeanPod>(var before, var now) -> JobPods.isTracked(before) && !JobPods.isTracked(now);
            case Change.Deleted<LeanPod> _ -> true;
            case Change.Added<LeanPod> _, Change.Resynced<LeanPod> _ -> false;
        };
    }
}
