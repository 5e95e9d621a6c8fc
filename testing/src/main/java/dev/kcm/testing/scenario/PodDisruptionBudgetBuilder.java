package dev.kcm.testing.scenario;

import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.value.IntOrString;

/// A PodDisruptionBudget that selects pods labelled with its name.
public final class PodDisruptionBudgetBuilder extends ObjectBuilder<PodDisruptionBudget, PodDisruptionBudgetBuilder> {
    PodDisruptionBudgetBuilder(PodDisruptionBudget object) {
        super(object);
    }

    @Override
    PodDisruptionBudgetBuilder of(PodDisruptionBudget changed) {
        return new PodDisruptionBudgetBuilder(changed);
    }

    /// Selects the pods of the owner of this name.
    public PodDisruptionBudgetBuilder selecting(String owner) {
        return selecting(
                LabelSelector.builder().putMatchLabels(Builders.LABEL, owner).build());
    }

    public PodDisruptionBudgetBuilder selecting(LabelSelector selector) {
        return with(it -> it.withSpec(spec -> spec.selector(selector)));
    }

    /// A number or a percentage.
    public PodDisruptionBudgetBuilder minAvailable(String amount) {
        return with(it -> it.withSpec(spec -> spec.minAvailable(IntOrString.parse(amount))));
    }

    /// A number or a percentage.
    public PodDisruptionBudgetBuilder maxUnavailable(String amount) {
        return with(it -> it.withSpec(spec -> spec.maxUnavailable(IntOrString.parse(amount))));
    }

    /// Pods that are not ready may always go.
    public PodDisruptionBudgetBuilder allowingUnhealthy() {
        return with(it -> it.withSpec(spec -> spec.unhealthyPodEvictionPolicy("AlwaysAllow")));
    }
}
