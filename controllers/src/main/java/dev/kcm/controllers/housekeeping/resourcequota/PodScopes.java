package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.lean.LeanAffinity;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodAffinityTerm;
import dev.kcm.model.lean.LeanPodSpec;
import dev.kcm.model.lean.LeanResourceRequirements;
import dev.kcm.model.lean.LeanWeightedPodAffinityTerm;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Which scopes a pod is in.
final class PodScopes {
    private PodScopes() {}

    static boolean isIn(ScopedResourceSelectorRequirement scope, LeanPod pod, boolean podLevelResources) {
        return switch (scope.scopeName()) {
            case QuotaScopes.TERMINATING -> hasDeadline(pod);
            case QuotaScopes.NOT_TERMINATING -> !hasDeadline(pod);
            case QuotaScopes.BEST_EFFORT -> isBestEffort(pod, podLevelResources);
            case QuotaScopes.NOT_BEST_EFFORT -> !isBestEffort(pod, podLevelResources);
            case QuotaScopes.PRIORITY_CLASS -> Scopes.allows(scope, priorityClass(pod));
            case QuotaScopes.CROSS_NAMESPACE_AFFINITY -> looksAtOtherNamespaces(pod);
            default -> false;
        };
    }

    /// It ends by itself; what quotas call terminating.
    static boolean hasDeadline(LeanPod pod) {
        return pod.spec()
                .activeDeadlineSeconds()
                .filter(seconds -> seconds >= 0)
                .isPresent();
    }

    private static List<String> priorityClass(LeanPod pod) {
        var name = pod.spec().priorityClassName();
        return name.isEmpty() ? List.of() : List.of(name);
    }

    /// As the server says; where it does not, by upstream's rule.
    private static boolean isBestEffort(LeanPod pod, boolean podLevelResources) {
        var reported = pod.status().qosClass();
        return reported.isEmpty()
                ? askedFor(pod.spec(), podLevelResources).noneMatch(PodScopes::isForSomething)
                : reported.equals(QuotaScopes.BEST_EFFORT);
    }

    private static Stream<LeanResourceRequirements> askedFor(LeanPodSpec spec, boolean podLevelResources) {
        return podLevelResources && spec.resources().isPresent()
                ? spec.resources().stream()
                : Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                        .map(container -> container.resources());
    }

    private static boolean isForSomething(LeanResourceRequirements asked) {
        return isForSomething(asked.requests()) || isForSomething(asked.limits());
    }

    private static boolean isForSomething(Map<String, Quantity> amounts) {
        return Stream.of(ResourceNames.CPU, ResourceNames.MEMORY)
                .anyMatch(name -> amounts.getOrDefault(name, Quantity.ZERO).signum() > 0);
    }

    private static boolean looksAtOtherNamespaces(LeanPod pod) {
        return pod.spec().affinity().stream()
                .flatMap(PodScopes::terms)
                .anyMatch(term -> !term.namespaces().isEmpty() || term.hasNamespaceSelector());
    }

    private static Stream<LeanPodAffinityTerm> terms(LeanAffinity affinity) {
        var near = affinity.podAffinity();
        var far = affinity.podAntiAffinity();
        return Stream.of(
                        near.map(it -> it.requiredDuringSchedulingIgnoredDuringExecution()),
                        far.map(it -> it.requiredDuringSchedulingIgnoredDuringExecution()),
                        near.map(it -> it.preferredDuringSchedulingIgnoredDuringExecution())
                                .map(PodScopes::unweighted),
                        far.map(it -> it.preferredDuringSchedulingIgnoredDuringExecution())
                                .map(PodScopes::unweighted))
                .flatMap(Optional::stream)
                .flatMap(List::stream);
    }

    private static List<LeanPodAffinityTerm> unweighted(List<LeanWeightedPodAffinityTerm> terms) {
        return terms.stream().map(LeanWeightedPodAffinityTerm::podAffinityTerm).toList();
    }
}
