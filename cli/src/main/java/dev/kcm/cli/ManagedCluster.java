package dev.kcm.cli;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.config.CertificateFiles;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Credentials;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.config.PemSource;
import dev.kcm.client.config.TokenFile;
import dev.kcm.client.config.TrustSource;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.why.Explanation;
import java.nio.file.Path;
import java.util.Optional;

/// A real cluster with a manager of ours. `kcm why --manager URL`: objects come from the API server
/// that a kubeconfig names, decisions from a kube-controller-manager of ours.
final class ManagedCluster {
    static final String SEND_CREDENTIALS = "--send-kubeconfig-credentials";

    private ManagedCluster() {}

    static String explain(Arguments arguments, Why.Subject subject) {
        var clock = Clock.system();
        var metrics = new Metrics();
        var sources = new CredentialSources(clock, metrics, System.getenv());
        var config = Configs.asKubectl(arguments.text("--kubeconfig").orElse(""), sources);
        var manager = manager(arguments, config, clock);
        try (var server = RemoteServer.at(config, clock);
                var client = server.client("kcm", RunningCluster.SHORT_TIMEOUT, metrics);
                var port = RemoteServer.at(manager, clock);
                var managerClient = port.client("kcm", RunningCluster.SHORT_TIMEOUT, metrics)) {
            var decisions = ManagerDecisions.of(managerClient, manager.server());
            return decisions.remark()
                    + new Explanation(client, decisions).of(subject.kind(), subject.namespace(), subject.name());
        }
    }

    /// The manager's port, with the kubeconfig's credentials and trust unless others are named.
    static ClientConfig manager(Arguments arguments, ClientConfig config, Clock clock) {
        var address = ServerAddress.parse(arguments.text("--manager").orElseThrow());
        return new ClientConfig(
                address,
                trust(arguments).orElse(config.trust()),
                Optional.empty(),
                credentials(arguments, clock).orElseGet(() -> ofKubeconfig(arguments, config, address)),
                Optional.empty(),
                Optional.empty(),
                config.namespace());
    }

    private static Optional<TrustSource> trust(Arguments arguments) {
        return arguments.isSet("--insecure-skip-tls-verify")
                ? Optional.of(new TrustSource.Anyone())
                : arguments
                        .text("--certificate-authority")
                        .map(it -> new TrustSource.Authorities(pem("--certificate-authority", it)));
    }

    private static Optional<Credentials> credentials(Arguments arguments, Clock clock) {
        var token = arguments.text("--token-file");
        var certificate = arguments.text("--client-certificate");
        var key = arguments.text("--client-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw arguments.usageError("wants --client-certificate and --client-key together");
        }
        if (token.isPresent() && certificate.isPresent()) {
            throw arguments.usageError("wants --token-file or --client-certificate, not both");
        }
        return token.<Credentials>map(it -> new TokenFile("--token-file", Path.of(it), clock))
                .or(() -> certificate.map(it -> new CertificateFiles(
                        pem("--client-certificate", it), pem("--client-key", key.orElseThrow()), clock)));
    }

    /// The kubeconfig's credentials are for the host it names: whoever listens elsewhere could use them there in our
    /// name. A token sent without encryption is anybody's.
    private static Credentials ofKubeconfig(Arguments arguments, ClientConfig config, ServerAddress manager) {
        boolean isNamed = manager.isEncrypted()
                && manager.host().equalsIgnoreCase(config.server().host());
        if (isNamed || arguments.isSet(SEND_CREDENTIALS) || config.credentials().equals(FixedCredentials.ANONYMOUS)) {
            return config.credentials();
        }
        throw new ClusterException(
                "the kubeconfig's credentials are not sent to %s: the kubeconfig names the host %s only. Name others with"
                                .formatted(manager, config.server().host())
                        + " --token-file, or --client-certificate and --client-key; or, if you trust whoever listens"
                        + " there, add " + SEND_CREDENTIALS);
    }

    private static PemSource pem(String flag, String file) {
        return new PemSource.File(flag, Path.of(file));
    }
}
