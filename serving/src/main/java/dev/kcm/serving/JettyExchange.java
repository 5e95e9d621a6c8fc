package dev.kcm.serving;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// One exchange over the library's request and response. Used by the handler's thread; [#end()] and
/// [#interrupt()] come from others.
final class JettyExchange implements Exchange {
    private static final Logger LOG = System.getLogger("dev.kcm.serving");
    private static final int PAYLOAD_TOO_LARGE = 413;
    private static final int BAD_REQUEST = 400;
    private static final int INTERNAL_SERVER_ERROR = 500;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Disconnection departure = new Disconnection();
    private final LimitedBody input;
    private volatile @Nullable Thread thread;
    private @Nullable Query query;
    private byte @Nullable [] body;
    private @Nullable JettyStream stream;
    private int status;
    private long bytesSent;

    JettyExchange(Request request, Response response, Callback callback, ServerLimits limits) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.input = new LimitedBody(request, limits.bodyBytes());
        request.addFailureListener(_ -> departure.happen());
        // A handler may think, or a watch be silent, as long as it likes; a pending read or write
        // that makes no progress has been failed by the library before it asks here.
        request.addIdleTimeoutListener(_ -> false);
    }

    void runsOn(Thread handlerThread) {
        this.thread = handlerThread;
    }

    /// The server is stopping: streams should end.
    void end() {
        departure.happen();
    }

    void interrupt() {
        var running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    void run(Handler handler) {
        try {
            handler.handle(this);
            finish();
        } catch (StreamGoneException gone) {
            callback.failed(gone);
        } catch (BodyTooLargeException tooLarge) {
            refuse(PAYLOAD_TOO_LARGE, tooLarge.getMessage(), tooLarge);
        } catch (InterruptedException stopped) {
            callback.failed(stopped);
        } catch (Throwable failure) {
            report(failure);
        }
    }

    private void report(Throwable failure) {
        if (failure.equals(input.failure())) { // the client broke off while sending
            refuse(BAD_REQUEST, "The request's body could not be read", failure);
            return;
        }
        LOG.log(Level.ERROR, () -> "Handler failed: %s %s".formatted(method(), rawPath()), failure);
        refuse(INTERNAL_SERVER_ERROR, "Internal Server Error", failure);
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private void finish() throws IOException {
        var open = stream;
        if (open != null) {
            open.close();
            callback.succeeded();
        } else if (status != 0) {
            input.drain();
            callback.succeeded();
        } else {
            throw new IllegalStateException("The handler returned without a response");
        }
    }

    /// Responds with an error if nothing was sent yet, else cuts the connection or stream.
    private void refuse(int code, @Nullable String text, Throwable cause) {
        if (status != 0 || response.isCommitted()) {
            callback.failed(cause);
            return;
        }
        try {
            response.getHeaders().clear();
            respondText(code, text + "\n");
            input.drain();
            callback.succeeded();
        } catch (IOException gone) {
            callback.failed(gone);
        }
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return request.getHttpURI().getDecodedPath();
    }

    @Override
    public String rawPath() {
        return request.getHttpURI().getPath();
    }

    @Override
    public Query query() {
        var known = query;
        if (known == null) {
            var raw = request.getHttpURI().getQuery();
            known = raw == null ? Query.EMPTY : Query.of(raw);
            query = known;
        }
        return known;
    }

    @Override
    public String protocol() {
        var text = request.getConnectionMetaData().getHttpVersion().asString();
        return text.equals("HTTP/2") ? "HTTP/2.0" : text;
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    @Override
    public List<String> headerNames() {
        return request.getHeaders().stream().map(HttpField::getName).distinct().toList();
    }

    @Override
    public byte[] body() throws IOException {
        var known = body;
        if (known == null) {
            known = input.readAllBytes();
            body = known;
        }
        return known;
    }

    @Override
    public List<X509Certificate> peerCertificates() {
        var session = request.getConnectionMetaData().getConnection().getEndPoint();
        var data = session.getSslSessionData();
        var chain = data == null ? null : data.peerCertificates();
        return chain == null ? List.of() : List.of(chain);
    }

    @Override
    public Exchange setHeader(String name, String value) {
        response.getHeaders().put(name, value);
        return this;
    }

    @Override
    public Exchange addHeader(String name, String value) {
        response.getHeaders().add(name, value);
        return this;
    }

    @Override
    public void respond(int code, byte[] bytes) throws IOException {
        begin(code);
        if (bytes.length > 0 || (code != 204 && code != 304)) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        }
        send(true, ByteBuffer.wrap(bytes));
    }

    @Override
    public ResponseStream stream(int code) throws IOException {
        begin(code);
        var begun = new JettyStream(this, departure);
        stream = begun;
        return begun;
    }

    @Override
    public ResponseStream longStream(int code) throws IOException {
        begin(code);
        ClientProbe.prepare(request, response, departure);
        var begun = new JettyStream(this, departure);
        stream = begun;
        return begun;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public long bytesSent() {
        return bytesSent;
    }

    private void begin(int code) {
        if (status != 0) {
            throw new IllegalStateException("Already responded with " + status);
        }
        status = code;
        response.setStatus(code);
    }

    /// Sends and waits until the transport took it.
    void send(boolean last, ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        try (var sent = Blocker.callback()) {
            response.write(last, bytes, sent);
            sent.block();
        } catch (IOException gone) {
            departure.happen();
            throw new StreamGoneException(gone);
        }
        bytesSent += length;
    }
}
