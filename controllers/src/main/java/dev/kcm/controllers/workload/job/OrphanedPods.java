package dev.kcm.controllers.workload.job;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import java.util.List;
import java.util.Optional;

/// Finds pods that hold the tracking finalizer for a Job that is gone or finished, or for none at
/// all. Without this they could never be deleted.
///
/// The caches of pods and Jobs move independently, so a Job is only believed to be gone when the
/// server says so: letting go of a pod whose Job is merely not cached yet would lose its result.
final class OrphanedPods {
    static final Index<Job> JOBS_BY_NAMESPACE = Index.byNamespace(Job.JOBS);

    private final LiveReads live;

    OrphanedPods(LiveReads live) {
        this.live = live;
    }

    /// Of a Job that is finished: all it still holds.
    Observation<Snapshot> ofFinished(Job job, Caches caches) {
        return snapshot(held(job.key(), caches));
    }

    /// Of a name that no cached Job has.
    Observation<Snapshot> ofAbsent(ObjectKey key, Caches caches) {
        var held = JobWatches.isNobody(key) ? unwanted(key.namespace(), caches) : held(key, caches);
        return held.isEmpty() || JobWatches.isNobody(key) ? snapshot(held) : checked(key, held);
    }

    /// Of earlier Jobs with the name of this one, if there are any.
    Optional<Observation<Snapshot>> besides(Job job, JobPodCounts own, Caches caches) {
        var place = JobPods.heldFor(job.key());
        if (caches.of(LeanPod.PODS).countUnder(JobPods.VIEW, place) <= own.tracked()) {
            return Optional.empty();
        }
        var others = held(job.key(), caches).stream()
                .filter(pod -> !isOf(pod, job.uid()))
                .toList();
        return others.isEmpty() ? Optional.empty() : Optional.of(checked(job.key(), others));
    }

    private Observation<Snapshot> checked(ObjectKey key, List<LeanPod> held) {
        return switch (live.ask(Job.JOBS, key)) {
            case LiveAnswer.Absent<Job> _ -> snapshot(held);
            case LiveAnswer.Unknown<Job>(var because) -> new Observation.Failed<>(because);
            case LiveAnswer.Found<Job>(var job) -> {
                var others = held.stream().filter(pod -> !isOf(pod, job.uid())).toList();
                yield others.isEmpty() ? new Observation.Stale<>("the job itself") : snapshot(others);
            }
        };
    }

    private static Observation<Snapshot> snapshot(List<LeanPod> pods) {
        return pods.isEmpty() ? new Observation.Gone<>() : new Observation.Observed<>(new Snapshot.Orphans(pods));
    }

    private static List<LeanPod> held(ObjectKey key, Caches caches) {
        return caches.of(LeanPod.PODS).byIndex(JobPods.VIEW, JobPods.heldFor(key));
    }

    /// Pods without a controller, less those a Job is about to adopt.
    private static List<LeanPod> unwanted(String namespace, Caches caches) {
        var pods = caches.of(LeanPod.PODS).byIndex(JobPods.VIEW, JobPods.unownedIn(namespace));
        if (pods.isEmpty()) {
            return pods;
        }
        var adopters = caches.of(Job.JOBS).byIndex(JOBS_BY_NAMESPACE, namespace).stream()
                .filter(OrphanedPods::adopts)
                .map(JobSettings::selector)
                .toList();
        return pods.stream()
                .filter(pod -> pod.isDeleting() || adopters.stream().noneMatch(s -> s.matches(pod.labels())))
                .toList();
    }

    private static boolean adopts(Job job) {
        return !job.isDeleting()
                && !JobSettings.isFinished(job)
                && JobSettings.managedElsewhere(job).isEmpty();
    }

    private static boolean isOf(LeanPod pod, String jobUid) {
        return JobPods.jobOf(pod).filter(owner -> owner.uid().equals(jobUid)).isPresent();
    }
}
