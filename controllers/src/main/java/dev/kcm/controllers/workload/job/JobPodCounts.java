package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Tally;
import java.util.List;
import java.util.stream.Stream;

/// How many pods of which kind a Job has, kept up to date pod event by pod event.
///
/// @param ready active and ready
/// @param terminating being deleted and not ended yet
/// @param tracked that hold the tracking finalizer, in whatever state
/// @param restarts of all containers of pods that have not ended
/// @param strays that lack the labels the server puts on a Job's pods: these alone may have to be
///   released
record JobPodCounts(int active, int ready, int terminating, int tracked, int restarts, int strays) {
    static final JobPodCounts NONE = new JobPodCounts(0, 0, 0, 0, 0, 0);

    /// By the uid of the Job.
    static final Tally<LeanPod, JobPodCounts> BY_JOB = new Tally<>(
            LeanPod.PODS,
            "counts by job",
            pod -> JobPods.jobOf(pod).map(job -> List.of(job.uid())).orElse(List.of()),
            NONE,
            JobPodCounts::plus,
            JobPodCounts::minus);

    JobPodCounts plus(LeanPod pod) {
        return counted(pod, 1);
    }

    JobPodCounts minus(LeanPod pod) {
        return counted(pod, -1);
    }

    private JobPodCounts counted(LeanPod pod, int sign) {
        var isActive = PodState.isActive(pod);
        return new JobPodCounts(
                active + (isActive ? sign : 0),
                ready + (isActive && PodState.isReady(pod) ? sign : 0),
                terminating + (PodState.isTerminating(pod) ? sign : 0),
                tracked + (JobPods.isTracked(pod) ? sign : 0),
                restarts + sign * restartsOf(pod),
                strays + (isStray(pod) ? sign : 0));
    }

    private static int restartsOf(LeanPod pod) {
        var phase = pod.status().phase();
        return phase.equals(PodState.RUNNING) || phase.equals(PodState.PENDING)
                ? Stream.concat(
                                pod.status().initContainerStatuses().stream(),
                                pod.status().containerStatuses().stream())
                        .mapToInt(LeanContainerStatus::restartCount)
                        .sum()
                : 0;
    }

    private static boolean isStray(LeanPod pod) {
        var owner = OwnerReferences.controllerUidOf(pod).orElse("");
        return !owner.equals(pod.labels().get(Labels.CONTROLLER_UID))
                || !owner.equals(pod.labels().get(Labels.OLD_CONTROLLER_UID));
    }
}
