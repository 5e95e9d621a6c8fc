package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.cache.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Where the pods of Jobs are found, and questions about one of them.
///
/// A Job of ten thousand pods is synced through the few that ended and are not accounted for
/// yet; those done with are in no bucket at all once they have ended.
final class JobPods {
    static final Index<LeanPod> VIEW = new Index<>(LeanPod.PODS, "pods of jobs", JobPods::places);

    private record Active(String jobUid) {}

    private record Ended(String jobUid) {}

    private record Leaving(String jobUid) {}

    private record Held(ObjectKey job) {}

    private record Unowned(String namespace) {}

    private JobPods() {}

    /// Pods that count as running, with the tracking finalizer or not.
    static Object activeOf(Job job) {
        return new Active(job.uid());
    }

    /// Pods that ended or are being deleted and still hold the tracking finalizer.
    static Object endedOf(Job job) {
        return new Ended(job.uid());
    }

    /// Pods that are being deleted, have not ended and hold no tracking finalizer: nothing waits for their account, but
    /// they still run.
    static Object leavingOf(Job job) {
        return new Leaving(job.uid());
    }

    /// All pods with the tracking finalizer whose controller is a Job of this name, be it there or
    /// not.
    static Object heldFor(ObjectKey job) {
        return new Held(job);
    }

    /// Pods with the tracking finalizer and no controller.
    static Object unownedIn(String namespace) {
        return new Unowned(namespace);
    }

    static Optional<OwnerReference> jobOf(LeanPod pod) {
        return OwnerReferences.controllerOf(pod)
                .filter(owner -> owner.kind().equals(Job.JOBS.kind())
                        && owner.apiVersion().equals(Job.JOBS.apiVersion()));
    }

    static boolean isTracked(LeanPod pod) {
        return pod.metadata().finalizers().contains(Finalizers.TRACKING);
    }

    static OptionalInt completionIndex(LeanPod pod) {
        var written = pod.annotations().get(Annotations.COMPLETION_INDEX);
        return written == null ? OptionalInt.empty() : AnnotationNumbers.parse(written);
    }

    /// Whether the pod can count for the Job: of an indexed one, with an index it has.
    static boolean canCount(Job job, LeanPod pod) {
        if (!JobSettings.isIndexed(job)) {
            return true;
        }
        var index = completionIndex(pod);
        return index.isPresent() && index.getAsInt() < JobSettings.indexCount(job);
    }

    static boolean hasSucceeded(LeanPod pod) {
        return pod.status().phase().equals(PodState.SUCCEEDED);
    }

    /// Failed, or so far gone that it counts as failed: a pod that is deleted may never get to say
    /// how it ended. Jobs that replace only failed pods wait until it does.
    static boolean hasFailed(Job job, LeanPod pod) {
        return pod.status().phase().equals(PodState.FAILED)
                || (pod.isDeleting() && !hasSucceeded(pod) && !JobSettings.replacesOnlyFailed(job));
    }

    private static List<?> places(LeanPod pod) {
        if (OwnerReferences.controllerOf(pod).isEmpty()) {
            return isTracked(pod) ? List.of(new Unowned(pod.namespace())) : List.of();
        }
        var job = jobOf(pod);
        if (job.isEmpty()) {
            return List.of();
        }
        var isActive = PodState.isActive(pod);
        var places = new ArrayList<Object>(2);
        if (isActive) {
            places.add(new Active(job.get().uid()));
        }
        if (isTracked(pod)) {
            places.add(new Held(new ObjectKey(pod.namespace(), job.get().name())));
            if (!isActive) {
                places.add(new Ended(job.get().uid()));
            }
        } else if (PodState.isTerminating(pod)) {
            places.add(new Leaving(job.get().uid()));
        }
        return places;
    }
}
