package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.number;

import dev.kcm.client.ListQuery;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.selector.Selector;
import java.util.List;
import java.util.stream.Collectors;

/// What a PodDisruptionBudget allows, and which pods are missing for it to allow more.
final class BudgetDiagnostic {
    private static final int MOST_NAMES = 5;

    private BudgetDiagnostic() {}

    static Causes of(DynamicObject budget, ClusterView view) {
        var pods = pods(budget, view);
        var causes = view.without("disruption-controller");
        if (pods.isEmpty()) {
            return causes.because("no pod matches its selector: " + selector(budget));
        }
        var troubled = pods.stream().filter(PodDiagnostics::isTroubled).toList();
        return causes.because(allowance(budget)).and(missing(budget, troubled)).seeing(troubled);
    }

    /// Why a pod cannot be evicted, if it cannot.
    static Causes ofPod(DynamicObject pod, ClusterView view) {
        var budgets = view.all(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, ListQuery.in(pod.namespace())).stream()
                .filter(budget -> selector(budget).matches(pod.labels()))
                .toList();
        if (budgets.size() > 1) {
            return Causes.of("it cannot be evicted: more than one disruption budget selects it: " + names(budgets));
        }
        return budgets.stream()
                .filter(budget -> number(budget, "status", "disruptionsAllowed") == 0)
                .findFirst()
                .map(budget -> refusal(budget, view))
                .orElse(Causes.NONE);
    }

    private static Causes refusal(DynamicObject budget, ClusterView view) {
        var troubled =
                pods(budget, view).stream().filter(PodDiagnostics::isTroubled).toList();
        var reason = "its eviction is refused: disruption budget %s needs %d healthy pods and has %d";
        return Causes.of(reason.formatted(
                        budget.name(),
                        number(budget, "status", "desiredHealthy"),
                        number(budget, "status", "currentHealthy")))
                .and(missing(budget, troubled));
    }

    private static List<DynamicObject> pods(DynamicObject budget, ClusterView view) {
        var selector = selector(budget);
        return view.all(Pod.PODS, ListQuery.in(budget.namespace())).stream()
                .filter(pod -> selector.matches(pod.labels()))
                .toList();
    }

    private static String allowance(DynamicObject budget) {
        return "it allows %d evictions: %d of %d pods are healthy, and %d have to be"
                .formatted(
                        number(budget, "status", "disruptionsAllowed"),
                        number(budget, "status", "currentHealthy"),
                        number(budget, "status", "expectedPods"),
                        number(budget, "status", "desiredHealthy"));
    }

    private static Causes missing(DynamicObject budget, List<DynamicObject> troubled) {
        var causes = troubled.isEmpty() ? Causes.NONE : Causes.of("not healthy: pods " + names(troubled));
        var going = budget.content().objectAt("status", "disruptedPods").names().stream()
                .sorted()
                .toList();
        return going.isEmpty()
                ? causes
                : causes.because("evicted and not deleted yet: pods " + String.join(", ", going));
    }

    private static String names(List<DynamicObject> objects) {
        var shown = objects.stream()
                .map(KubeObject::name)
                .sorted()
                .limit(MOST_NAMES)
                .collect(Collectors.joining(", "));
        return objects.size() > MOST_NAMES ? shown + ", and %d more".formatted(objects.size() - MOST_NAMES) : shown;
    }

    private static Selector selector(DynamicObject budget) {
        var typed = PodDisruptionBudget.POD_DISRUPTION_BUDGETS.decodeJson(
                DynamicObject.resource(PodDisruptionBudget.POD_DISRUPTION_BUDGETS)
                        .encodeJson(budget));
        return typed.spec().selector().flatMap(Selector::ifValid).orElse(Selector.nothing());
    }
}
