package dev.kcm.testing.backend;

import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Ask;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Between one of our controllers and a server: writes down every write, lets go wrong what the
/// script says, and lets nothing through once the process it belongs to has ended.
final class TappedTransport implements Transport {
    private final Transport server;
    private final String controller;
    private final WriteLog log;
    private final FaultScript faults;
    private final Life life;

    TappedTransport(Transport server, String controller, WriteLog log, FaultScript faults, Life life) {
        this.server = server;
        this.controller = controller;
        this.log = log;
        this.faults = faults;
        this.life = life;
    }

    @Override
    public String host() {
        return server.host();
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        return tapped(request, () -> server.send(request, as), KubeObject::key);
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        return tapped(request, () -> server.sendForResult(request), WriteResult::key);
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        life.requireAlive(request);
        refuseIfScripted(request);
        return server.list(request, as, items);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        life.requireAlive(request);
        throwIfPresent(faults.refusalToWatch(request));
        var watch = new TappedWatch<>(as, server.watch(request, as), faults::closed);
        faults.opened(watch);
        return watch;
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        if (!DiscoveryDocument.isAt(path)) {
            return server.raw(path, accept, deadline);
        }
        throwIfPresent(faults.refusal(RequestPattern.DISCOVERY, path));
        var answer = server.raw(path, accept, deadline);
        var silent = faults.silentGroups();
        return silent.isEmpty()
                ? answer
                : new Response<>(
                        DiscoveryDocument.without(silent, path, answer.value()),
                        answer.code(),
                        answer.warnings(),
                        answer.bytesSent(),
                        answer.bytesReceived());
    }

    @Override
    public String authorities() {
        return server.authorities();
    }

    @Override
    public void close() {
        server.close();
    }

    private <R> Response<R> tapped(ApiRequest request, Supplier<Response<R>> sending, Function<R, ObjectKey> keyOf) {
        life.requireAlive(request);
        if (request.ask() instanceof Ask.Get) {
            refuseIfScripted(request);
            return sending.get();
        }
        try {
            refuseIfScripted(request);
            var answer = sending.get();
            log.wrote(controller, request, keyOf.apply(answer.value()), Optional.empty());
            crashIfScripted(request);
            return answer;
        } catch (ApiException refused) {
            if (!life.isOver()) {
                log.wrote(
                        controller,
                        request,
                        asked(request),
                        Optional.of(refused.failure().message()));
            }
            throw refused;
        }
    }

    private void refuseIfScripted(ApiRequest request) {
        throwIfPresent(faults.refusal(request));
    }

    private static void throwIfPresent(Optional<ApiFailure> refusal) {
        if (refusal.isPresent()) {
            throw new ApiException(refusal.get());
        }
    }

    /// Events are told after the fact: a crash between a write and its event is one after the
    /// write.
    private void crashIfScripted(ApiRequest request) {
        if (!request.resource().plural().equals("events") && faults.crashesNow()) {
            life.end();
            throw Life.gone(request);
        }
    }

    private static ObjectKey asked(ApiRequest request) {
        return request.ask() instanceof Ask.Create(var object, var _)
                ? object.key()
                : ObjectKey.of(request.namespace(), request.name());
    }
}
