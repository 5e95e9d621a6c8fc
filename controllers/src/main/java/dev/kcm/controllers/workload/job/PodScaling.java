package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Which pods a Job that goes on creates or deletes. One sync does one or the other; deleting goes
/// first.
final class PodScaling {
    /// How many pods one sync may create or delete.
    private static final int BURST = 500;

    /// A wait shorter than this is not worth a sync of its own.
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private PodScaling() {}

    static Plan of(Snapshot.OfJob snapshot, JobProgress progress) {
        if (JobSettings.isSuspended(snapshot.job())) {
            return snapshot.counts().active() == 0
                    ? Plan.nothing("suspended")
                    : remove(snapshot, snapshot.active(), "suspended, its pods go");
        }
        int wanted = wanted(snapshot, progress);
        var surplus = SurplusPods.of(snapshot.job(), snapshot.active(), running(snapshot) - wanted).stream()
                .limit(BURST)
                .toList();
        if (!surplus.isEmpty()) {
            return remove(snapshot, surplus, "%d pods too many".formatted(surplus.size()));
        }
        int missing = wanted
                - snapshot.counts().active()
                - (JobSettings.replacesOnlyFailed(snapshot.job())
                        ? snapshot.counts().terminating()
                        : 0);
        return missing > 0
                ? create(snapshot, progress, Math.min(missing, BURST))
                : Plan.nothing("as many pods as wanted: " + wanted);
    }

    /// The counts were read before the ended pods, and one that ended in between is in both: the
    /// other pods are not too many because of it. Where some have to go, the active ones were read
    /// last.
    private static int running(Snapshot.OfJob snapshot) {
        return Math.min(snapshot.counts().active(), snapshot.active().size());
    }

    /// How many pods should be active: no more than completions are missing. Where any success is
    /// enough, those that run after one are left to end.
    static int wanted(Snapshot.OfJob snapshot, JobProgress progress) {
        int parallelism = JobSettings.parallelism(snapshot.job());
        return snapshot.job()
                .spec()
                .completions()
                .map(needed -> Math.clamp(needed - progress.succeeded(), 0, parallelism))
                .orElse(progress.succeeded() > 0 ? snapshot.counts().active() : parallelism);
    }

    private static Plan create(Snapshot.OfJob snapshot, JobProgress progress, int missing) {
        var job = snapshot.job();
        if (JobSettings.countsPerIndex(job)) {
            return createDue(snapshot, pending(snapshot, progress, missing), progress.awaitingSuccessor());
        }
        var wait = snapshot.streak().remaining(snapshot.now());
        if (wait.isPositive()) {
            return Plan.nothing("backs off after a failed pod").wakingIn(atLeastShortest(wait));
        }
        return started(
                JobSettings.isIndexed(job)
                        ? pending(snapshot, progress, missing).stream()
                                .map(index -> NewPods.indexed(job, index, Optional.empty()))
                                .toList()
                        : List.of(NewPods.plain(job, missing)),
                missing);
    }

    /// Each index backs off for itself.
    private static Plan createDue(Snapshot.OfJob snapshot, List<Integer> pending, Map<Integer, LeanPod> failed) {
        var due = pending.stream()
                .filter(index -> !waitFor(snapshot, failed, index).isPositive())
                .toList();
        var next = pending.stream()
                .map(index -> waitFor(snapshot, failed, index))
                .filter(Duration::isPositive)
                .min(Duration::compareTo)
                .map(PodScaling::atLeastShortest);
        return started(
                        due.stream()
                                .map(index ->
                                        NewPods.indexed(snapshot.job(), index, Optional.ofNullable(failed.get(index))))
                                .toList(),
                        due.size())
                .wakingIn(next);
    }

    private static Duration waitFor(Snapshot.OfJob snapshot, Map<Integer, LeanPod> failed, Integer index) {
        return FailureStreak.remaining(Optional.ofNullable(failed.get(index)), snapshot.now());
    }

    /// The lowest indexes that are neither over nor taken by a pod; one that terminates, with the finalizer or without,
    /// takes its index where only failed pods are replaced.
    private static List<Integer> pending(Snapshot.OfJob snapshot, JobProgress progress, int count) {
        var terminating = JobSettings.replacesOnlyFailed(snapshot.job())
                ? JobProgress.indexesOf(Stream.concat(
                                snapshot.ended().stream().filter(PodState::isTerminating), snapshot.leaving().stream())
                        .toList())
                : Indexes.NONE;
        return progress.succeededIndexes()
                .and(progress.failedIndexes().orElse(Indexes.NONE))
                .and(JobProgress.indexesOf(snapshot.active()))
                .and(terminating)
                .firstMissing(count, JobSettings.indexCount(snapshot.job()));
    }

    private static Plan started(List<Step> creations, int count) {
        return creations.isEmpty()
                ? Plan.nothing("no index can start a pod now")
                : Plan.slowStart("%d pods missing".formatted(count), creations);
    }

    /// Pods that go because there are too many count neither way: each loses the finalizer first. One that cannot lose
    /// it stays, and keeps no other.
    private static Plan remove(Snapshot.OfJob snapshot, List<LeanPod> pods, String why) {
        return Plan.byObject(
                why,
                pods.stream()
                        .flatMap(pod -> JobPods.isTracked(pod)
                                ? Stream.of(FinishedPodAccounting.letGo(pod), delete(snapshot.job(), pod))
                                : Stream.of(delete(snapshot.job(), pod)))
                        .toList());
    }

    /// Deletes pods that keep the finalizer until they are accounted for.
    static List<Step> delete(Job job, List<LeanPod> pods) {
        return pods.stream().map(pod -> delete(job, pod)).toList();
    }

    private static Step delete(Job job, LeanPod pod) {
        return Step.delete(LeanPod.PODS, pod.key(), pod.uid())
                .withEvent(new Step.EventTemplate(
                        job.ref(),
                        Reasons.SUCCESSFUL_DELETE,
                        "Deleted pod: %s",
                        Reasons.FAILED_DELETE,
                        "Error deleting: %s"));
    }

    private static Duration atLeastShortest(Duration wait) {
        return wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait;
    }
}
