package dev.kcm.manager.run;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.manager.version.KubernetesVersion;

/// What this program was built from, as every Kubernetes component says it; where others name Go,
/// we name Java.
final class BuildMetrics {
    private BuildMetrics() {}

    static void register(Metrics metrics) {
        metrics.gauge(
                        "kubernetes_build_info",
                        "[BETA] A metric with a constant '1' value labeled by major, minor, git"
                                + " version, git commit, git tree state, build date, Go version, and"
                                + " compiler from which Kubernetes was built, and platform on which it"
                                + " is running.",
                        "build_date",
                        "compiler",
                        "git_commit",
                        "git_tree_state",
                        "git_version",
                        "go_version",
                        "major",
                        "minor",
                        "platform")
                .with(
                        "",
                        System.getProperty("java.vm.name", ""),
                        "",
                        "",
                        KubernetesVersion.GIT,
                        KubernetesVersion.runtime(),
                        Integer.toString(KubernetesVersion.MINOR.major()),
                        Integer.toString(KubernetesVersion.MINOR.minor()),
                        KubernetesVersion.platform())
                .set(1);
    }
}
