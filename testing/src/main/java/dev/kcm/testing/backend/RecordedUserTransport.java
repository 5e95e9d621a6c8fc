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
import dev.kcm.testing.trajectory.UserWrites;
import java.util.function.Consumer;

/// Between the user of a scenario and a server: remembers what the user wrote.
final class RecordedUserTransport implements Transport {
    private final Transport server;
    private final UserWrites writes;

    RecordedUserTransport(Transport server, UserWrites writes) {
        this.server = server;
        this.writes = writes;
    }

    @Override
    public String host() {
        return server.host();
    }

    @Override
    public String authorities() {
        return server.authorities();
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        writes.record(request.operation());
        return server.send(request, as);
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        writes.record(request.operation());
        return server.sendForResult(request);
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        return server.list(request, as, items);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        return server.watch(request, as);
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        return server.raw(path, accept, deadline);
    }

    @Override
    public void close() {
        server.close();
    }
}
