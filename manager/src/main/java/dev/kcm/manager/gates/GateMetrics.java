package dev.kcm.manager.gates;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.manager.version.KubernetesVersion;

/// What the metrics say about features and versions.
public final class GateMetrics {
    private GateMetrics() {}

    /// Registers `kubernetes_feature_enabled` with a row per gate, and `version_info`.
    public static void register(Metrics metrics, GateOptions.GateDecision decision) {
        var enabled = metrics.gauge(
                "kubernetes_feature_enabled", "Whether a feature is on, with its stage.", "name", "stage");
        for (var state : decision.resolution().states()) {
            enabled.with(state.name(), state.stage().label()).set(state.enabled() ? 1 : 0);
        }
        metrics.gauge(
                        "version_info",
                        "The versions this component is, behaves as and gets along with.",
                        "binary",
                        "component",
                        "emulation",
                        "min_compat")
                .with(
                        KubernetesVersion.GIT.substring(1),
                        "kube",
                        decision.versions().emulated().toString(),
                        decision.versions().minCompatibility().toString())
                .set(1);
    }
}
