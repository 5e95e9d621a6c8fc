package dev.kcm.testing.backend;

import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Ask;
import dev.kcm.client.ListPosition;
import dev.kcm.client.ListQuery;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.function.Consumer;

/// Shows one namespace as if it were all there is, so that several scenarios can run on one
/// cluster without their controllers interfering.
record ScopedTransport(Transport server, String namespace) implements Transport {

    @Override
    public String host() {
        return server.host();
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        return server.send(request, as);
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        return server.sendForResult(request);
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        return request.ask() instanceof Ask.ListItems(var query)
                ? server.list(narrowed(request, new Ask.ListItems(narrowed(request, query))), as, items)
                : server.list(request, as, items);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        return request.ask() instanceof Ask.WatchChanges(var query)
                ? server.watch(narrowed(request, new Ask.WatchChanges(narrowed(request, query))), as)
                : server.watch(request, as);
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        return server.raw(path, accept, deadline);
    }

    @Override
    public String authorities() {
        return server.authorities();
    }

    @Override
    public void close() {
        server.close();
    }

    private ApiRequest narrowed(ApiRequest request, Ask ask) {
        return new ApiRequest(
                request.resource(),
                isNarrowed(request) ? namespace : request.namespace(),
                request.name(),
                request.subresource(),
                ask,
                request.deadline());
    }

    private ListQuery narrowed(ApiRequest request, ListQuery query) {
        if (isNamespaces(request)) {
            return query.withFieldSelector("metadata.name=" + namespace);
        }
        return isNarrowed(request) ? query.withNamespace(namespace) : query;
    }

    private WatchQuery narrowed(ApiRequest request, WatchQuery query) {
        if (isNamespaces(request)) {
            return query.withFieldSelector("metadata.name=" + namespace);
        }
        return isNarrowed(request) ? query.withNamespace(namespace) : query;
    }

    private static boolean isNarrowed(ApiRequest request) {
        return request.resource().isNamespaced() && request.namespace().isEmpty();
    }

    private static boolean isNamespaces(ApiRequest request) {
        return request.resource().qualifiedName().equals("namespaces");
    }
}
