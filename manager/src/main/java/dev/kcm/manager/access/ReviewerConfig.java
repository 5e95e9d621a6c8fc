package dev.kcm.manager.access;

import dev.kcm.base.log.Log;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.util.Optional;
import java.util.function.Function;

/// Which API server is asked about callers, and as whom.
public final class ReviewerConfig {
    private static final Log log = Log.of(ReviewerConfig.class);

    private ReviewerConfig() {}

    /// What the kubeconfig says; without one, the pod we run in; nobody outside of pods. A pod whose service
    /// account cannot be used is no reason not to start, as upstream has it.
    ///
    /// @param kubeconfig a file, or `""`
    /// @param purpose what it is for, in the warning
    /// @param pod reads what a pod knows about its cluster
    /// @throws ConfigException when the kubeconfig cannot be used
    public static Optional<ClientConfig> of(
            String kubeconfig,
            String purpose,
            CredentialSources sources,
            Function<CredentialSources, ClientConfig> pod) {
        if (!kubeconfig.isEmpty()) {
            return Optional.of(Configs.fromFlags(kubeconfig, "", sources));
        }
        var environment = sources.environment();
        if (environment.getOrDefault("KUBERNETES_SERVICE_HOST", "").isEmpty()
                || environment.getOrDefault("KUBERNETES_SERVICE_PORT", "").isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(pod.apply(sources));
        } catch (ConfigException unusable) {
            log.warn("Failed to read in-cluster kubeconfig for delegated " + purpose, "err", unusable.getMessage());
            return Optional.empty();
        }
    }
}
