package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.serving.Exchange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/// Authenticates requests: the first authenticator that succeeds counts; a request without credentials
/// is anonymous; one with only invalid credentials is rejected.
public final class Authentication {
    private final List<Authenticator> ways;
    private final Clock clock;
    private final Counter attempts;
    private final Histogram durations;
    private final Counter users;

    Authentication(List<Authenticator> ways, Clock clock, Metrics metrics) {
        this.ways = List.copyOf(ways);
        this.clock = clock;
        this.attempts =
                metrics.counter("authentication_attempts", "[ALPHA] Counter of authenticated attempts.", "result");
        this.durations = metrics.histogram(
                "authentication_duration_seconds",
                "[ALPHA] Authentication duration in seconds broken out by result.",
                Buckets.exponential(0.001, 2, 15),
                "result");
        this.users = metrics.counter(
                "authenticated_user_requests",
                "[ALPHA] Counter of authenticated requests broken out by username.",
                "username");
    }

    public Caller caller(Exchange exchange) throws NotAuthenticatedException {
        long began = clock.nanoTime();
        var result = "error";
        try {
            var caller = known(exchange);
            result = "success";
            users.with("other").increment();
            return caller;
        } finally {
            attempts.with(result).increment();
            durations.with(result).observe(Duration.ofNanos(clock.nanoTime() - began));
        }
    }

    private Caller known(Exchange exchange) throws NotAuthenticatedException {
        var errors = new StringJoiner(", ").setEmptyValue("");
        for (var way : ways) {
            try {
                Optional<Caller> caller = way.caller(exchange);
                if (caller.isPresent()) {
                    return caller.get().asAuthenticated();
                }
            } catch (NotAuthenticatedException invalid) {
                errors.add(invalid.getMessage());
            }
        }
        if (errors.length() > 0) {
            throw new NotAuthenticatedException(errors.toString());
        }
        return Caller.ANONYMOUS;
    }
}
