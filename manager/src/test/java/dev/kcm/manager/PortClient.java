package dev.kcm.manager;

import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.client.tls.ClientCertificate;
import dev.kcm.client.tls.TlsSettings;
import dev.kcm.client.tls.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// A client of a manager's HTTPS port that accepts every server certificate.
public final class PortClient implements AutoCloseable {
    private final HttpClient client;
    private final int port;

    private PortClient(int port, Optional<KeyedCertificate> certificate) {
        this.port = port;
        this.client = HttpClient.newBuilder().sslContext(context(certificate)).build();
    }

    public static PortClient to(int port) {
        return new PortClient(port, Optional.empty());
    }

    public static PortClient to(int port, KeyedCertificate certificate) {
        return new PortClient(port, Optional.of(certificate));
    }

    /// Headers as names and values in turn.
    public HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, headers);
    }

    public HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /// Shakes hands with this key exchange only.
    public static void handshake(int port, String namedGroup) throws IOException {
        try (var socket =
                (SSLSocket) context(Optional.empty()).getSocketFactory().createSocket("127.0.0.1", port)) {
            var parameters = socket.getSSLParameters();
            parameters.setNamedGroups(new String[] {namedGroup});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private static SSLContext context(Optional<KeyedCertificate> certificate) {
        var shown = certificate.map(it -> new ClientCertificate(it.chain(), it.key()));
        return new TlsSettings(new Trust.Anyone(), shown, Optional.empty()).context();
    }
}
