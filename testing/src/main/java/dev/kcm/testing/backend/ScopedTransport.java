package dev.kcm.testing.backend;

import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.ListPosition;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.selector.FieldSelector;
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
        return request.operation() instanceof Operation.ListObjects list
                ? server.list(
                        request.with(list.with(narrowed(list.target()), narrowed(list.target(), list.selection()))),
                        as,
                        items)
                : server.list(request, as, items);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        return request.operation() instanceof Operation.Watch watch
                ? server.watch(
                        request.with(watch.with(narrowed(watch.target()), narrowed(watch.target(), watch.selection()))),
                        as)
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

    private Target narrowed(Target target) {
        return isNarrowed(target) ? Target.collection(target.resource(), namespace) : target;
    }

    private Selection narrowed(Target target, Selection selection) {
        return target.resource().qualifiedName().equals("namespaces")
                ? new Selection(selection.labels(), FieldSelector.parse("metadata.name=" + namespace))
                : selection;
    }

    private static boolean isNarrowed(Target target) {
        return target.resource().isNamespaced() && target.namespace().isEmpty();
    }
}
