package dev.kcm.client;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/// Takes requests to a transport as one client does: not faster than its rate, again where that
/// makes sense, and with everything counted. Thread-safe.
final class RequestExecutor {
    private final Clock clock;
    private final RateLimiter limiter;
    private final RetryRules rules;
    private final RequestMetrics metrics;
    private final WarningHandler warnings;
    private final WriteGate gate;
    private final Duration timeout;

    RequestExecutor(String host, ClientSettings settings, Clock clock, RandomGenerator random, Metrics metrics) {
        this.clock = clock;
        this.limiter = new RateLimiter(clock, settings.qps(), settings.burst());
        this.rules = new RetryRules(random);
        this.metrics = new RequestMetrics(metrics, host);
        this.warnings = settings.warnings();
        this.gate = settings.gate();
        this.timeout = settings.timeout();
    }

    /// One try of a request whose outcome is of use until the deadline.
    @FunctionalInterface
    interface Attempt<R> {
        Response<R> by(Deadline deadline);
    }

    /// Sends until a response comes or the retry rules give up.
    <R> R send(String method, Attempt<R> attempt) {
        return send(method, () -> true, attempt);
    }

    /// As above, as long as `mayRepeat`.
    <R> R send(String method, BooleanSupplier mayRepeat, Attempt<R> attempt) {
        long start = clock.nanoTime();
        try {
            var response = attempts(method, mayRepeat, attempt);
            metrics.recordSizes(method, response.bytesSent(), response.bytesReceived());
            response.warnings().forEach(warnings::warn);
            return response.value();
        } finally {
            metrics.recordDuration(method, Duration.ofNanos(clock.nanoTime() - start));
        }
    }

    /// As [#send] for a watch, whose duration and size say nothing about the server.
    <R> R open(String method, Attempt<R> attempt) {
        return attempts(method, () -> true, attempt).value();
    }

    /// The time of a request begins with its first turn, as client-go's does: who is held back by their own rate
    /// limit must not be told that the server was late.
    private <R> Response<R> attempts(String method, BooleanSupplier mayRepeat, Attempt<R> attempt) {
        requireOpen(method);
        awaitFirstTurn(method);
        var deadline = clock.deadlineIn(timeout);
        for (int failures = 0; ; ) {
            requireOpen(method);
            try {
                var response = attempt.by(deadline);
                metrics.recordAttempt(method, Integer.toString(response.code()), failures > 0);
                return response;
            } catch (ApiException failed) {
                metrics.recordAttempt(method, code(failed.failure()), failures > 0);
                failures++;
                var wait = rules.waitAfter(failed.failure(), method.equals("GET"), failures);
                if (wait.isEmpty()
                        || !mayRepeat.getAsBoolean()
                        || wait.get().compareTo(deadline.remaining()) >= 0
                        || Thread.currentThread().isInterrupted()) {
                    throw failed;
                }
                sleep(wait.get());
            }
            requireOpen(method);
            awaitTurn(method, deadline);
        }
    }

    boolean mayWrite() {
        return gate.isOpen();
    }

    private void requireOpen(String method) {
        if (!method.equals("GET") && !mayWrite()) {
            throw new ApiException(ApiFailure.notLeader());
        }
    }

    private static String code(ApiFailure failure) {
        return failure.code() == 0 ? RequestMetrics.NO_ANSWER : Integer.toString(failure.code());
    }

    private void awaitFirstTurn(String method) {
        try {
            metrics.recordRateLimiterWait(method, limiter.await());
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private void awaitTurn(String method, Deadline deadline) {
        try {
            var waited = limiter.await(deadline);
            if (waited.isEmpty()) {
                throw new ApiException(Failures.timeout(
                        "The client's own rate limit would hold this request back beyond" + " its deadline"));
            }
            metrics.recordRateLimiterWait(method, waited.get());
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private void sleep(Duration wait) {
        try {
            clock.sleep(wait);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static ApiException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        ApiFailure failure = Failures.transport("Interrupted before the request was sent");
        return new ApiException(failure, cause);
    }
}
