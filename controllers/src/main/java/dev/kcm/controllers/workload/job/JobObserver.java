package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.UncountedTerminatedPods;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// Reads everything the decision about one Job needs.
///
/// The store goes on while it is read. The counts are read first, then the active pods, then the
/// ended ones, then those that leave without the finalizer: a pod that ends meanwhile may be seen as both, which
/// starts no pod too many, but never as neither.
final class JobObserver {
    /// @param uid another Job of the same name starts with a streak of its own
    private record Remembered(String uid, FailureStreak streak) {}

    private final LiveReads live;
    private final OrphanedPods orphanedPods;
    private final Memory<Remembered> streaks = new Memory<>();
    private final boolean forgetsStartWhenSuspended;
    private final JobMetrics metrics;

    JobObserver(LiveReads live, boolean forgetsStartWhenSuspended, JobMetrics metrics) {
        this.metrics = metrics;
        this.live = live;
        this.orphanedPods = new OrphanedPods(live);
        this.forgetsStartWhenSuspended = forgetsStartWhenSuspended;
    }

    Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(Job.JOBS, key);
        if (found.isEmpty()) {
            streaks.forget(key);
            metrics.over(key);
            return orphanedPods.ofAbsent(key, caches);
        }
        var job = found.get();
        var elsewhere = JobSettings.managedElsewhere(job);
        if (elsewhere.isPresent()) {
            metrics.managedBy(elsewhere.get(), job);
            return new Observation.Gone<>();
        }
        if (JobSettings.isFinished(job)) {
            streaks.forget(key);
            metrics.over(key);
            return orphanedPods.ofFinished(job, caches);
        }
        var counts = caches.of(LeanPod.PODS).tallied(JobPodCounts.BY_JOB, job.uid());
        return orphanedPods
                .besides(job, counts, caches)
                .orElseGet(() -> new Observation.Observed<>(snapshot(job, counts, caches, now)));
    }

    private Snapshot.OfJob snapshot(Job job, JobPodCounts counts, Caches caches, Instant now) {
        var pods = caches.of(LeanPod.PODS);
        var selector = JobSettings.selector(job);
        var allMatch = JobSettings.hasOwnSelector(job) && counts.strays() == 0;
        var own = allMatch ? List.<LeanPod>of() : pods.byIndex(PodIndexes.BY_CONTROLLER, job.uid());
        var matching = allMatch ? counts : JobPodCounts.BY_JOB.recount(matching(own, selector));
        var active = wantsActiveFirst(job) ? active(job, pods, selector) : List.<LeanPod>of();
        var ended = matching(pods.byIndex(JobPods.VIEW, JobPods.endedOf(job)), selector);
        metrics.holding(job.key(), ended);
        var snapshot = new Snapshot.OfJob(
                job,
                claims(job, selector, own, pods),
                matching,
                ended,
                running(active, ended),
                keepsIndexes(job) ? matching(pods.byIndex(JobPods.VIEW, JobPods.leavingOf(job)), selector) : List.of(),
                FailureStreak.NONE,
                forgetsStartWhenSuspended,
                now);
        var progress = JobProgress.of(snapshot);
        var complete = !wantsActiveFirst(job) && wantsActive(snapshot, progress)
                ? snapshot.withActive(running(active(job, pods, selector), ended))
                : snapshot;
        return complete.withStreak(streak(job, progress, pods));
    }

    private Claims<LeanPod> claims(Job job, Selector selector, List<LeanPod> own, Store<LeanPod> pods) {
        return Claims.of(
                        LeanPod.PODS,
                        job,
                        selector,
                        own,
                        pods.byIndex(PodIndexes.BY_CONTROLLER, Index.orphansIn(job.namespace())),
                        () -> live.isStillThere(Job.JOBS, job))
                .holding(Finalizers.TRACKING);
    }

    /// After a restart, failed pods that are still around say how things stood.
    private FailureStreak streak(Job job, JobProgress progress, Store<LeanPod> pods) {
        var known = streaks.of(job.key())
                .filter(remembered -> remembered.uid().equals(job.uid()))
                .map(Remembered::streak)
                .orElseGet(() -> streakOf(job, pods));
        var learned = known.with(progress.newlyFailed(), progress.newlySucceeded());
        streaks.keep(job.key(), new Remembered(job.uid(), learned));
        return learned;
    }

    private static FailureStreak streakOf(Job job, Store<LeanPod> pods) {

        var counted = pods.byIndex(PodIndexes.BY_CONTROLLER, job.uid()).stream()
                .filter(pod -> !pod.isDeleting() && JobPods.canCount(job, pod))
                .toList();
        return FailureStreak.NONE.with(
                counted.stream().filter(pod -> JobPods.hasFailed(job, pod)).toList(),
                counted.stream().filter(JobPods::hasSucceeded).toList());
    }

    /// Whether a pod keeps its index until it has ended.
    private static boolean keepsIndexes(Job job) {
        return JobSettings.isIndexed(job) && JobSettings.replacesOnlyFailed(job);
    }

    /// Cases in which the active pods matter however things stand.
    private static boolean wantsActiveFirst(Job job) {
        return JobSettings.isIndexed(job)
                || JobSettings.isSuspended(job)
                || JobSettings.isEnding(job)
                || job.isDeleting()
                || job.status()
                        .uncountedTerminatedPods()
                        .filter(listed -> !listed.equals(UncountedTerminatedPods.EMPTY))
                        .isPresent();
    }

    /// Whether some of the active pods have to go.
    private static boolean wantsActive(Snapshot.OfJob snapshot, JobProgress progress) {
        return snapshot.counts().active() > PodScaling.wanted(snapshot, progress);
    }

    private static List<LeanPod> active(Job job, Store<LeanPod> pods, Selector selector) {
        return matching(pods.byIndex(JobPods.VIEW, JobPods.activeOf(job)), selector);
    }

    /// Active ones less those that ended since.
    private static List<LeanPod> running(List<LeanPod> active, List<LeanPod> ended) {
        if (active.isEmpty() || ended.isEmpty()) {
            return active;
        }
        var over = ended.stream().map(LeanPod::uid).collect(Collectors.toSet());
        return active.stream().filter(pod -> !over.contains(pod.uid())).toList();
    }

    private static List<LeanPod> matching(List<LeanPod> pods, Selector selector) {
        return pods.stream().filter(pod -> selector.matches(pod.labels())).toList();
    }
}
