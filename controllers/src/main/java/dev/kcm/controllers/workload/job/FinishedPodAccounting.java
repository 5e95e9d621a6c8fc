package dev.kcm.controllers.workload.job;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The accounting of ended pods, so that each counts exactly once whatever is cut short:
///
/// 1. its uid (of a success in an indexed Job, its index) is written into the status;
/// 2. only then it loses the finalizer, and may vanish;
/// 3. when the caches show it without the finalizer, and not before, its uid leaves the status and
///    the counter grows, in one write.
///
/// The server's answer to the removal is not trusted for the third step: where the pod vanishes
/// with its last finalizer, the answer carries an old version, and a cache that still shows the pod
/// would have it counted again.
///
/// @param succeeded uids to write down as succeeded
/// @param failed uids to write down as failed
/// @param release pods to let go when that is written
/// @param isFull more are left for the next sync
/// @param byPolicyAction how many failures each action of the pod failure policy handled
record FinishedPodAccounting(
        List<String> succeeded,
        List<String> failed,
        List<LeanPod> release,
        boolean isFull,
        Map<String, Integer> byPolicyAction) {
    /// Keeps the uids in a status below 20 kB.
    static final int MOST_UNCOUNTED = 500;

    private static final Json LET_GO = Json.object(
            "metadata", Json.object("$deleteFromPrimitiveList/finalizers", Json.array(Json.of(Finalizers.TRACKING))));

    /// @param deleted active pods this sync deleted because the Job ends
    static FinishedPodAccounting of(
            Snapshot.OfJob snapshot,
            JobProgress progress,
            Optional<JobEnd> verdict,
            List<LeanPod> deleted,
            int alreadyUncounted) {
        var builder = new Builder(snapshot.job(), progress, verdict, alreadyUncounted);
        var unowed = snapshot.job().isDeleting() ? snapshot.active() : deleted;
        Stream.concat(snapshot.ended().stream(), unowed.stream().filter(JobPods::isTracked))
                .sorted(Comparator.comparingInt(
                        pod -> JobPods.completionIndex(pod).orElse(-1)))
                .forEach(builder::take);
        return builder.done();
    }

    /// Takes the tracking finalizer off a pod.
    static Step letGo(LeanPod pod) {
        return Step.patch(LeanPod.PODS, pod.key(), PatchType.STRATEGIC, LET_GO);
    }

    /// Accounts being drawn up.
    private static final class Builder {
        private final Job job;
        private final JobProgress progress;
        private final Optional<JobEnd> verdict;
        private final List<String> succeeded = new ArrayList<>();
        private final List<String> failed = new ArrayList<>();
        private final List<LeanPod> release = new ArrayList<>();
        private final Map<String, Integer> byPolicyAction = new HashMap<>();
        private int uncounted;
        private boolean isFull;

        Builder(Job job, JobProgress progress, Optional<JobEnd> verdict, int uncounted) {
            this.job = job;
            this.progress = progress;
            this.verdict = verdict;
            this.uncounted = uncounted;
        }

        void take(LeanPod pod) {
            if (!canGo(pod)) {
                return;
            }
            if (isRecorded(pod)) {
                release.add(pod);
            } else if (uncounted >= MOST_UNCOUNTED) {
                isFull = true;
            } else {
                release.add(pod);
                record(pod);
            }
        }

        private void record(LeanPod pod) {
            if (JobPods.hasSucceeded(pod)) {
                succeed(pod);
            } else if (counts(pod)) {
                fail(pod);
            }
        }

        FinishedPodAccounting done() {
            return new FinishedPodAccounting(
                    List.copyOf(succeeded),
                    List.copyOf(failed),
                    List.copyOf(release),
                    isFull,
                    Map.copyOf(byPolicyAction));
        }

        /// Whether the status says so already, and only the finalizer is left.
        private boolean isRecorded(LeanPod pod) {
            return progress.uncounted().has(pod)
                    || (JobSettings.isIndexed(job)
                            && JobPods.hasSucceeded(pod)
                            && JobPods.completionIndex(pod).stream().anyMatch(progress.recordedIndexes()::has));
        }

        private boolean canGo(LeanPod pod) {
            if (job.isDeleting() || verdict.isPresent() || JobPods.hasSucceeded(pod)) {
                return true;
            }
            return JobPods.hasFailed(job, pod)
                    && JobPods.completionIndex(pod).stream()
                            .mapToObj(progress.awaitingSuccessor()::get)
                            .noneMatch(kept -> kept != null && kept.uid().equals(pod.uid()));
        }

        /// When a Job fails, so does whatever did not end by itself; when it is known to have
        /// succeeded, what is deleted because nobody needs it did not.
        private boolean counts(LeanPod pod) {
            var isNeedless =
                    verdict.filter(end -> end.isSuccess() && end.isRecorded()).isPresent();
            var endsInFailure = verdict.filter(end -> !end.isSuccess()).isPresent();
            return endsInFailure || (JobPods.hasFailed(job, pod) && !(isNeedless && pod.isDeleting()));
        }

        private void succeed(LeanPod pod) {
            if (!JobPods.canCount(job, pod)) {
                return;
            }
            uncounted++;
            if (!JobSettings.isIndexed(job)) {
                succeeded.add(pod.uid());
            }
        }

        private void fail(LeanPod pod) {
            if (!JobPods.canCount(job, pod)) {
                return;
            }
            var handling = FailurePolicy.of(job, pod);
            handling.action().ifPresent(action -> byPolicyAction.merge(action, 1, Integer::sum));
            if (handling.counts()) {
                failed.add(pod.uid());
                uncounted++;
            }
        }
    }
}
