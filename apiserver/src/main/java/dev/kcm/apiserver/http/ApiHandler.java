package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.table.Tables;
import dev.kcm.apiserver.usage.UsageWarnings;
import dev.kcm.base.Clock;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.serving.BodyTooLargeException;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Serves HTTP requests. A request is limited in time and in number with others, then authorized, and only then is its
/// body read.
public final class ApiHandler implements Handler {
    private static final String JSON = "application/json";
    private static final Pattern HAS_DOTS = Pattern.compile("/\\.\\.?(/|$)");

    private final OperationHandler server;
    private final Callers callers;
    private final RequestLimits limits;
    private final InFlightRequests inFlight;
    private final DocumentHandler documents;
    private final ApiServerHealth health;
    private final Clock clock;
    private final RandomGenerator random;

    /// @param clock for the time that requests may take, which is not that of the cluster: work takes as long as it
    /// takes
    /// @param random spreads the ends of watches; must be safe for many threads
    public ApiHandler(
            OperationHandler server, Callers callers, RequestLimits limits, Clock clock, RandomGenerator random) {
        this.server = server;
        this.callers = callers;
        this.limits = limits;
        this.inFlight = new InFlightRequests(limits);
        this.documents = new DocumentHandler(new DiscoveryDocuments(server::measuredResources));
        this.health = new ApiServerHealth(server::unhealthyReason);
        this.clock = clock;
        this.random = random;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, InterruptedException {
        var target = ResourcePath.parse(exchange.path());
        var info = RequestInfo.of(exchange, target);
        try {
            var allotted = RequestDeadline.of(exchange, info, limits);
            var caller = callers.of(exchange);
            if (!inFlight.tryEnter(caller, info)) {
                InFlightRequests.refuse(exchange);
                return;
            }
            try {
                serve(exchange, caller, info, allotted);
            } finally {
                inFlight.leave(info);
            }
        } catch (ApiException failed) {
            respondError(exchange, failed);
        } catch (BodyTooLargeException problem) {
            respondError(exchange, ApiErrors.tooLarge(ApiErrors.said(problem)));
        }
    }

    private void serve(Exchange exchange, RequestUser caller, RequestInfo info, RequestDeadline allotted)
            throws IOException, InterruptedException {
        if (HAS_DOTS.matcher(exchange.rawPath()).find()) {
            throw ApiErrors.noSuchPath(); // upstream's paths stand for what they say
        }
        authorize(caller, info);
        if (info.target().isEmpty()) {
            serveDocument(exchange, caller);
            return;
        }
        var target = info.target().get();
        var format = ResponseFormat.of(exchange.header("Accept").orElse(""), target.resource());
        var encoder = new Encoder(format, target.resource(), include(exchange));
        var warnings = new ResponseWarnings();
        deprecation(target).ifPresent(warnings::add);
        var response = allotted.run(clock, () -> executed(exchange, caller, info, target, warnings));
        if (response instanceof ApiResponse.One(var object, var _) && !info.isReadOnly()) {
            UsageWarnings.of(object).forEach(warnings::add);
        }
        warnings.headers().forEach(header -> exchange.addHeader("Warning", header));
        if (response instanceof ApiResponse.Following(var events)) {
            follow(exchange, encoder, events);
        } else {
            respond(exchange, status(response), encoder.contentType(), encoder.encoded(response, server.now()));
        }
    }

    private void serveDocument(Exchange exchange, RequestUser caller) throws IOException, InterruptedException {
        var metric = MetricPath.parse(exchange.path(), exchange.query());
        if (metric.isPresent()) {
            DocumentHandler.requireReading(exchange);
            respond(exchange, 200, JSON, MetricPath.document(server.execute(caller, metric.get())));
        } else if (!health.serve(exchange)) {
            documents.handle(exchange);
        }
    }

    private void authorize(RequestUser caller, RequestInfo info) {
        var access = info.access();
        if (!server.allows(caller, access)) {
            throw info.target()
                    .map(target -> access.denied(target, caller))
                    .orElseGet(() -> ApiErrors.forbidden(access.refusal(caller.name())));
        }
    }

    private ApiResponse executed(
            Exchange exchange, RequestUser caller, RequestInfo info, Target target, ResponseWarnings warnings)
            throws IOException, InterruptedException {
        var reader = new OperationReader(exchange, target, server::revision);
        var call = reader.operation();
        if (!call.verb().equals(info.verb())) {
            throw new IllegalStateException("authorized %s, not %s".formatted(info.verb(), call));
        }
        reader.warnings().forEach(warnings::add);
        if (call instanceof Operation.Watch watch) {
            refuseWebSocket(exchange);
            return server.execute(caller, watch.timeout().isPresent() ? watch : watch.withTimeout(watchTime()));
        }
        return server.execute(caller, call);
    }

    /// Watches whose client does not say how long end at different times, so that not all of them begin anew at once.
    private Duration watchTime() {
        var shortest = limits.shortestWatch();
        return shortest.plusNanos((long) (random.nextDouble() * shortest.toNanos()));
    }

    /// Some clients (fabric8) request a watch over a WebSocket first and wait for the response to end
    /// before they know that they do not get one; after a 503 they retry without.
    private static void refuseWebSocket(Exchange exchange) {
        if (exchange.header("Upgrade").orElse("").equalsIgnoreCase("websocket")) {
            throw ApiErrors.unavailable(
                    "this server sends watches over plain HTTP: repeat the request without an upgrade to WebSocket");
        }
    }

    private static Optional<String> deprecation(Target target) {
        return switch (target.resource().qualifiedName()) {
            case "endpoints" ->
                Optional.of("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1" + " EndpointSlice");
            case "componentstatuses" -> Optional.of("v1 ComponentStatus is deprecated in v1.19+");
            default -> Optional.empty();
        };
    }

    private static int status(ApiResponse response) {
        return switch (response) {
            case ApiResponse.One(var _, var isNew) when isNew -> 201;
            case ApiResponse.Done(var status) when status.code() != 0 -> status.code();
            default -> 200;
        };
    }

    private static Tables.Include include(Exchange exchange) {
        return switch (exchange.query().first("includeObject").orElse("Metadata")) {
            case "None" -> Tables.Include.NONE;
            case "Object" -> Tables.Include.OBJECT;
            default -> Tables.Include.METADATA;
        };
    }

    /// Writes events as they come; when nothing more is waiting, what was written is sent.
    private void follow(Exchange exchange, Encoder encoder, EventStream events)
            throws IOException, InterruptedException {
        try (events) {
            exchange.setHeader("Content-Type", encoder.watchContentType());
            exchange.setHeader("Cache-Control", "no-cache, private");
            var stream = exchange.longStream(200);
            stream.onGone(events::close);
            stream.flush();
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                for (var ready = event; ready.isPresent(); ready = events.poll()) {
                    stream.write(encoder.encoded(ready.get(), server.now()));
                }
                stream.flush();
            }
        }
    }

    private static void respondError(Exchange exchange, ApiException failed) throws IOException {
        if (exchange.status() != 0) {
            return;
        }
        var status = failed.failure().status();
        status.details()
                .filter(details -> details.retryAfterSeconds() > 0)
                .ifPresent(details -> exchange.setHeader("Retry-After", Integer.toString(details.retryAfterSeconds())));
        var format = exchange.header("Accept").orElse("").startsWith("application/vnd.kubernetes.protobuf")
                ? new ResponseFormat(ResponseFormat.Encoding.PROTOBUF, ResponseFormat.Shape.OBJECT)
                : ResponseFormat.PLAIN;
        var encoder = new Encoder(format, Pod.PODS, Tables.Include.NONE);
        respond(exchange, status.code(), encoder.contentType(), encoder.encoded(status));
    }

    static void respond(Exchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.setHeader("Content-Type", type);
        exchange.setHeader("Cache-Control", "no-cache, private");
        exchange.respond(status, body);
    }
}
