package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.options.AuthorizationOptions;
import dev.kcm.model.authorization.v1.SubjectAccessReview;
import dev.kcm.model.authorization.v1.SubjectAccessReviewSpec;
import dev.kcm.model.failure.ApiException;
import java.time.Duration;
import java.util.Optional;

/// Authorizes requests for paths: members of system:masters may do everything, everyone
/// may read the paths that are always allowed, and a SubjectAccessReview decides the rest. Its results are cached
/// for a while.
public final class Authorization {
    private static final Log log = Log.of(Authorization.class);
    private static final int MOST_CACHED_CHARACTERS = 10_000;

    private final AuthorizationOptions options;
    private final AllowedPaths always;
    private final Optional<Client> client;
    private final Clock clock;
    private final ExpiringCache<SubjectAccessReviewSpec, Decision> known;
    private final Counter attempts;
    private final Histogram durations;

    /// `client` sends SubjectAccessReviews; without one only the always-allowed paths are allowed.
    Authorization(AuthorizationOptions options, Optional<Client> client, Clock clock, Metrics metrics) {
        this.options = options;
        this.always = alwaysAllowed(options);
        this.client = client;
        this.clock = clock;
        this.known = new ExpiringCache<>(clock);
        this.attempts = metrics.counter(
                "authorization_attempts_total",
                "[ALPHA] Counter of authorization attempts broken down by result. It can be"
                        + " either 'allowed', 'denied', 'no-opinion' or 'error'.",
                "result");
        this.durations = metrics.histogram(
                "authorization_duration_seconds",
                "[ALPHA] Authorization duration in seconds broken out by result.",
                Buckets.exponential(0.001, 2, 15),
                "result");
    }

    /// @param verb the request's method in lower case
    public Decision decide(Caller caller, String verb, String path) {
        long began = clock.nanoTime();
        var decision = caller.groups().contains(Caller.MASTERS) || always.include(path)
                ? new Decision.Allowed()
                : client.map(api -> reviewed(api, caller, verb, path)).orElseGet(() -> new Decision.Forbidden(""));
        var result = switch (decision) {
            case Decision.Allowed() -> "allowed";
            case Decision.Forbidden(var _) -> "no-opinion";
            case Decision.Unknown(var _) -> "error";
        };
        attempts.with(result).increment();
        durations.with(result).observe(Duration.ofNanos(clock.nanoTime() - began));
        return decision;
    }

    private static AllowedPaths alwaysAllowed(AuthorizationOptions options) {
        try {
            return new AllowedPaths(options.alwaysAllowedPaths());
        } catch (IllegalArgumentException unusable) {
            throw new ConfigException("--authorization-always-allow-paths: " + unusable.getMessage(), unusable);
        }
    }

    private Decision reviewed(Client api, Caller caller, String verb, String path) {
        var review = SubjectAccessReviewSpec.builder()
                .user(caller.name())
                .uid(caller.uid())
                .groups(caller.groups())
                .extra(caller.extra())
                .nonResourceAttributes(wanted -> wanted.path(path).verb(verb))
                .build();
        return known.find(review).orElseGet(() -> send(api, review, path));
    }

    private Decision send(Client api, SubjectAccessReviewSpec spec, String path) {
        try {
            var review = SubjectAccessReview.builder().spec(spec).build();
            var status = api.on(SubjectAccessReview.SUBJECT_ACCESS_REVIEWS)
                    .create(review)
                    .status();
            if (status.allowed() && status.denied()) {
                return new Decision.Unknown("webhook subject access review returned both allow and deny response");
            }
            var decision = status.allowed() ? new Decision.Allowed() : new Decision.Forbidden(status.reason());
            if (path.length() < MOST_CACHED_CHARACTERS) {
                known.keep(spec, decision, status.allowed() ? options.allowedTtl() : options.deniedTtl());
            }
            return decision;
        } catch (ApiException failed) {
            log.error(failed, "Failed to authorize a request: SubjectAccessReview failed", "path", path);
            return new Decision.Unknown(String.valueOf(failed.getMessage()));
        }
    }
}
