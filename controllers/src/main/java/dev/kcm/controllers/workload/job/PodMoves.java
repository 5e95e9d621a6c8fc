package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.pods.PodState;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which pods a Job that goes on creates or deletes. One look does one or the other; deleting goes
/// first.
final class PodMoves {
    /// How many pods one look may create or delete.
    private static final int BURST = 500;

    /// A wait shorter than this is not worth a look of its own.
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private PodMoves() {}

    static Plan of(Seen.OfJob seen, Progress progress) {
        if (Terms.isSuspended(seen.job())) {
            return seen.counts().active() == 0
                    ? Plan.nothing("suspended")
                    : remove(seen, seen.active(), "suspended, its pods go");
        }
        int wanted = wanted(seen, progress);
        var surplus = Surplus.of(seen.job(), seen.active(), running(seen) - wanted).stream()
                .limit(BURST)
                .toList();
        if (!surplus.isEmpty()) {
            return remove(seen, surplus, "%d pods too many".formatted(surplus.size()));
        }
        int missing = wanted
                - seen.counts().active()
                - (Terms.replacesOnlyFailed(seen.job()) ? seen.counts().terminating() : 0);
        return missing > 0
                ? create(seen, progress, Math.min(missing, BURST))
                : Plan.nothing("as many pods as wanted: " + wanted);
    }

    /// The counts were read before the ended pods, and one that ended in between is in both: the
    /// other pods are not too many because of it. Where some have to go, the active ones were read
    /// last.
    private static int running(Seen.OfJob seen) {
        return Math.min(seen.counts().active(), seen.active().size());
    }

    /// How many pods should be active: no more than completions are missing. Where any success is
    /// enough, those that run after one are left to end.
    static int wanted(Seen.OfJob seen, Progress progress) {
        int parallelism = Terms.parallelism(seen.job());
        return seen.job()
                .spec()
                .completions()
                .map(needed -> Math.clamp(needed - progress.succeeded(), 0, parallelism))
                .orElse(progress.succeeded() > 0 ? seen.counts().active() : parallelism);
    }

    private static Plan create(Seen.OfJob seen, Progress progress, int missing) {
        var job = seen.job();
        if (Terms.countsPerIndex(job)) {
            return createDue(seen, pending(seen, progress, missing), progress.awaitingSuccessor());
        }
        var wait = seen.streak().remaining(seen.now());
        if (wait.isPositive()) {
            return Plan.nothing("backs off after a failed pod").wakingIn(atLeastShortest(wait));
        }
        return started(
                Terms.isIndexed(job)
                        ? pending(seen, progress, missing).stream()
                                .map(index -> NewPods.indexed(job, index, Optional.empty()))
                                .toList()
                        : List.of(NewPods.plain(job, missing)),
                missing);
    }

    /// Each index backs off for itself.
    private static Plan createDue(Seen.OfJob seen, List<Integer> pending, Map<Integer, LeanPod> failed) {
        var due = pending.stream()
                .filter(index -> !waitFor(seen, failed, index).isPositive())
                .toList();
        var next = pending.stream()
                .map(index -> waitFor(seen, failed, index))
                .filter(Duration::isPositive)
                .min(Duration::compareTo)
                .map(PodMoves::atLeastShortest);
        return started(
                        due.stream()
                                .map(index ->
                                        NewPods.indexed(seen.job(), index, Optional.ofNullable(failed.get(index))))
                                .toList(),
                        due.size())
                .wakingIn(next);
    }

    private static Duration waitFor(Seen.OfJob seen, Map<Integer, LeanPod> failed, Integer index) {
        return FailureStreak.remaining(Optional.ofNullable(failed.get(index)), seen.now());
    }

    /// The lowest indexes that are neither over nor taken by a pod; one that terminates takes its
    /// index where only failed pods are replaced.
    private static List<Integer> pending(Seen.OfJob seen, Progress progress, int count) {
        var terminating = Terms.replacesOnlyFailed(seen.job())
                ? Progress.indexesOf(
                        seen.ended().stream().filter(PodState::isTerminating).toList())
                : Indexes.NONE;
        return progress.succeededIndexes()
                .and(progress.failedIndexes().orElse(Indexes.NONE))
                .and(Progress.indexesOf(seen.active()))
                .and(terminating)
                .firstMissing(count, Terms.indexCount(seen.job()));
    }

    private static Plan started(List<Step> creations, int count) {
        return creations.isEmpty()
                ? Plan.nothing("no index can start a pod now")
                : Plan.slowStart("%d pods missing".formatted(count), creations);
    }

    /// Pods that go because there are too many count neither way: they lose the finalizer first.
    private static Plan remove(Seen.OfJob seen, List<LeanPod> pods, String why) {
        return Plan.together(
                        why,
                        pods.stream()
                                .filter(JobPods::isTracked)
                                .map(Accounts::letGo)
                                .toList())
                .then(Plan.together(why, delete(seen.job(), pods)));
    }

    /// Deletes pods that keep the finalizer until they are accounted for.
    static List<Step> delete(Job job, List<LeanPod> pods) {
        var telling = Optional.of(new Step.Telling(
                job.ref(), Reasons.SUCCESSFUL_DELETE, "Deleted pod: %s", Reasons.FAILED_DELETE, "Error deleting: %s"));
        return pods.stream()
                .<Step>map(pod -> new Step.Delete(LeanPod.PODS, pod.key(), pod.uid(), Step.Cascade.USUAL, telling))
                .toList();
    }

    private static Duration atLeastShortest(Duration wait) {
        return wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait;
    }
}
