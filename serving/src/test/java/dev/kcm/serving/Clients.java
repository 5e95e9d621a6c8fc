package dev.kcm.serving;

import dev.kcm.serving.tls.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/// The JDK's client against a server on loopback.
final class Clients {
    private Clients() {}

    static Server.Setup secure() {
        return Server.on("127.0.0.1", 0).tls(Tls.with(TestPki.SERVER));
    }

    static TestClient of(HttpClient.Version version) {
        return of(version, TestPki.clientContext());
    }

    static TestClient of(HttpClient.Version version, SSLContext context) {
        return new TestClient(
                HttpClient.newBuilder().version(version).sslContext(context).build());
    }

    static URI uri(Server server, String path) {
        return URI.create("https://127.0.0.1:" + server.address().getPort() + path);
    }

    static HttpRequest.Builder request(Server server, String path) {
        return HttpRequest.newBuilder(uri(server, path)).timeout(Duration.ofSeconds(30));
    }

    static HttpResponse<String> get(TestClient client, Server server, String path)
            throws IOException, InterruptedException {
        return client.send(request(server, path).build(), BodyHandlers.ofString());
    }

    static String body(TestClient client, Server server, String path) {
        try {
            return get(client, server, path).body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
