package dev.kcm.serving;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/// One request and its response. Owned by the thread the handler was called on.
public interface Exchange {

    String method();

    /// The path, percent-decoded and without dot segments; paths that mean different things to
    /// different readers (`%2F`, `%2e%2e`, `//..`) never get here, they are rejected with 400.
    String path();

    /// The path as it came.
    String rawPath();

    Query query();

    /// `HTTP/1.1` or `HTTP/2.0`, as Go writes it.
    String protocol();

    /// The first value of a header; names are compared without case.
    Optional<String> header(String name);

    List<String> headers(String name);

    /// Header names in the order they came, each once.
    List<String> headerNames();

    /// The whole body, read on the first call and kept.
    ///
    /// @throws BodyTooLargeException past [ServerLimits#bodyBytes()]
    byte[] body() throws IOException;

    /// What the client showed in the TLS handshake, its own certificate first; empty when it showed
    /// none. The handshake proved that the client holds the key and nothing else: whether an
    /// authority we trust signed it is the caller's question.
    List<X509Certificate> peerCertificates();

    /// Sets a header of the response; too late once the response has begun.
    Exchange setHeader(String name, String value);

    /// Adds one more value of a header of the response.
    Exchange addHeader(String name, String value);

    /// Sends the whole response and returns when it is on its way.
    void respond(int status, byte[] body) throws IOException;

    /// Begins a response of unknown length.
    ResponseStream stream(int status) throws IOException;

    /// Begins a response that may be idle for a long time, such as a watch: a disconnect of the client
    /// is noticed without writing. (Over HTTP/1.1 the connection is closed after it.)
    ResponseStream longStream(int status) throws IOException;

    /// The status sent, or zero before that.
    int status();

    /// Bytes of body sent so far.
    long bytesSent();

    /// Sends text with Go's headers for it.
    default void respondText(int status, String text) throws IOException {
        setHeader("Content-Type", "text/plain; charset=utf-8");
        setHeader("X-Content-Type-Options", "nosniff");
        respond(status, text.getBytes(StandardCharsets.UTF_8));
    }
}
