package dev.kcm.serving;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/// The JDK's client, closed without waiting for answers that nobody reads to their end.
record TestClient(HttpClient http) implements AutoCloseable {

    <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        return http.send(request, body);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
