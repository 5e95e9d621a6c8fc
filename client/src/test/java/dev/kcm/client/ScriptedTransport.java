package dev.kcm.client;

import dev.kcm.base.Deadline;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// Fails as told, in order, and succeeds afterwards.
final class ScriptedTransport implements Transport {
    final Deque<ApiFailure> failures = new ArrayDeque<>();
    final List<ApiRequest> requests = new ArrayList<>();
    final List<KubeObject> items = new ArrayList<>();
    List<String> warnings = List.of();

    @Override
    public String host() {
        return "test";
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        record(request);
        @SuppressWarnings("unchecked")
        var object = (A) ((Operation.Create) request.operation()).object();
        return new Response<>(object, 201, warnings, 100, 200);
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        record(request);
        return new Response<>(
                new WriteResult(new ObjectKey(request.namespace(), request.name()), "uid", "7"),
                200,
                warnings,
                100,
                200);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> consumer) {
        items.forEach(item -> consumer.accept((A) item));
        record(request);
        return new Response<>(new ListPosition("7", "", java.util.OptionalLong.empty()), 200, warnings, 0, 0);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    private void record(ApiRequest request) {
        requests.add(request);
        var failure = failures.poll();
        if (failure != null) {
            throw new ApiException(failure);
        }
    }
}
