package dev.kcm.client.config;

import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One `user` of a kubeconfig file.
record UserEntry(Section user, Path directory, CredentialSources sources) {

    /// A certificate may stand beside a token or a password, of which there may be one. A plugin is for those who
    /// have none of these, as client-go has it.
    Credentials credentials(ExecPlugin.ClusterInfo cluster) {
        if (user.has("auth-provider")) {
            throw new ConfigException(
                    user.at("auth-provider") + " is a mechanism that Kubernetes has removed; use an exec plugin");
        }
        var ways = new ArrayList<Credentials>();
        token().ifPresent(ways::add);
        basic().ifPresent(ways::add);
        if (ways.size() > 1) {
            throw new ConfigException(user.place() + " has both a token and a username; keep one of them");
        }
        certificate().ifPresent(ways::add);
        var command = plugin();
        if (ways.isEmpty()) {
            command.map(it -> new ExecPlugin(it, cluster, sources)).ifPresent(ways::add);
        }
        return switch (ways.size()) {
            case 0 -> FixedCredentials.ANONYMOUS;
            case 1 -> ways.getFirst();
            default -> new CombinedCredentials(ways.getFirst(), ways.getLast());
        };
    }

    Optional<Impersonation> impersonation() {
        var name = user.text("as");
        var uid = user.text("as-uid");
        var groups = user.texts("as-groups");
        var extra = user.section("as-user-extra");
        if (name.isEmpty()) {
            if (!uid.isEmpty() || !groups.isEmpty() || !extra.entries().isEmpty()) {
                throw new ConfigException(user.place() + " has as-uid, as-groups or as-user-extra but no \"as\"");
            }
            return Optional.empty();
        }
        Map<String, List<String>> values = new HashMap<>();
        for (var key : extra.entries().keySet()) {
            values.put(key.toString(), extra.texts(key.toString()));
        }
        return Optional.of(new Impersonation(name, uid, groups, values));
    }

    private Optional<Credentials> token() {
        var file = user.optional("tokenFile");
        if (file.isPresent()) {
            return Optional.of(new TokenFile(user.at("tokenFile"), directory.resolve(file.get()), sources.clock()));
        }
        return user.optional("token").map(token -> new FixedCredentials(ClientIdentity.bearer(token)));
    }

    private Optional<Credentials> basic() {
        if (!user.has("username") && !user.has("password")) {
            return Optional.empty();
        }
        var pair = user.text("username") + ":" + user.text("password");
        var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        return Optional.of(new FixedCredentials(new ClientIdentity(Optional.of("Basic " + encoded), Optional.empty())));
    }

    private Optional<Credentials> certificate() {
        var certificate = Kubeconfig.pem(user, "client-certificate", directory);
        var key = Kubeconfig.pem(user, "client-key", directory);
        if (certificate.isPresent() != key.isPresent()) {
            throw new ConfigException(user.place() + " needs both a client-certificate and a client-key, or neither");
        }
        if (certificate.isEmpty()) {
            return Optional.empty();
        }
        var files = new CertificateFiles(certificate.get(), key.orElseThrow(), sources.clock());
        var _ = files.identity(); // a pair that cannot be used is better known now
        return Optional.of(files);
    }

    private Optional<ExecPlugin.Command> plugin() {
        return user.has("exec")
                ? Optional.of(ExecPlugin.Command.from(user.section("exec"), directory))
                : Optional.empty();
    }
}
