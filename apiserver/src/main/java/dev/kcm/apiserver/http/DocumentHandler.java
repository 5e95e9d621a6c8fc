package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.json.JsonObject;
import dev.kcm.serving.Exchange;
import java.io.IOException;

/// Serves the paths that are no resource: discovery, schemas, version and health.
final class DocumentHandler {
    private static final String AGGREGATED = "apidiscovery.k8s.io";

    private final DiscoveryDocuments discovery;

    DocumentHandler(DiscoveryDocuments discovery) {
        this.discovery = discovery;
    }

    /// Responds for a caller that may get the path.
    void handle(Exchange exchange) throws IOException {
        var path = exchange.path();
        requireReading(exchange);
        var isAggregated = MediaRange.list(exchange.header("Accept").orElse("")).stream()
                .anyMatch(range -> range.parameter("g").equals(AGGREGATED)
                        && range.parameter("v").equals("v2"));
        switch (path) {
            case "/api", "/apis", "/api/", "/apis/" -> discover(exchange, !path.startsWith("/apis"), isAggregated);
            case "/version", "/version/" -> respond(exchange, VersionInfo.document());
            case "/openapi/v2" -> describeSchema(exchange);
            case "/openapi/v3" -> respond(exchange, OpenApi.thirdIndex());
            default -> describeGroup(exchange, path);
        }
    }

    static void requireReading(Exchange exchange) {
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw ApiErrors.methodNotAllowed();
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

    private void discover(Exchange exchange, boolean isCore, boolean isAggregated) throws IOException {
        if (isAggregated) {
            respond(
                    exchange,
                    200,
                    InternalDocuments.AGGREGATED,
                    discovery.aggregated(isCore).toBytes());
        } else {
            respond(exchange, isCore ? DiscoveryDocuments.coreVersions() : DiscoveryDocuments.groups());
        }
    }

    private void describeGroup(Exchange exchange, String path) throws IOException {
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
            respond(exchange, discovery.resources("", parts[1]));
        } else if (isVersion && ServedResources.isServed(parts[1], parts[2])) {
            respond(exchange, discovery.resources(parts[1], parts[2]));
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

    private static void respond(Exchange exchange, int status, String type, byte[] body) throws IOException {
        ApiHandler.respond(exchange, status, type, body);
    }
}
