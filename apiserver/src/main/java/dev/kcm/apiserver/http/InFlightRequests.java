package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.serving.Exchange;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/// How many requests are served at the same time. One too many is refused at once, as upstream does without
/// priorities and fairness; members of `system:masters` are always served.
final class InFlightRequests {
    private final RequestLimits limits;
    private final AtomicInteger reading = new AtomicInteger();
    private final AtomicInteger mutating = new AtomicInteger();

    InFlightRequests(RequestLimits limits) {
        this.limits = limits;
    }

    /// Whether the request may be served; then [#leave] has to follow.
    boolean tryEnter(RequestUser caller, RequestInfo info) {
        if (info.isLongRunning()) {
            return true;
        }
        int most = info.isReadOnly() ? limits.readOnlyInFlight() : limits.mutatingInFlight();
        if (count(info).incrementAndGet() <= most || caller.isIn(RequestUser.MASTERS)) {
            return true;
        }
        count(info).decrementAndGet();
        return false;
    }

    void leave(RequestInfo info) {
        if (!info.isLongRunning()) {
            count(info).decrementAndGet();
        }
    }

    private AtomicInteger count(RequestInfo info) {
        return info.isReadOnly() ? reading : mutating;
    }

    static void refuse(Exchange exchange) throws IOException {
        exchange.setHeader("Retry-After", "1");
        exchange.respondText(429, "Too many requests, please try again later.\n");
    }
}
