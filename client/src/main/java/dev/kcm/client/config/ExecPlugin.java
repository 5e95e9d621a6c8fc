package dev.kcm.client.config;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.tls.ClientCertificate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Credentials that a program prints (`client.authentication.k8s.io`). It is run when we first need
/// to know who we are, when what it printed has expired, and when the server refuses it.
///
/// One run at a time; others wait for its result.
public final class ExecPlugin implements Credentials {

    /// What the plugin may learn about the cluster.
    ///
    /// @param config what the cluster has for plugins, as JSON; empty for nothing
    public record ClusterInfo(
            String server,
            String serverName,
            boolean isInsecure,
            String authority,
            String proxy,
            boolean isUncompressed,
            String config) {}

    /// How to run it.
    record Command(
            String place,
            String program,
            List<String> arguments,
            Map<String, String> environment,
            String apiVersion,
            String installHint,
            boolean wantsCluster) {

        static Command from(Section exec, Path directory) {
            var program = exec.text("command");
            if (program.isEmpty()) {
                throw new ConfigException(exec.at("command") + " is missing");
            }
            var apiVersion = exec.text("apiVersion");
            if (!ExecCredential.VERSIONS.contains(apiVersion)) {
                throw new ConfigException("%s is \"%s\", want one of %s"
                        .formatted(exec.at("apiVersion"), apiVersion, ExecCredential.VERSIONS));
            }
            if (exec.text("interactiveMode").equals("Always")) {
                throw new ConfigException(exec.at("interactiveMode")
                        + " is Always, but nobody sits at a terminal here; use a plugin"
                        + " that can do without");
            }
            var environment = new LinkedHashMap<String, String>();
            for (var variable : exec.sections("env")) {
                environment.put(variable.text("name"), variable.text("value"));
            }
            return new Command(
                    exec.place(),
                    program.contains("/") ? directory.resolve(program).toString() : program,
                    exec.texts("args"),
                    environment,
                    apiVersion,
                    exec.text("installHint"),
                    exec.flag("provideClusterInfo"));
        }
    }

    private final ExecRun run;
    private final CredentialSources sources;

    @GuardedBy("this")
    private @Nullable ClientIdentity current;

    @GuardedBy("this")
    private Optional<Instant> expires = Optional.empty();

    private volatile @Nullable ClientCertificate certificate;

    ExecPlugin(Command command, ClusterInfo cluster, CredentialSources sources) {
        this.run = new ExecRun(command, cluster, sources);
        this.sources = sources;
        sources.plugins().follow(this::certificateExpires);
    }

    @Override
    public synchronized ClientIdentity identity() {
        var known = current;
        boolean isFresh = expires.isEmpty() || sources.clock().instant().isBefore(expires.get());
        return known != null && isFresh ? known : refresh();
    }

    @Override
    public synchronized boolean renew(ClientIdentity used) {
        var known = current;
        if (known != null
                && known.authorization().equals(used.authorization())
                && (used.certificate().isEmpty() || known.certificate().equals(used.certificate()))) {
            refresh();
        }
        return !identity().equals(known);
    }

    @GuardedBy("this")
    private ClientIdentity refresh() {
        ExecCredential printed;
        try {
            printed = run.run();
            sources.plugins().called("0", "no_error");
        } catch (ExecRun.Failure failure) {
            sources.plugins().called(Integer.toString(failure.exitCode()), failure.status());
            throw new ConfigException(failure.problem(), failure);
        }
        var old = certificate;
        var replacement = printed.identity().certificate().orElse(null);
        if (old != null && replacement != null && !old.equals(replacement)) {
            sources.plugins().replaced(old.leaf().getNotBefore().toInstant());
        }
        certificate = replacement;
        current = printed.identity();
        expires = printed.expires();
        return printed.identity();
    }

    private Optional<Instant> certificateExpires() {
        return Optional.ofNullable(certificate)
                .map(shown -> shown.leaf().getNotAfter().toInstant());
    }
}
