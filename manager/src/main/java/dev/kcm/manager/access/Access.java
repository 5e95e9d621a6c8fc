package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.pem.Pem;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.client.Client;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.options.AuthenticationOptions;
import dev.kcm.manager.options.AuthorizationOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.failure.ApiException;
import dev.kcm.serving.tls.DynamicFileValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Authentication and authorization of the HTTPS port as the options set them up.
public final class Access implements AutoCloseable {
    private static final Log log = Log.of(Access.class);

    /// Clients that send TokenReviews and SubjectAccessReviews; without one, tokens are not accepted and permissions
    /// are not checked.
    public record Reviewers(Optional<Client> authentication, Optional<Client> authorization) {}

    private final AuthenticationOptions options;
    private final Clock clock;
    private final List<AutoCloseable> resources = new ArrayList<>();
    private final List<Supplier<TrustedAuthorities>> authorities = new ArrayList<>();
    private final Authentication authentication;
    private final Authorization authorization;

    private Access(ManagerOptions options, Reviewers reviewers, Clock clock, Metrics metrics) {
        this.options = options.of(AuthenticationOptions.FLAGS);
        this.clock = clock;
        this.authentication = new Authentication(ways(reviewers.authentication()), clock, metrics);
        this.authorization =
                new Authorization(options.of(AuthorizationOptions.FLAGS), reviewers.authorization(), clock, metrics);
    }

    /// Reads files, and from the cluster what the flags leave open.
    ///
    /// @throws ConfigException when a file cannot be used, or the API server does not say and that
    ///   is not tolerated
    public static Access of(ManagerOptions options, Reviewers reviewers, Clock clock, Metrics metrics) {
        if (reviewers.authorization().isEmpty()) {
            log.warn("No --authorization-kubeconfig, and not in a pod: only --authorization-always-allow-paths are"
                    + " served");
        }
        return new Access(options, reviewers, clock, metrics);
    }

    public Authentication authentication() {
        return authentication;
    }

    public Authorization authorization() {
        return authorization;
    }

    /// The client certificate authorities, as of now.
    public List<X509Certificate> clientAuthorities() {
        return authorities.stream()
                .flatMap(source -> source.get().certificates().stream())
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        for (var resource : resources) {
            try {
                resource.close();
            } catch (Exception failed) {
                log.warn("Failed to close a resource", "err", failed.toString());
            }
        }
    }

    private List<Authenticator> ways(Optional<Client> reviewer) {
        var ways = new ArrayList<Authenticator>();
        var published = published(reviewer);
        frontProxy(published).ifPresent(source -> ways.add(frontProxyWay(source)));
        clientCertificates(published).ifPresent(source -> {
            authorities.add(source);
            ways.add(new ClientCertificates(source, clock));
        });
        reviewer.ifPresent(client -> ways.add(new Tokens(client, options.cacheTtl(), clock)));
        return ways;
    }

    private FrontProxy frontProxyWay(Supplier<FrontProxy.Settings> source) {
        authorities.add(() -> source.get().authorities());
        return new FrontProxy(source, clock);
    }

    private Optional<Supplier<FrontProxy.Settings>> frontProxy(Optional<AuthenticationConfigMap> published) {
        var headers = options.requestHeader();
        if (headers.clientCaFile().isEmpty()) {
            return published.map(settings -> settings::frontProxy);
        }
        var trusted = file("requestheader-client-ca-file", headers.clientCaFile());
        return Optional.of(() -> new FrontProxy.Settings(
                trusted.get(),
                headers.allowedNames(),
                headers.usernameHeaders(),
                headers.uidHeaders(),
                headers.groupHeaders(),
                headers.extraPrefixes()));
    }

    private Optional<Supplier<TrustedAuthorities>> clientCertificates(Optional<AuthenticationConfigMap> published) {
        return options.clientCaFile().isEmpty()
                ? published.map(settings -> settings::clientAuthorities)
                : Optional.of(file("client-ca-file", options.clientCaFile()));
    }

    /// What the cluster says, where the flags leave something open and do not forbid to read it.
    private Optional<AuthenticationConfigMap> published(Optional<Client> reviewer) {
        boolean lacksProxy = options.requestHeader().clientCaFile().isEmpty();
        if (options.skipLookup() || !(lacksProxy || options.clientCaFile().isEmpty())) {
            return Optional.empty();
        }
        if (reviewer.isEmpty()) {
            log.warn(
                    "No --authentication-kubeconfig, and not in a pod: client certificate authorities are not read"
                            + " from the cluster",
                    "configMap",
                    AuthenticationConfigMap.WHERE);
            return Optional.empty();
        }
        var settings = new AuthenticationConfigMap(reviewer.get(), clock);
        resources.add(settings);
        try {
            settings.lookUp();
        } catch (ApiException | ConfigException failed) {
            tolerate(failed, lacksProxy);
        }
        settings.keepLooking();
        return Optional.of(settings);
    }

    private void tolerate(RuntimeException failed, boolean lacksProxy) {
        if (lacksProxy && !options.tolerateLookupFailure()) {
            throw new ConfigException(
                    "Failed to read authentication settings from configmap %s: %s (to start all the same, set"
                                    .formatted(AuthenticationConfigMap.WHERE, failed.getMessage())
                            + " --authentication-tolerate-lookup-failure)",
                    failed);
        }
        log.warn(
                "Failed to read authentication settings, all requests may be anonymous",
                "configMap",
                AuthenticationConfigMap.WHERE,
                "err",
                failed.getMessage());
    }

    private Supplier<TrustedAuthorities> file(String flag, String name) {
        try {
            var path = Path.of(name);
            var read = DynamicFileValue.from(List.of(path), clock, content -> authorities(path, content.getFirst()));
            resources.add(read);
            return read;
        } catch (IOException | IllegalArgumentException unusable) {
            throw new ConfigException("--%s: cannot use %s: %s".formatted(flag, name, unusable.getMessage()), unusable);
        }
    }

    private static TrustedAuthorities authorities(Path file, byte[] content) {
        return new TrustedAuthorities(
                Pem.certificates(file.toString(), new String(content, StandardCharsets.ISO_8859_1)));
    }
}
