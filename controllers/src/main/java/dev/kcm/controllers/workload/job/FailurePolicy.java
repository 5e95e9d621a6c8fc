package dev.kcm.controllers.workload.job;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.PodFailurePolicyOnExitCodesRequirement;
import dev.kcm.model.batch.v1.PodFailurePolicyOnPodConditionsPattern;
import dev.kcm.model.batch.v1.PodFailurePolicyRule;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a Job's pod failure policy makes of a failed pod: the first rule that matches decides.
final class FailurePolicy {
    private FailurePolicy() {}

    /// @param action of the rule that matched, if one did
    /// @param failJob why the whole Job fails, if it does
    record Handling(Optional<String> action, Optional<String> failJob) {
        private static final Handling UNMATCHED = new Handling(Optional.empty(), Optional.empty());

        /// Whether the failure counts towards the back-off limits.
        boolean counts() {
            return action.filter(FailurePolicyActions.IGNORE::equals).isEmpty();
        }

        boolean failsIndex() {
            return action.filter(FailurePolicyActions.FAIL_INDEX::equals).isPresent();
        }
    }

    static Handling of(Job job, LeanPod failed) {
        var rules = job.spec().podFailurePolicy().map(policy -> policy.rules()).orElse(List.<PodFailurePolicyRule>of());
        for (int position = 0; position < rules.size(); position++) {
            var rule = rules.get(position);
            var matched = match(rule, failed);
            if (matched.isPresent() && isKnown(rule.action())) {
                return handling(rule.action(), matched.get(), position);
            }
        }
        return Handling.UNMATCHED;
    }

    private static Handling handling(String action, String matched, int position) {
        return new Handling(
                Optional.of(action),
                action.equals(FailurePolicyActions.FAIL_JOB)
                        ? Optional.of("%s matching %s rule at index %d".formatted(matched, action, position))
                        : Optional.empty());
    }

    private static boolean isKnown(String action) {
        return switch (action) {
            case FailurePolicyActions.FAIL_JOB,
                    FailurePolicyActions.FAIL_INDEX,
                    FailurePolicyActions.IGNORE,
                    FailurePolicyActions.COUNT -> true;
            default -> false;
        };
    }

    /// What matched, in words.
    private static Optional<String> match(PodFailurePolicyRule rule, LeanPod pod) {
        return rule.onExitCodes().isPresent()
                ? byExitCode(rule.onExitCodes().get(), pod)
                : byCondition(rule.onPodConditions(), pod);
    }

    private static Optional<String> byExitCode(PodFailurePolicyOnExitCodesRequirement requirement, LeanPod pod) {
        return Stream.concat(pod.status().containerStatuses().stream(), pod.status().initContainerStatuses().stream())
                .filter(status -> matches(requirement, status))
                .findFirst()
                .map(status -> "Container %s for pod %s/%s failed with exit code %d"
                        .formatted(status.name(), pod.namespace(), pod.name(), exitCode(status)));
    }

    private static boolean matches(PodFailurePolicyOnExitCodesRequirement requirement, LeanContainerStatus status) {
        int code = exitCode(status);
        return code != 0
                && requirement
                        .containerName()
                        .filter(name -> !name.equals(status.name()))
                        .isEmpty()
                && switch (requirement.operator()) {
                    case "In" -> requirement.values().contains(code);
                    case "NotIn" -> !requirement.values().contains(code);
                    default -> false;
                };
    }

    /// Zero also while the container runs.
    private static int exitCode(LeanContainerStatus status) {
        return status.state().terminated().map(end -> end.exitCode()).orElse(0);
    }

    private static Optional<String> byCondition(List<PodFailurePolicyOnPodConditionsPattern> patterns, LeanPod pod) {
        return pod.status().conditions().stream()
                .filter(condition -> matchesAny(patterns, condition))
                .findFirst()
                .map(condition ->
                        "Pod %s/%s has condition %s".formatted(pod.namespace(), pod.name(), condition.type()));
    }

    private static boolean matchesAny(
            List<PodFailurePolicyOnPodConditionsPattern> patterns, LeanPodCondition condition) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.type().equals(condition.type())
                        && pattern.status().equals(condition.status()));
    }
}
