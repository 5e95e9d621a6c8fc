package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;
import java.time.Duration;
import java.util.List;

/// What callers of the HTTPS port may do.
public record AuthorizationOptions(
        String kubeconfig, Duration allowedTtl, Duration deniedTtl, List<String> alwaysAllowedPaths) {
    public static final Flags<AuthorizationOptions> FLAGS = Flags.section("authorization")
            .text(
                    "authorization-kubeconfig",
                    "",
                    "Kubeconfig of an identity that may create subjectaccessreviews."
                            + " Without it everything but --authorization-always-allow-paths is"
                            + " forbidden.")
            .duration(
                    "authorization-webhook-cache-authorized-ttl",
                    Duration.ofSeconds(10),
                    "How long it is remembered that a caller may do something.")
            .duration(
                    "authorization-webhook-cache-unauthorized-ttl",
                    Duration.ofSeconds(10),
                    "How long it is remembered that a caller may not do something.")
            .list(
                    "authorization-always-allow-paths",
                    List.of("/healthz", "/readyz", "/livez"),
                    "Paths anyone may read, without asking the API server.")
            .into(AuthorizationOptions::new);
}
