package dev.kcm.manager;

import dev.kcm.base.x509.KeyedCertificate;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Asks a manager's HTTPS port, trusting whoever answers.
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
        return ask("GET", path, headers);
    }

    public HttpResponse<String> ask(String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close();
    }

    private static SSLContext context(Optional<KeyedCertificate> certificate) {
        try {
            var context = SSLContext.getInstance("TLS");
            KeyManager[] keys = certificate.isPresent() ? keys(certificate.get()) : new KeyManager[0];
            context.init(keys, new TrustManager[] {new TrustsAnyone()}, null);
            return context;
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static KeyManager[] keys(KeyedCertificate certificate) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "client", certificate.key(), new char[0], certificate.chain().toArray(X509Certificate[]::new));
        var factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static final class TrustsAnyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
