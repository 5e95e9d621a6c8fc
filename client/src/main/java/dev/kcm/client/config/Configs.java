package dev.kcm.client.config;

import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.tls.ProxyAddress;
import dev.kcm.client.tls.ServerAddress;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Turns the two flags every Kubernetes component has into a configuration.
public final class Configs {
    private Configs() {}

    /// `--kubeconfig` and `--master`, either of them possibly `""`: a file's current context, its
    /// server replaced by `master`; a bare server without credentials; or, with neither, the pod we
    /// run in.
    public static ClientConfig fromFlags(String kubeconfig, String master, CredentialSources sources) {
        if (!kubeconfig.isEmpty()) {
            if (!master.isEmpty()) {
                var _ = server(master); // a mistake in it is the flag's, not the file's
            }
            return Kubeconfig.read(Path.of(kubeconfig)).context("", master, sources);
        }
        if (!master.isEmpty()) {
            var server = server(master);
            return new ClientConfig(
                    server,
                    new TrustSource.System(sources.environment()),
                    Optional.empty(),
                    FixedCredentials.ANONYMOUS,
                    Optional.empty(),
                    ProxyAddress.fromEnvironment(sources.environment(), server),
                    "default");
        }
        return InCluster.config(sources);
    }

    /// As kubectl finds it: the file that is named, else `$KUBECONFIG`, else `~/.kube/config`, else
    /// the pod we run in.
    ///
    /// @param kubeconfig a file, or `""`
    /// @throws ConfigException if `$KUBECONFIG` names several files, which kubectl would merge
    public static ClientConfig asKubectl(String kubeconfig, CredentialSources sources) {
        if (!kubeconfig.isEmpty()) {
            return fromFlags(kubeconfig, "", sources);
        }
        var named = sources.environment().getOrDefault("KUBECONFIG", "");
        if (named.contains(File.pathSeparator)) {
            throw new ConfigException(
                    "KUBECONFIG names several files (%s); name one with --kubeconfig".formatted(named));
        }
        var usual = Path.of(sources.environment().getOrDefault("HOME", ""), ".kube", "config");
        return named.isEmpty() && Files.isReadable(usual)
                ? fromFlags(usual.toString(), "", sources)
                : fromFlags(named, "", sources);
    }

    private static ServerAddress server(String master) {
        try {
            return ServerAddress.parse(master);
        } catch (IllegalArgumentException bad) {
            throw new ConfigException("--master: " + bad.getMessage(), bad);
        }
    }
}
