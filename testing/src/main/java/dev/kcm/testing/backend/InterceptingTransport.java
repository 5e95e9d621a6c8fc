package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
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
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final Clock clock;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean isClosing;

    /// @param clock that of the network, whatever our controllers' own shows
    InterceptingTransport(
            Transport server, String controller, WriteLog log, FaultScript faults, ProcessState state, Clock clock) {
        this.server = server;
        this.controller = controller;
        this.log = log;
        this.faults = faults;
        this.state = state;
        this.clock = clock;
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
        throwIfPresent(faults.watches().refusal(request));
        failIfScripted(request);
        return server.list(request, as, items);
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        state.requireRunning(request);
        throwIfPresent(faults.watches().refusal(request));
        var watch = new InterceptedWatch<>(as, server.watch(request, as), faults.watches());
        faults.watches().opened(watch);
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

    /// What is under way arrives before.
    @Override
    public void close() {
        isClosing = true;
        closeWhenDone();
    }

    private void closeWhenDone() {
        if (isClosing && underWay.get() == 0) {
            server.close();
        }
    }

    private <R> Response<R> intercepted(
            ApiRequest request, Supplier<Response<R>> sending, Function<R, ObjectKey> keyOf) {
        state.requireRunning(request);
        if (request.operation() instanceof Operation.Get) {
            failIfScripted(request);
            return sending.get();
        }
        var delay = faults.delay(request);
        return delay.isZero()
                ? written(request, sending, keyOf)
                : delayed(delay, () -> written(request, sending, keyOf));
    }

    private <R> Response<R> written(ApiRequest request, Supplier<Response<R>> sending, Function<R, ObjectKey> keyOf) {
        var response = sentOrRefused(request, sending);
        log.record(controller, request, keyOf.apply(response.value()), Optional.empty());
        crashIfScripted(request);
        if (faults.losesResponse(request)) {
            throw new ApiException(Failures.transport(request + ": the response was lost"));
        }
        return response;
    }

    private <R> Response<R> sentOrRefused(ApiRequest request, Supplier<Response<R>> sending) {
        try {
            failIfScripted(request);
            return sending.get();
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

    /// Whatever becomes of its sender, a request that is under way arrives.
    private <R> Response<R> delayed(Duration time, Supplier<Response<R>> sending) {
        var arrived = new CompletableFuture<Response<R>>();
        underWay.incrementAndGet();
        var _ = Thread.ofVirtual().name("request-under-way").start(() -> {
            try {
                clock.sleep(time);
                arrived.complete(sending.get());
            } catch (ApiException | InterruptedException failed) {
                arrived.completeExceptionally(failed);
            } finally {
                underWay.decrementAndGet();
                closeWhenDone();
            }
        });
        try {
            return arrived.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ApiException(Failures.transport("Interrupted while the request was under way"), interrupted);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ApiException refused
                    ? refused
                    : new ApiException(Failures.transport("The request was lost: " + failed.getCause()), failed);
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
