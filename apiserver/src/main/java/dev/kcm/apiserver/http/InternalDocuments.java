package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.table.Tables;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.serving.Query;
import java.util.Optional;

/// What callers inside the process read as a document, not as objects: aggregated discovery, values of metrics, and
/// objects and lists as JSON.
public final class InternalDocuments {
    /// A document and its media type.
    public record Document(String contentType, byte[] content) {}

    static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private static final String JSON = "application/json";

    private final OperationHandler server;
    private final DiscoveryDocuments discovery;

    public InternalDocuments(OperationHandler server) {
        this.server = server;
        this.discovery = new DiscoveryDocuments(server::measuredResources);
    }

    /// What a GET returns; nothing for paths that are not served here.
    ///
    /// @param request the path with its query
    /// @throws dev.kcm.model.failure.ApiException if it is denied or fails
    public Optional<Document> at(RequestUser caller, String request) throws InterruptedException {
        int mark = request.indexOf('?');
        var path = mark < 0 ? request : request.substring(0, mark);
        var query = Query.of(mark < 0 ? "" : request.substring(mark + 1));
        if (path.equals("/api") || path.equals("/apis")) {
            return Optional.of(new Document(
                    AGGREGATED, discovery.aggregated(path.equals("/api")).toBytes()));
        }
        var metric = MetricPath.parse(path, query);
        if (metric.isPresent()) {
            require(caller, ResourcePath.unknown("GET", path).orElseThrow());
            return Optional.of(new Document(JSON, MetricPath.document(server.execute(caller, metric.get()))));
        }
        var target = ResourcePath.parse(path);
        return target.isEmpty() ? Optional.empty() : Optional.of(read(caller, target.get(), query));
    }

    private Document read(RequestUser caller, Target target, Query query) throws InterruptedException {
        Operation call = target.name().isEmpty()
                ? Operation.ListObjects.all(target, OperationReader.selection(query))
                : new Operation.Get(target);
        require(caller, AccessAttributes.of(call));
        var encoder = new Encoder(ResponseFormat.PLAIN, target.resource(), Tables.Include.NONE);
        return new Document(JSON, encoder.encoded(server.execute(caller, call), server.now()));
    }

    private void require(RequestUser caller, AccessAttributes access) {
        if (!server.allows(caller, access)) {
            throw ApiErrors.forbidden(access.refusal(caller.name()));
        }
    }
}
