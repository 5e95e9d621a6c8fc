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
record Progress(
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

    static Progress of(Seen.OfJob seen) {
        var job = seen.job();
        var uncounted = Uncounted.in(job);
        var fresh = seen.ended().stream()
                .filter(pod -> !uncounted.has(pod) && JobPods.canCount(job, pod))
                .toList();
        var succeeded = fresh.stream().filter(JobPods::hasSucceeded).toList();
        var failed = fresh.stream().filter(pod -> JobPods.hasFailed(job, pod)).toList();
        int failures = job.status().failed()
                + uncounted.failed().size()
                + (int) failed.stream()
                        .filter(pod -> FailurePolicy.of(job, pod).counts())
                        .count();
        return Terms.isIndexed(job)
                ? indexed(seen, uncounted, succeeded, failed, failures)
                : new Progress(
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

    private static Progress indexed(
            Seen.OfJob seen, Uncounted uncounted, List<LeanPod> succeeded, List<LeanPod> failed, int failures) {
        var job = seen.job();
        int limit = Terms.indexCount(job);
        var recorded = Indexes.parse(job.status().completedIndexes(), limit);
        var done = recorded.and(indexesOf(seen.ended().stream()
                .filter(JobPods::hasSucceeded)
                .filter(pod -> JobPods.canCount(job, pod))
                .toList()));
        var given = Terms.countsPerIndex(job) ? Optional.of(failedIndexes(seen, limit)) : Optional.<Indexes>empty();
        return new Progress(
                uncounted,
                succeeded,
                failed,
                recorded,
                done,
                given,
                given.map(up -> awaitingSuccessor(seen, done.and(up))).orElse(Map.of()),
                done.total(),
                failures);
    }

    /// Pods that are deleted because the Job ends take no index with them.
    private static Indexes failedIndexes(Seen.OfJob seen, int limit) {
        var job = seen.job();
        var isEnding = Terms.isEnding(job);
        return Indexes.parse(job.status().failedIndexes().orElse(""), limit)
                .and(indexesOf(seen.ended().stream()
                        .filter(pod -> JobPods.canCount(job, pod))
                        .filter(pod -> !(isEnding && pod.isDeleting()))
                        .filter(pod -> IndexFailures.isLast(job, pod))
                        .toList()));
    }

    /// A successor takes over the count of failures, so the last failed pod of an index that goes
    /// on without a running one has to stay.
    private static Map<Integer, LeanPod> awaitingSuccessor(Seen.OfJob seen, Indexes over) {
        var settled = over.and(indexesOf(seen.active()));
        var latest = new HashMap<Integer, LeanPod>();
        for (var pod : seen.ended()) {
            if (JobPods.hasFailed(seen.job(), pod) && JobPods.canCount(seen.job(), pod)) {
                int index = JobPods.completionIndex(pod).orElseThrow();
                if (!settled.has(index)) {
                    latest.merge(index, pod, Progress::later);
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
