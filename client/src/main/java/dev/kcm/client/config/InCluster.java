package dev.kcm.client.config;

import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.tls.ProxyAddress;
import dev.kcm.client.tls.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What a pod knows about its cluster: two variables of its environment and the files of its
/// service account.
public final class InCluster {
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private InCluster() {}

    public static ClientConfig config(CredentialSources sources) {
        return config(SERVICE_ACCOUNT, sources);
    }

    static ClientConfig config(Path directory, CredentialSources sources) {
        var host = sources.environment().getOrDefault("KUBERNETES_SERVICE_HOST", "");
        var port = sources.environment().getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty()) {
            throw new ConfigException("No kubeconfig is given, and this is no pod of a cluster"
                    + " (KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set); use"
                    + " --kubeconfig");
        }
        var literal = host.contains(":") ? "[" + host + "]" : host;
        var token = new TokenFile("the pod's service account", directory.resolve("token"), sources.clock());
        var _ = token.identity(); // a pod without a token is better known now
        var authority = new PemSource.File("the pod's service account", directory.resolve("ca.crt"));
        var server = ServerAddress.parse("https://" + literal + ":" + port);
        return new ClientConfig(
                server,
                new TrustSource.Authorities(authority),
                Optional.empty(),
                token,
                Optional.empty(),
                ProxyAddress.fromEnvironment(sources.environment(), server),
                namespace(directory));
    }

    private static String namespace(Path directory) {
        try {
            var namespace = Files.readString(directory.resolve("namespace")).strip();
            return namespace.isEmpty() ? "default" : namespace;
        } catch (IOException _) {
            return "default"; // a projected volume may leave the file out
        }
    }
}
