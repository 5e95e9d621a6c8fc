package dev.kcm.client.remote;

import dev.kcm.base.Deadline;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Failures;
import dev.kcm.client.ListPosition;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WriteGate;
import dev.kcm.client.WriteResult;
import dev.kcm.client.config.ClientIdentity;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Credentials;
import dev.kcm.client.http.DeadlineExceededException;
import dev.kcm.client.http.HeaderBlock;
import dev.kcm.client.http.HttpRequest;
import dev.kcm.client.http.HttpResponse;
import dev.kcm.client.http.HttpStream;
import dev.kcm.client.http.RequestNotSentException;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Requests over HTTP as one identity with one user agent. Several may share an endpoint. Closing
/// it ends its watches; the endpoint's owner closes the connections.
final class HttpTransport implements Transport {
    private static final int LONGEST_OBJECT = 64 * 1024 * 1024;
    private static final int LONGEST_JSON_LIST = 1024 * 1024 * 1024;
    private static final int UNAUTHORIZED = 401;

    private final Endpoint endpoint;
    private final Credentials credentials;
    private final HeaderBlock usual;
    private final WriteGate gate;
    private final Runnable onClose;
    private final Set<Watch<?>> watches = ConcurrentHashMap.newKeySet();

    HttpTransport(Endpoint endpoint, Credentials credentials, HeaderBlock usual, WriteGate gate, Runnable onClose) {
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.usual = usual;
        this.gate = gate;
        this.onClose = onClose;
    }

    /// Reads the body of a response that reports success.
    private interface Reader<R> {
        Sized<R> read(HttpResponse response) throws IOException;
    }

    private record Sized<R>(R value, long bytes) {}

    @Override
    public String host() {
        return endpoint.server().authority();
    }

    @Override
    public String authorities() {
        return endpoint.config().trust().pem();
    }

