package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.json.JsonObject;
import dev.kcm.serving.Exchange;
import java.io.IOException;

/// Serves the paths that are no resource: discovery, schemas, version and health.
final class DocumentHandler {
    private static final String AGGREGATED = "apidiscovery.k8s.io";

    private DocumentHandler() {}

    /// Responds for a caller that may get the path.
    static void handle(Exchange exchange) throws IOException {
        var path = exchange.path();
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw ApiErrors.methodNotAllowed();
        }
        var isAggregated = MediaRange.list(exchange.header("Accept").orElse("")).stream()
                .anyMatch(range -> range.parameter("g").equals(AGGREGATED)
                        && range.parameter("v").equals("v2"));
        switch (path) {
            case "/api", "/apis" -> discover(exchange, path.equals("/api"), isAggregated);
            case "/version", "/version/" -> respond(exchange, VersionInfo.document());
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
        var parts = path.substring(1).split("/", -1);
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
        } else {
            throw ApiErrors.noSuchPath();
        }
    }

    private static void respond(Exchange exchange, JsonObject document) throws IOException {
        respond(exchange, 200, "application/json", document.toBytes());
    }

    private static void respond(Exchange exchange, int status, String type, byte[] body) throws IOException {
        ApiHandler.respond(exchange, status, type, body);
    }
}
