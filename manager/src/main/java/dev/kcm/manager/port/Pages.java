package dev.kcm.manager.port;

import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Handlers by path. A path that ends in `/` matches everything below it.
final class Pages implements Handler {
    private static final int NOT_FOUND = 404;

    private final Map<String, Handler> byPath = new TreeMap<>();

    /// Before serving only.
    Pages add(String path, Handler handler) {
        byPath.put(path, handler);
        return this;
    }

    /// All paths, sorted.
    List<String> paths() {
        return List.copyOf(byPath.keySet());
    }

    @Override
    public void handle(Exchange exchange) throws IOException, InterruptedException {
        var found = find(exchange.path());
        if (found.isPresent()) {
            found.get().handle(exchange);
        } else {
            exchange.respondText(NOT_FOUND, "404 page not found\n");
        }
    }

    private Optional<Handler> find(String path) {
        return Optional.ofNullable(byPath.get(path))
                .or(() -> byPath.entrySet().stream()
                        .filter(page -> page.getKey().endsWith("/") && path.startsWith(page.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst());
    }
}
