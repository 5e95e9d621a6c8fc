package dev.kcm.controllers.workload.job;

import dev.kcm.model.OwnerReferences;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;

/// The rules about one Job, in order. Pure.
final class JobDecision {
    private JobDecision() {}

    static Plan decide(Snapshot.OfJob snapshot) {
        if (!isUnderstood(snapshot)) {
            return Plan.of(
                    "unknown completion mode",
                    Step.warning(
                            snapshot.job().ref(),
                            Reasons.UNKNOWN_COMPLETION_MODE,
                            "Skipped Job sync because completion mode is unknown"));
        }
        var claims = snapshot.claims().plan(OwnerReferences.toController(snapshot.job()));
        return snapshot.isAdopting() ? claims : claims.then(afterClaims(snapshot));
    }

    static Plan settle(Snapshot.OfJob snapshot, Outcomes writes) {
        return !isUnderstood(snapshot) || snapshot.isAdopting()
                ? Plan.nothing("nothing to account for yet")
                : JobStatusCalculator.after(snapshot, writes);
    }

    static boolean isUnderstood(Snapshot.OfJob snapshot) {
        return JobSettings.hasKnownCompletionMode(snapshot.job());
    }

    private static Plan afterClaims(Snapshot.OfJob snapshot) {
        var progress = JobProgress.of(snapshot);
        var verdict = JobEnd.on(snapshot, progress);
        if (verdict.isPresent()) {
            return end(snapshot, verdict.get());
        }
        if (snapshot.job().isDeleting()) {
            return Plan.nothing("being deleted");
        }
        return PodScaling.of(snapshot, progress).wakingIn(JobEnd.untilDeadline(snapshot));
    }

    /// Pods may be what the verdict rests on, so it is written down before they are deleted.
    private static Plan end(Snapshot.OfJob snapshot, JobEnd verdict) {
        return verdict.isRecorded()
                ? Plan.together("ends: " + verdict.reason(), PodScaling.delete(snapshot.job(), snapshot.active()))
                : Plan.nothing("will end: " + verdict.reason());
    }
}
