package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RequestAuthentication;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.table.Tables;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.serving.BodyTooLargeException;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Serves HTTP requests.
public final class ApiHandler implements Handler {
    private static final String AGGREGATED = "apidiscovery.k8s.io";
    private static final Pattern HAS_DOTS = Pattern.compile("/\\.\\.?(/|$)");

    private final OperationHandler server;
    private final RequestAuthentication authentication;
    private final ImpersonationFilter impersonation;

    public ApiHandler(OperationHandler server, RequestAuthentication authentication) {
        this.server = server;
        this.authentication = authentication;
        this.impersonation = new ImpersonationFilter(server);
    }

    @Override
    public void handle(Exchange exchange) throws IOException, InterruptedException {
        try {
            var authenticated = authentication
                    .identify(exchange.peerCertificates(), exchange.header("Authorization"))
                    .orElseThrow(ApiErrors::unauthorized);
            var caller = impersonation.effective(exchange, authenticated);
            if (HAS_DOTS.matcher(exchange.rawPath()).find()) {
                throw ApiErrors.noSuchPath(); // upstream's paths stand for what they say
            }
            var target = ResourcePath.parse(exchange.path());
            if (target.isPresent()) {
                serve(exchange, caller, target.get());
            } else {
                describe(exchange, caller);
            }
        } catch (ApiException failed) {
            respondError(exchange, failed);
        } catch (BodyTooLargeException problem) {
            respondError(exchange, ApiErrors.tooLarge(ApiErrors.said(problem)));
        }
    }

    private void serve(Exchange exchange, RequestUser caller, Target target) throws IOException, InterruptedException {
        var format = ResponseFormat.of(exchange.header("Accept").orElse(""), target.resource());
        var encoder = new Encoder(format, target.resource(), include(exchange));
        var reader = new OperationReader(exchange, target);
        var call = reader.operation();
        if (call instanceof Operation.Watch) {
            refuseWebSocket(exchange);
        }
        var response = server.handle(caller, call);
        var warnings = Stream.concat(deprecation(target).stream(), reader.warnings().stream());
        WarningHeaders.of(warnings.toList()).forEach(header -> exchange.addHeader("Warning", header));
        if (response instanceof ApiResponse.Following(var events)) {
            follow(exchange, encoder, events);
        } else {
            respond(exchange, status(response), encoder.contentType(), encoder.encoded(response, server.now()));
        }
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

    private void describe(Exchange exchange, RequestUser caller) throws IOException {
        var path = exchange.path();
        var access = ResourcePath.unknown(exchange.method(), path)
                .orElseGet(() -> AccessAttributes.toPath(exchange.method().toLowerCase(Locale.ROOT), path));
        if (!server.allows(caller, access)) {
            throw ApiErrors.forbidden(access.refusal(caller.name()));
        }
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw ApiErrors.methodNotAllowed();
        }
        var isAggregated = MediaRange.list(exchange.header("Accept").orElse("")).stream()
                .anyMatch(range -> range.parameter("g").equals(AGGREGATED)
                        && range.parameter("v").equals("v2"));
        switch (path) {
            case "/api", "/apis", "/api/", "/apis/" ->
                discover(exchange, path.startsWith("/api") && !path.startsWith("/apis"), isAggregated);
            case "/version", "/version/" -> respond(exchange, VersionInfo.document());
            case "/healthz", "/livez", "/readyz" -> exchange.respondText(200, "ok");
            case "/openapi/v2" -> describeSchema(exchange);
            case "/openapi/v3" -> respond(exchange, OpenApi.thirdIndex());
            default -> describeGroup(exchange, path);
        }
    }

    private static void describeSchema(Exchange exchange) throws IOException {
        var isProtobuf = MediaRange.list(exchange.header("Accept").orElse("")).stream()
                .findFirst()
                .filter(range -> range.type().equals(OpenApiProtobuf.MEDIA_TYPE))
                .isPresent();
        if (isProtobuf) {
            respond(exchange, 200, OpenApiProtobuf.CONTENT_TYPE, OpenApi.secondAsProtobuf());
        } else {
            respond(exchange, OpenApi.second());
        }
    }

    private static void discover(Exchange exchange, boolean isCore, boolean isAggregated) throws IOException {
        if (isAggregated) {
            respond(
                    exchange,
                    200,
                    AggregatedDocument.CONTENT_TYPE,
                    DiscoveryDocuments.aggregated(isCore).toBytes());
        } else {
            respond(exchange, isCore ? DiscoveryDocuments.coreVersions() : DiscoveryDocuments.groups());
        }
    }

    private static void describeGroup(Exchange exchange, String path) throws IOException {
        if (path.startsWith("/openapi/v3/")) {
            respond(
                    exchange,
                    OpenApi.third(path.substring("/openapi/v3/".length())).orElseThrow(ApiErrors::noSuchPath));
            return;
        }
        var parts = ResourcePath.parts(path).toArray(String[]::new);
        var isCore = parts[0].equals("api") && parts.length == 2;
        var isGroup = parts[0].equals("apis") && parts.length == 2;
        var isVersion = parts[0].equals("apis") && parts.length == 3;
        if (isGroup && ServedResources.groups().containsKey(parts[1])) {
            respond(
                    exchange,
                    DiscoveryDocuments.group(parts[1], ServedResources.groups().get(parts[1])));
        } else if (isCore && ServedResources.isServed("", parts[1])) {
            respond(exchange, DiscoveryDocuments.resources("", parts[1]));
        } else if (isVersion && ServedResources.isServed(parts[1], parts[2])) {
            respond(exchange, DiscoveryDocuments.resources(parts[1], parts[2]));
        } else if (parts[0].equals("api") || (parts[0].equals("apis") && isServedGroup(parts))) {
            throw ApiErrors.noSuchPath();
        } else {
            exchange.respondText(404, "404 page not found\n");
        }
    }

    private static boolean isServedGroup(String[] parts) {
        return parts.length > 1 && ServedResources.groups().containsKey(parts[1]);
    }

    private static void respond(Exchange exchange, JsonObject document) throws IOException {
        respond(exchange, 200, "application/json", document.toBytes());
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

    private static void respond(Exchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.setHeader("Content-Type", type);
        exchange.setHeader("Cache-Control", "no-cache, private");
        exchange.respond(status, body);
    }
}
