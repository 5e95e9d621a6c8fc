package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.List;

/// What one sync found under a Job's name.
sealed interface Snapshot {

    /// A Job that is not finished.
    ///
    /// @param counts of its pods that match the selector
    /// @param ended of these, the ones that ended or are being deleted and hold the tracking
    ///   finalizer
    /// @param active of these, the ones that run; only where a decision needs to distinguish them
    /// @param leaving of these, the ones that are being deleted, have not ended and lost the finalizer
    ///   already; only where they keep their index
    /// @param streak failures since the last success
    /// @param forgetsStartWhenSuspended by a feature gate
    record OfJob(
            Job job,
            Claims<LeanPod> claims,
            JobPodCounts counts,
            List<LeanPod> ended,
            List<LeanPod> active,
            List<LeanPod> leaving,
            FailureStreak streak,
            boolean forgetsStartWhenSuspended,
            Instant now)
            implements Snapshot {

        public OfJob {
            ended = List.copyOf(ended);
            active = List.copyOf(active);
            leaving = List.copyOf(leaving);
        }

        OfJob withActive(List<LeanPod> pods) {
            return new OfJob(job, claims, counts, ended, pods, leaving, streak, forgetsStartWhenSuspended, now);
        }

        OfJob withStreak(FailureStreak known) {
            return new OfJob(job, claims, counts, ended, active, leaving, known, forgetsStartWhenSuspended, now);
        }

        /// Since when the Job runs; the first sync of one that is not suspended starts it.
        Instant started() {
            return job.status().startTime().orElse(now);
        }

        /// What is adopted counts from the next sync on: until then nothing else is decided.
        boolean isAdopting() {
            return !claims.adopt().isEmpty();
        }
    }

    /// Pods that hold the tracking finalizer for no Job that would ever release them.
    record Orphans(List<LeanPod> pods) implements Snapshot {}
}
