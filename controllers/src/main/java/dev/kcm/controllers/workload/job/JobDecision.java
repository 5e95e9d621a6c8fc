package dev.kcm.controllers.workload.job;

import dev.kcm.model.OwnerReferences;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;

/// The rules about one Job, in order. Pure.
final class JobDecision {
    private JobDecision() {}

    static Plan decide(Seen.OfJob seen) {
        if (!isUnderstood(seen)) {
            return Plan.of(
                    "unknown completion mode",
                    Step.warn(
                            seen.job().ref(),
                            Reasons.UNKNOWN_COMPLETION_MODE,
                            "Skipped Job sync because completion mode is unknown"));
        }
        var claims = seen.claims().plan(OwnerReferences.toController(seen.job()));
        return seen.isAdopting() ? claims : claims.then(afterClaims(seen));
    }

    static Plan settle(Seen.OfJob seen, Outcomes writes) {
        return !isUnderstood(seen) || seen.isAdopting()
                ? Plan.nothing("nothing to account for yet")
                : JobStatuses.after(seen, writes);
    }

    static boolean isUnderstood(Seen.OfJob seen) {
        return Terms.hasKnownCompletionMode(seen.job());
    }

    private static Plan afterClaims(Seen.OfJob seen) {
        var progress = Progress.of(seen);
        var verdict = Verdict.on(seen, progress);
        if (verdict.isPresent()) {
            return end(seen, verdict.get());
        }
        if (seen.job().isDeleting()) {
            return Plan.nothing("being deleted");
        }
        return PodMoves.of(seen, progress).wakingIn(Verdict.untilDeadline(seen));
    }

    /// Pods may be what the verdict rests on, so it is written down before they are deleted.
    private static Plan end(Seen.OfJob seen, Verdict verdict) {
        return verdict.isRecorded()
                ? Plan.together("ends: " + verdict.reason(), PodMoves.delete(seen.job(), seen.active()))
                : Plan.nothing("will end: " + verdict.reason());
    }
}
