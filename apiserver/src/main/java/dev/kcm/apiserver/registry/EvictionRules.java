package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.meta.v1.Condition;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Instant;
import java.util.Set;

/// When a budget lets a pod go.
final class EvictionRules {
    private static final String VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";
    private static final String DISRUPTION_ALLOWED = "DisruptionAllowed";

    /// So many evictions that the controller has not noticed mean that there is none.
    private static final int MOST_DISRUPTED_PODS = 2000;

    private EvictionRules() {}

    static boolean covers(PodDisruptionBudget budget, Pod pod) {
        return budget.namespace().equals(pod.namespace())
                && budget.spec()
                        .selector()
                        .map(selector -> LabelSelectors.of(selector).matches(pod.labels()))
                        .orElse(false);
    }

    /// Its end disrupts nobody.
    static boolean needsNoBudget(Pod pod) {
        return isEnding(pod) || pod.status().phase().equals("Pending");
    }

    /// Whether a pod that needs no budget may need one in a moment.
    static boolean mayBecomeHealthy(Pod pod) {
        return !isEnding(pod);
    }

    private static boolean isEnding(Pod pod) {
        return pod.isDeleting()
                || Set.of("Succeeded", "Failed").contains(pod.status().phase());
    }

    /// A pod that is not ready costs its budget nothing, unless those that are ready are too few already.
    static boolean isFreeOfCharge(PodDisruptionBudget budget, Pod pod) {
        if (Conditions.isTrue(pod.status().conditions(), "Ready")) {
            return false;
        }
        var status = budget.status();
        return budget.spec()
                        .unhealthyPodEvictionPolicy()
                        .filter("AlwaysAllow"::equals)
                        .isPresent()
                || (status.currentHealthy() >= status.desiredHealthy() && status.desiredHealthy() > 0);
    }

    /// The budget with one more pod that is about to go.
    ///
    /// @throws ApiException if it does not allow that
    static PodDisruptionBudget charged(PodDisruptionBudget budget, String pod, Instant now) {
        requireAllowed(budget);
        var status = budget.status();
        int left = status.disruptionsAllowed() - 1;
        var changed = status.toBuilder().disruptionsAllowed(left).putDisruptedPods(pod, now);
        if (left == 0) {
            changed.conditions(Conditions.with(status.conditions(), nothingAllowed(status, now)));
        }
        return budget.withStatus(changed.build());
    }

    static ApiException beingProcessed(PodDisruptionBudget budget) {
        var cause = "The disruption budget %s is still being processed by the server.".formatted(budget.name());
        return ApiErrors.tooManyRequests(VIOLATION, 10, cause);
    }

    private static void requireAllowed(PodDisruptionBudget budget) {
        var status = budget.status();
        if (status.observedGeneration() < budget.metadata().generation()) {
            throw beingProcessed(budget);
        }
        if (status.disruptionsAllowed() < 0) {
            throw forbidden(budget, "pdb disruptions allowed is negative");
        }
        if (status.disruptedPods().size() > MOST_DISRUPTED_PODS) {
            throw forbidden(budget, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (status.disruptionsAllowed() == 0) {
            throw ApiErrors.tooManyRequests(VIOLATION, 0, cause(budget.name(), status));
        }
    }

    /// Where the controller failed, its numbers cannot be trusted.
    private static String cause(String name, PodDisruptionBudgetStatus status) {
        var condition = Conditions.find(status.conditions(), DISRUPTION_ALLOWED)
                .filter(it -> it.status().equals("False") && !it.message().isEmpty());
        var failure = condition.filter(it -> it.reason().equals("SyncFailed"));
        if (failure.isPresent()) {
            return "The disruption budget %s does not allow evicting pods currently because it failed sync: %s"
                    .formatted(name, failure.get().message());
        }
        if (status.currentHealthy() <= status.desiredHealthy()) {
            return "The disruption budget %s needs %d healthy pods and has %d currently"
                    .formatted(name, status.desiredHealthy(), status.currentHealthy());
        }
        var plain = "The disruption budget %s does not allow evicting pods currently".formatted(name);
        return condition
                .map(it -> "%s (%s): %s".formatted(plain, it.reason(), it.message()))
                .orElse(plain);
    }

    private static ApiException forbidden(PodDisruptionBudget budget, String why) {
        return ApiErrors.forbiddenOf("policy", "poddisruptionbudget", budget.name(), why);
    }

    private static Condition nothingAllowed(PodDisruptionBudgetStatus status, Instant now) {
        return Condition.builder()
                .type(DISRUPTION_ALLOWED)
                .status("False")
                .reason("InsufficientPods")
                .observedGeneration(status.observedGeneration())
                .lastTransitionTime(now)
                .build();
    }
}
