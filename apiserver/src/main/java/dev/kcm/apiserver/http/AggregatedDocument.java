package dev.kcm.apiserver.http;

import java.util.Optional;

/// The aggregated discovery documents, for callers inside the process.
public final class AggregatedDocument {
    public static final String CONTENT_TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private AggregatedDocument() {}

    /// The one at `/api` or `/apis`.
    public static Optional<byte[]> at(String path) {
        return switch (path) {
            case "/api" -> Optional.of(DiscoveryDocuments.aggregated(true).toBytes());
            case "/apis" -> Optional.of(DiscoveryDocuments.aggregated(false).toBytes());
            default -> Optional.empty();
        };
    }
}
