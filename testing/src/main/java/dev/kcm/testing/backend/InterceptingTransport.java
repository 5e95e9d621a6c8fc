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
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Between one of our controllers and a server: records every write, injects the faults of the
/// script, and lets nothing through once the process it belongs to has ended.
final class InterceptingTransport implements Transport {
    private final Transport server;
    private final String controller;
    private final WriteLog log;
    private final FaultScript faults;
    private final ProcessState state;

    InterceptingTransport(Transport server, String controller, WriteLog log, FaultScript faults, ProcessState state) {
        this.server = server;
        this.controller = controller;
        this.log = log;
        this.faults = faults;
        this.state = state;
    }

    @Override
    public String host() {
        return server.host();
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        return intercepted(request, () -> server.send(request, as), KubeObject::key);
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        return intercepted(request, () -> server.sendForResult(request), WriteResult::key);
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        state.requireRunning(request);
        failIfScripted(request);
        return server.list(request, as, items);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        state.requireRunning(request);
        throwIfPresent(faults.refusalToWatch(request));
        var watch = new InterceptedWatch<>(as, server.watch(request, as), faults::closed);
        faults.opened(watch);
        return watch;
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        if (!DiscoveryDocument.isAt(path)) {
            return server.raw(path, accept, deadline);
        }
        throwIfPresent(faults.refusal(RequestPattern.DISCOVERY, path));
        var response = server.raw(path, accept, deadline);
        var unavailable = faults.unavailableGroups();
        return unavailable.isEmpty()
                ? response
                : new Response<>(
                        DiscoveryDocument.without(unavailable, path, response.value()),
                        response.code(),
                        response.warnings(),
                        response.bytesSent(),
                        response.bytesReceived());
    }

    @Override
    public String authorities() {
        return server.authorities();
    }

    @Override
    public void close() {
        server.close();
    }

    private <R> Response<R> intercepted(
            ApiRequest request, Supplier<Response<R>> sending, Function<R, ObjectKey> keyOf) {
        state.requireRunning(request);
        if (request.operation() instanceof Operation.Get) {
            failIfScripted(request);
            return sending.get();
        }
        try {
            failIfScripted(request);
            var response = sending.get();
            log.record(controller, request, keyOf.apply(response.value()), Optional.empty());
            crashIfScripted(request);
            return response;
        } catch (ApiException refused) {
            if (!state.hasEnded()) {
                log.record(
                        controller,
                        request,
                        requestedKey(request),
                        Optional.of(refused.failure().message()));
            }
            throw refused;
        }
    }

    private void failIfScripted(ApiRequest request) {
        throwIfPresent(faults.refusal(request));
    }

    private static void throwIfPresent(Optional<ApiFailure> refusal) {
        if (refusal.isPresent()) {
            throw new ApiException(refusal.get());
        }
    }

    /// Events are recorded after the fact: a crash between a write and its event is one after the
    /// write.
    private void crashIfScripted(ApiRequest request) {
        if (!request.resource().plural().equals("events") && faults.crashesNow()) {
            state.end();
            throw ProcessState.processEnded(request);
        }
    }

    private static ObjectKey requestedKey(ApiRequest request) {
        return request.operation().key();
    }
}