    @Override
    public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
        return exchange(request, MediaTypes.forObject(as), response -> {
            var body = response.readAll(LONGEST_OBJECT);
            return new Sized<>(object(ResponseReader.contentType(response), body, as), body.length);
        });
    }

    @Override
    public Response<WriteResult> sendForResult(ApiRequest request) {
        var asked = new ObjectKey(request.namespace(), request.name());
        boolean answersList = request.operation() instanceof Operation.DeleteCollection;
        return exchange(
                request,
                answersList ? MediaTypes.forList(request.resource()) : MediaTypes.forWriteResult(request.resource()),
                response -> {
                    var body = response.readAll(LONGEST_JSON_LIST);
                    return new Sized<>(
                            answersList
                                    ? new WriteResult(asked, "", "")
                                    : WriteResultReader.read(ResponseReader.contentType(response), body, asked),
                            body.length);
                });
    }

    @Override
    public <A extends KubeObject> Response<ListPosition> list(
            ApiRequest request, Resource<A> as, Consumer<? super A> items) {
        return exchange(request, MediaTypes.forList(as), response -> {
            if (!MediaTypes.isProtobuf(ResponseReader.contentType(response))) {
                var body = response.readAll(LONGEST_JSON_LIST);
                var metadata = as.decodeList(JsonReader.of(body), items);
                return new Sized<>(position(metadata), body.length);
            }
            var stream = new ListStream(response.body());
            var metadata = stream.read(as, items);
            return new Sized<>(position(metadata), stream.bytesRead());
        });
    }

    @Override
    public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
        var watched = (Operation.Watch) request.operation();
        var operation =
                watched.withTimeout(endpoint.watchTimeout(watched.timeout().orElseThrow()));
        return guarded(request.toString(), () -> {
            var stream = open(request.with(operation), MediaTypes.forObject(as));
            var watch = new HttpWatch<>(stream, as, new WatchTimeouts(operation), watches::remove);
            watches.add(watch);
            return watch;
        });
    }

    @Override
    public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
        return guarded(
                "GET " + path,
                () -> exchange(
                        "GET " + path,
                        identity -> HttpRequest.get(endpoint.server().path() + path, headers(identity, accept)),
                        deadline,
                        response -> {
                            var body = response.readAll(LONGEST_JSON_LIST);
                            var type = ResponseReader.contentType(response);
                            return new Sized<>(new RawResponse(response.status(), type, body), body.length);
                        }));
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
        onClose.run();
    }

    private <R> Response<R> exchange(ApiRequest request, String accept, Reader<R> reader) {
        return guarded(request.toString(), () -> {
            var body = RequestBody.of(request.operation());
            return exchange(
                    request.toString(),
                    identity -> http(request, body, headers(identity, accept)),
                    request.deadline(),
                    reader);
        });
    }

    private interface Maker {
        HttpRequest make(ClientIdentity identity);
    }

    /// Sends, and once more if the server does not know us and we have another identity by now.
    private <R> Response<R> exchange(String description, Maker maker, Deadline deadline, Reader<R> reader)
            throws IOException {
        endpoint.refresh();
        var identity = credentials.identity();
        boolean isLastTry = false;
        while (true) {
            var http = maker.make(identity);
            try (var response = endpoint.pool().send(http, deadline, () -> mayLeave(http))) {
                if (response.status() < 300) {
                    var read = reader.read(response);
                    return new Response<>(
                            read.value(),
                            response.status(),
                            ResponseReader.warnings(response.headers()),
                            http.body().length,
                            read.bytes());
                }
                var failure = ResponseReader.failure(response, description);
                if (response.status() != UNAUTHORIZED || isLastTry || !credentials.renew(identity)) {
                    throw failure;
                }
            }
            endpoint.refresh();
            identity = credentials.identity();
            isLastTry = true;
        }
    }

    private boolean mayLeave(HttpRequest http) {
        return http.method().equals("GET") || gate.isOpen();
    }

    private HttpStream open(ApiRequest request, String accept) throws IOException {
        endpoint.refresh();
        var identity = credentials.identity();
        var http = http(request, RequestBody.of(request.operation()), headers(identity, accept));
        var stream = endpoint.pool().stream(http, request.deadline());
        if (stream.response().status() < 300) {
            return stream;
        }
        try (stream) {
            var failure = ResponseReader.failure(stream.response(), request.toString());
            if (stream.response().status() == UNAUTHORIZED) {
                var _ = credentials.renew(identity); // for whoever tries again
            }
            throw failure;
        }
    }

    private HttpRequest http(ApiRequest request, RequestBody body, HeaderBlock headers) {
        return new HttpRequest(
                request.operation().httpMethod(),
                RequestTargets.of(endpoint.server().path(), request),
                headers.and(body.header()),
                body.content());
    }

    private HeaderBlock headers(ClientIdentity identity, String accept) {
        var headers = usual.and("Accept", accept);
        return identity.authorization()
                .map(secret -> headers.and("Authorization", secret))
                .orElse(headers);
    }

    private static <A extends KubeObject> A object(String contentType, byte[] body, Resource<A> as) {
        return MediaTypes.isProtobuf(contentType)
                ? as.decode(Envelope.open(body).content().withoutManagedFields())
                : as.decode(JsonReader.of(body));
    }

    private static ListPosition position(ListMeta metadata) {
        var remaining = metadata.remainingItemCount().map(OptionalLong::of).orElse(OptionalLong.empty());
        return new ListPosition(metadata.resourceVersion(), metadata.continue_(), remaining);
    }

    private interface Work<R> {
        R run() throws IOException;
    }

    private static <R> R guarded(String description, Work<R> work) {
        try {
            return work.run();
        } catch (RequestNotSentException heldBack) {
            throw new ApiException(ApiFailure.notLeader(), heldBack);
        } catch (DeadlineExceededException late) {
            throw new ApiException(Failures.timeout(description + ": " + late.getMessage()), late);
        } catch (IOException broken) {
            throw new ApiException(Failures.transport(description + ": " + broken.getMessage()), broken);
        } catch (ProtoException | JsonException unreadable) {
            throw new ApiException(Failures.unreadable(description, unreadable), unreadable);
        } catch (ConfigException unknown) {
            throw new ApiException(Failures.noIdentity(description, unknown), unknown);
        }
    }
}
