package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.Conditions;
import dev.kcm.model.meta.v1.Condition;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.policy.v1.PodDisruptionBudgetStatus;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/// The status of a budget. It is replaced as a whole at the version it was decided from: an eviction that was granted
/// meanwhile makes the server refuse it, so that no granted eviction is ever forgotten.
final class BudgetStatus {
    private static final String DISRUPTION_ALLOWED = "DisruptionAllowed";

    private BudgetStatus() {}

    /// @param disrupted pods that the API server is about to delete, and since when
    static PodDisruptionBudgetStatus of(
            PodDisruptionBudget budget, ExpectedPods pods, int healthy, Map<String, Instant> disrupted, Instant now) {
        // A budget without pods is safe to have when its first pods come.
        int allowed = pods.expected() <= 0 ? 0 : Math.max(0, healthy - pods.desiredHealthy());
        long generation = budget.metadata().generation();
        var condition = Condition.builder()
                .type(DISRUPTION_ALLOWED)
                .status(allowed > 0 ? "True" : "False")
                .reason(allowed > 0 ? Reasons.SUFFICIENT_PODS : Reasons.INSUFFICIENT_PODS)
                .observedGeneration(generation)
                .lastTransitionTime(now.truncatedTo(ChronoUnit.SECONDS))
                .build();
        return budget.status().toBuilder()
                .currentHealthy(healthy)
                .desiredHealthy(pods.desiredHealthy())
                .expectedPods(pods.expected())
                .disruptionsAllowed(allowed)
                .disruptedPods(disrupted)
                .observedGeneration(generation)
                .conditions(Conditions.with(budget.status().conditions(), condition))
                .build();
    }

    /// Where nothing is known: nothing is allowed, all else stays.
    static PodDisruptionBudgetStatus failed(PodDisruptionBudget budget, String problem, Instant now) {
        var status = budget.status();
        var condition = Condition.builder()
                .type(DISRUPTION_ALLOWED)
                .status("False")
                .reason(Reasons.SYNC_FAILED)
                .message(problem)
                .observedGeneration(status.observedGeneration())
                .lastTransitionTime(now.truncatedTo(ChronoUnit.SECONDS))
                .build();
        return status.toBuilder()
                .disruptionsAllowed(0)
                .conditions(Conditions.with(status.conditions(), condition))
                .build();
    }

    /// The write of a status, unless it is there already. Only counts that allow more than before may wait a moment: a
    /// pod that is deleted has to be forgotten before another of its name comes.
    static Optional<Step> write(PodDisruptionBudget budget, PodDisruptionBudgetStatus wanted) {
        var present = budget.status();
        if (present.equals(wanted)) {
            return Optional.empty();
        }
        boolean isAboutCounts = wanted.disruptionsAllowed() >= present.disruptionsAllowed()
                && wanted.conditions().equals(present.conditions())
                && wanted.disruptedPods().equals(present.disruptedPods())
                && wanted.observedGeneration() == present.observedGeneration();
        return Optional.of(
                Step.updateStatus(budget.withStatus(wanted), isAboutCounts ? Step.Urgency.SOON : Step.Urgency.NOW));
    }
}
