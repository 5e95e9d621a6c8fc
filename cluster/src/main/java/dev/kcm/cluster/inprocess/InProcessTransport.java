package dev.kcm.cluster.inprocess;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Failures;
import dev.kcm.client.ListPosition;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.operation.Operation;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Requests to a server in this process, as one identity. Objects are shared with the server's
/// store, not copied: they are immutable.
///
/// A deadline that has passed fails the request before it starts; one that began runs to its end,
/// since it waits for nothing but the disk. Closing ends the watches.
public final class InProcessTransport implements Transport {
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final ApiServer server;
    private final RequestUser identity;
    private final String authorities;
    private final Set<Watch<?>> watches = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /// @param authorities the certificates that clients should trust, as PEM text
    public InProcessTransport(ApiServer server, RequestUser identity, String authorities) {
        this.server = server;
        this.identity = identity;
        this.authorities = authorities;
    }

    @Override
    public String host() {
        return "in-process";
    }

    @Override
    public String authorities() {
        return authorities;
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        return switch (answer(request)) {
            case ApiResponse.One(var object, var isNew) -> answered(Views.of(object, as), isNew ? CREATED : OK);
            case ApiResponse.Done(var status) -> answered(sent(request, as), status.code());
            case ApiResponse.Many _, ApiResponse.Following _ -> throw unexpected(request);
        };
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        var asked = new ObjectKey(request.namespace(), request.name());
        return switch (answer(request)) {
            case ApiResponse.One(var object, var isNew) ->
                answered(new WriteResult(object.key(), object.uid(), object.resourceVersion()), isNew ? CREATED : OK);
            case ApiResponse.Many _, ApiResponse.Done _ -> answered(new WriteResult(asked, "", ""), OK);
            case ApiResponse.Following _ -> throw unexpected(request);
        };
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        if (!(answer(request) instanceof ApiResponse.Many many)) {
            throw unexpected(request);
        }
        many.items().forEach(item -> items.accept(Views.of(item, as)));
        return answered(position(many.metadata()), OK);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        if (!(answer(request) instanceof ApiResponse.Following following)) {
            throw unexpected(request);
        }
        var watch = new InProcessWatch<>(following.events(), as, watches::remove);
        watches.add(watch);
        if (isClosed) {
            watch.close();
        }
        return watch;
    }

    /// Of the documents only those with readers in this process.
    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        var request = "GET " + path;
        requireOpen(request, deadline);
        try {
            var document = server.documents()
                    .at(identity, path)
                    .orElseThrow(() -> new ApiException(Failures.transport(request + " is not served in process")));
            return answered(new RawResponse(OK, document.contentType(), document.content()), OK);
        } catch (InterruptedException interrupted) {
            throw interrupted(request + ": interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        List.copyOf(watches).forEach(Watch::close);
    }

    private ApiResponse answer(ApiRequest request) {
        requireOpen(request.toString(), request.deadline());
        try {
            return server.handle(identity, request.operation());
        } catch (InterruptedException interrupted) {
            throw interrupted(request + ": interrupted; it may have happened", interrupted);
        }
    }

    private void requireOpen(String request, Deadline deadline) {
        if (isClosed) {
            throw new ApiException(Failures.transport(request + ": the client is closed"));
        }
        if (deadline.hasPassed()) {
            throw new ApiException(Failures.timeout(request + ": the deadline has passed"));
        }
    }

    private static ApiException interrupted(String what, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new ApiException(Failures.transport(what), cause);
    }

    /// Some subresources (binding, eviction) return a mere success: the object that was sent is returned
    /// instead, as callers of these do not read it.
    private static <A extends KubeObject> A sent(ApiRequest request, Resource<A> as) {
        if (request.operation() instanceof Operation.Create create) {
            return Views.of(create.object(), as);
        }
        throw unexpected(request);
    }

    private static ListPosition position(ListMeta metadata) {
        var remaining = metadata.remainingItemCount().map(OptionalLong::of).orElse(OptionalLong.empty());
        return new ListPosition(metadata.resourceVersion(), metadata.continue_(), remaining);
    }

    private static <R> Response<R> answered(R value, int code) {
        return new Response<>(value, code, List.of(), 0, 0);
    }

    private static IllegalStateException unexpected(ApiRequest request) {
        return new IllegalStateException("The server returned something else than " + request);
    }
}
