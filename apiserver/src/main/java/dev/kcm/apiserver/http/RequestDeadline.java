package dev.kcm.apiserver.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.base.Clock;
import dev.kcm.base.GoDuration;
import dev.kcm.base.GoText;
import dev.kcm.model.failure.ApiException;
import dev.kcm.serving.Exchange;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/// How long a request may take, from its arrival until there is something to respond; none for those that may take as
/// long as they like. A write that runs out of time may be stored all the same.
///
/// @param message what is said when the time is over
record RequestDeadline(Optional<Duration> time, String message) {
    private static final RequestDeadline NONE = new RequestDeadline(Optional.empty(), "");
    private static final Pattern TERM = Pattern.compile("(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?<unit>[^0-9.]*)");
    private static final Set<String> UNITS = Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");
    private static final String ALLOTTED = "request did not complete within the allotted timeout";
    private static final String WRITING =
            "request did not complete within requested timeout - context deadline exceeded";

    /// @throws ApiException if the request asks for a time that cannot be read
    static RequestDeadline of(Exchange exchange, RequestInfo info, RequestLimits limits) {
        if (info.isLongRunning()) {
            return NONE;
        }
        var requested = requested(exchange)
                .filter(Duration::isPositive)
                .filter(it -> it.compareTo(limits.timeout()) < 0)
                .orElse(limits.timeout());
        var isWrite = !info.isReadOnly() && !info.verb().equals("deletecollection");
        return isWrite && limits.writeTimeout().compareTo(requested) < 0
                ? new RequestDeadline(Optional.of(limits.writeTimeout()), WRITING)
                : new RequestDeadline(Optional.of(requested), ALLOTTED);
    }

    private static Optional<Duration> requested(Exchange exchange) {
        var text = exchange.query().first("timeout").orElse("");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(GoDuration.parse(text));
        } catch (IllegalArgumentException _) {
            throw ApiErrors.badRequest("invalid timeout specified in the request URL - time: " + fault(text));
        }
    }

    /// What is wrong with a duration, in Go's words.
    private static String fault(String text) {
        var quoted = GoText.quote(text);
        var term = TERM.matcher(text);
        int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        while (at < text.length() && term.region(at, text.length()).lookingAt()) {
            var unit = term.group("unit");
            if (unit.isEmpty()) {
                return "missing unit in duration " + quoted;
            }
            if (!UNITS.contains(unit)) {
                return "unknown unit %s in duration %s".formatted(GoText.quote(unit), quoted);
            }
            at = term.end();
        }
        return "invalid duration " + quoted;
    }

    /// What is done in that time.
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /// Does the work on this thread, which is interrupted when the time is over.
    ///
    /// @throws ApiException if it is
    <T> T run(Clock clock, Work<T> work) throws IOException, InterruptedException {
        if (time.isEmpty()) {
            return work.run();
        }
        var interruption = new Interruption(Thread.currentThread());
        var timer = clock.after(time.get(), interruption::happen);
        try {
            return work.run();
        } catch (InterruptedException | IOException failed) {
            if (interruption.hasHappened()) {
                throw ApiErrors.timeout(message);
            }
            throw failed;
        } finally {
            timer.cancel();
            interruption.end();
        }
    }

    /// Interrupts a thread while it works, and never after.
    private static final class Interruption {
        private final Thread thread;
        private final ReentrantLock lock = new ReentrantLock();

        @GuardedBy("lock")
        private boolean hasHappened;

        @GuardedBy("lock")
        private boolean hasEnded;

        Interruption(Thread thread) {
            this.thread = thread;
        }

        void happen() {
            lock.lock();
            try {
                if (!hasEnded) {
                    hasHappened = true;
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        boolean hasHappened() {
            lock.lock();
            try {
                return hasHappened;
            } finally {
                lock.unlock();
            }
        }

        /// Whoever writes the response is not to find the thread interrupted.
        void end() {
            lock.lock();
            try {
                hasEnded = true;
                if (hasHappened) {
                    var unused = Thread.interrupted();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
