package dev.kcm.controllers.workload.job;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.UncountedTerminatedPods;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// How far a Job has come: what its status already accounts for, and what ended since.
///
/// @param uncounted uids the status holds for pods whose finalizer may not be gone yet
/// @param newlySucceeded pods the status knows nothing of
/// @param newlyFailed likewise, ignored failures included
/// @param recordedIndexes succeeded indexes the status has
/// @param succeededIndexes these and the new ones
/// @param failedIndexes of Jobs that count failures per index
/// @param awaitingSuccessor by index, the failed pod that is kept until its successor exists
record JobProgress(
        Uncounted uncounted,
        List<LeanPod> newlySucceeded,
        List<LeanPod> newlyFailed,
        Indexes recordedIndexes,
        Indexes succeededIndexes,
        Optional<Indexes> failedIndexes,
        Map<Integer, LeanPod> awaitingSuccessor,
        int succeeded,
        int failed) {

    record Uncounted(Set<String> succeeded, Set<String> failed) {
        static Uncounted in(Job job) {
            var listed = job.status().uncountedTerminatedPods().orElse(UncountedTerminatedPods.EMPTY);
            return new Uncounted(new HashSet<>(listed.succeeded()), new HashSet<>(listed.failed()));
        }

        boolean has(LeanPod pod) {
            return succeeded.contains(pod.uid()) || failed.contains(pod.uid());
        }
    }

    static JobProgress of(Snapshot.OfJob snapshot) {
        var job = snapshot.job();
        var uncounted = Uncounted.in(job);
        var fresh = snapshot.ended().stream()
                .filter(pod -> !uncounted.has(pod) && JobPods.canCount(job, pod))
                .toList();
        var succeeded = fresh.stream().filter(JobPods::hasSucceeded).toList();
        var failed = fresh.stream().filter(pod -> JobPods.hasFailed(job, pod)).toList();
        int failures = job.status().failed()
                + uncounted.failed().size()
                + (int) failed.stream()
                        .filter(pod -> FailurePolicy.of(job, pod).counts())
                        .count();
        return JobSettings.isIndexed(job)
                ? indexed(snapshot, uncounted, succeeded, failed, failures)
                : new JobProgress(
                        uncounted,
                        succeeded,
                        failed,
                        Indexes.NONE,
                        Indexes.NONE,
                        Optional.empty(),
                        Map.of(),
                        job.status().succeeded() + uncounted.succeeded().size() + succeeded.size(),
                        failures);
    }

    private static JobProgress indexed(
            Snapshot.OfJob snapshot, Uncounted uncounted, List<LeanPod> succeeded, List<LeanPod> failed, int failures) {
        var job = snapshot.job();
        int limit = JobSettings.indexCount(job);
        var recorded = Indexes.parse(job.status().completedIndexes(), limit);
        var done = recorded.and(indexesOf(snapshot.ended().stream()
                .filter(JobPods::hasSucceeded)
                .filter(pod -> JobPods.canCount(job, pod))
                .toList()));
        var given = JobSettings.countsPerIndex(job)
                ? Optional.of(failedIndexes(snapshot, limit))
                : Optional.<Indexes>empty();
        return new JobProgress(
                uncounted,
                succeeded,
                failed,
                recorded,
                done,
                given,
                given.map(up -> awaitingSuccessor(snapshot, done.and(up))).orElse(Map.of()),
                done.total(),
                failures);
    }

    /// Pods that are deleted because the Job ends take no index with them.
    private static Indexes failedIndexes(Snapshot.OfJob snapshot, int limit) {
        var job = snapshot.job();
        var isEnding = JobSettings.isEnding(job);
        return Indexes.parse(job.status().failedIndexes().orElse(""), limit)
                .and(indexesOf(snapshot.ended().stream()
                        .filter(pod -> JobPods.canCount(job, pod))
                        .filter(pod -> !(isEnding && pod.isDeleting()))
                        .filter(pod -> IndexFailures.isLast(job, pod))
                        .toList()));
    }

    /// A successor takes over the count of failures, so the last failed pod of an index that goes
    /// on without a running one has to stay.
    private static Map<Integer, LeanPod> awaitingSuccessor(Snapshot.OfJob snapshot, Indexes over) {
        var settled = over.and(indexesOf(snapshot.active()));
        var latest = new HashMap<Integer, LeanPod>();
        for (var pod : snapshot.ended()) {
            if (JobPods.hasFailed(snapshot.job(), pod) && JobPods.canCount(snapshot.job(), pod)) {
                int index = JobPods.completionIndex(pod).orElseThrow();
                if (!settled.has(index)) {
                    latest.merge(index, pod, JobProgress::later);
                }
            }
        }
        return latest;
    }

    private static LeanPod later(LeanPod one, LeanPod other) {
        Instant first = FinishTimes.of(one);
        return IndexFailures.all(one) <= IndexFailures.all(other)
                        && !FinishTimes.of(other).isBefore(first)
                ? other
                : one;
    }

    static Indexes indexesOf(List<LeanPod> pods) {
        return Indexes.of(pods.stream()
                .map(JobPods::completionIndex)
                .flatMapToInt(index -> index.stream())
                .boxed()
                .collect(Collectors.toSet()));
    }
}
