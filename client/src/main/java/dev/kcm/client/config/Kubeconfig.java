package dev.kcm.client.config;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.tls.ProxyAddress;
import dev.kcm.client.tls.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A kubeconfig file. Relative paths in it are relative to the file, as everywhere.
public final class Kubeconfig {
    /// The extension of a cluster that is for exec plugins.
    private static final String FOR_PLUGINS = "client.authentication.k8s.io/exec";

    private final Path directory;
    private final String source;
    private final Section root;

    private Kubeconfig(Path directory, String source, Section root) {
        this.directory = directory;
        this.source = source;
        this.root = root;
    }

    public static Kubeconfig read(Path path) {
        try {
            var parent = path.toAbsolutePath().getParent();
            return parse(path.toString(), parent == null ? Path.of("/") : parent, Files.readString(path));
        } catch (IOException missing) {
            throw new ConfigException(
                    "Cannot read the kubeconfig file %s: %s".formatted(path, FileErrors.of(missing)), missing);
        }
    }

    public static Kubeconfig parse(String source, Path directory, String text) {
        return new Kubeconfig(directory, source, Section.parse(source, text));
    }

    /// What the context called `name` (`""`: the current one) leads to.
    public ClientConfig context(String name, CredentialSources sources) {
        return context(name, "", sources);
    }

    /// As above, but the server is `master`, unless that is `""`: as if it stood in the file, without a name of its own
    /// for TLS.
    ClientConfig context(String name, String master, CredentialSources sources) {
        var chosen = name.isEmpty() ? root.text("current-context") : name;
        if (chosen.isEmpty()) {
            throw new ConfigException(source + ": no current-context; set one, or name a context");
        }
        var context = entry("contexts", chosen).section("context");
        var clusterName = context.text("cluster");
        if (clusterName.isEmpty()) {
            throw new ConfigException(context.at("cluster") + " is missing");
        }
        var found = entry("clusters", clusterName).section("cluster");
        var cluster = master.isEmpty() ? found : found.with("server", master).without("tls-server-name");
        var userName = context.text("user");
        var user = userName.isEmpty()
                ? new Section(source + ": users[]", java.util.Map.of())
                : entry("users", userName).section("user");
        var server = server(cluster);
        var entry = new UserEntry(user, directory, sources);
        return new ClientConfig(
                server,
                trust(cluster, sources),
                cluster.optional("tls-server-name"),
                entry.credentials(clusterInfo(cluster)),
                entry.impersonation(),
                proxy(cluster, server, sources),
                context.optional("namespace").orElse("default"));
    }

    private Section entry(String list, String name) {
        List<Section> entries = root.sections(list);
        return entries.stream()
                .filter(section -> section.text("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigException("%s: %s has no entry \"%s\", only %s"
                        .formatted(
                                source,
                                list,
                                name,
                                entries.stream().map(it -> it.text("name")).toList())));
    }

    private static ServerAddress server(Section cluster) {
        var server = cluster.text("server");
        if (server.isEmpty()) {
            throw new ConfigException(cluster.at("server") + " is missing");
        }
        try {
            return ServerAddress.parse(server);
        } catch (IllegalArgumentException bad) {
            throw new ConfigException(cluster.at("server") + ": " + bad.getMessage(), bad);
        }
    }

    private static Optional<ProxyAddress> proxy(Section cluster, ServerAddress server, CredentialSources sources) {
        try {
            var named = cluster.optional("proxy-url");
            return named.isPresent()
                    ? named.map(ProxyAddress::parse)
                    : ProxyAddress.fromEnvironment(sources.environment(), server);
        } catch (IllegalArgumentException bad) {
            throw new ConfigException(cluster.at("proxy-url") + ": " + bad.getMessage(), bad);
        }
    }

    private TrustSource trust(Section cluster, CredentialSources sources) {
        var authority = pem(cluster, "certificate-authority", directory);
        if (cluster.flag("insecure-skip-tls-verify")) {
            if (authority.isPresent()) {
                throw new ConfigException("%s has both insecure-skip-tls-verify and a certificate-authority; drop one"
                        .formatted(cluster.place()));
            }
            return new TrustSource.Anyone();
        }
        if (authority.isEmpty()) {
            return new TrustSource.System(sources.environment());
        }
        var source = new TrustSource.Authorities(authority.get());
        var _ = source.trust(); // a file that cannot be used is better known now
        return source;
    }

    /// `key-data` if it is there, else the file `key` names.
    static Optional<PemSource> pem(Section section, String key, Path directory) {
        if (section.has(key + "-data")) {
            return Optional.of(new PemSource.Text(section.at(key + "-data"), section.decoded(key + "-data")));
        }
        return section.optional(key).map(path -> new PemSource.File(section.at(key), directory.resolve(path)));
    }

    /// What an exec plugin may learn about the cluster.
    private ExecPlugin.ClusterInfo clusterInfo(Section cluster) {
        return new ExecPlugin.ClusterInfo(
                cluster.text("server"),
                cluster.text("tls-server-name"),
                cluster.flag("insecure-skip-tls-verify"),
                pem(cluster, "certificate-authority", directory)
                        .map(PemSource::read)
                        .orElse(""),
                cluster.text("proxy-url"),
                cluster.flag("disable-compression"),
                cluster.sections("extensions").stream()
                        .filter(extension -> extension.text("name").equals(FOR_PLUGINS))
                        .map(extension -> extension.json("extension"))
                        .findFirst()
                        .orElse(""));
    }

    /// What credentials may need beside the file: the clock that says when to read again, and the
    /// environment that plugins run in.
    public record CredentialSources(Clock clock, PluginMetrics plugins, Map<String, String> environment) {
        public CredentialSources(Clock clock, Metrics metrics, Map<String, String> environment) {
            this(clock, new PluginMetrics(metrics, clock), environment);
        }
    }
}
