package dev.kcm.manager.port;

import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// `/flagz` and `/statusz`: text for people; an object of config.k8s.io for those who ask for
/// exactly that, as in `Accept: application/json;v=v1beta1;g=config.k8s.io;as=Flagz`. (JSON is
/// YAML, so those who ask for YAML get it too.)
///
/// @param kind `Flagz` or `Statusz`
/// @param object the JSON of one version
record VersionedPage(String kind, Supplier<String> text, Function<String, String> object) implements Handler {
    private static final int OK = 200;
    private static final List<String> VERSIONS = List.of("v1beta1", "v1alpha1");
    private static final List<String> OBJECT_TYPES = List.of("application/json", "application/yaml");
    private static final Set<String> TEXT_TYPES = Set.of("", "text/plain", "text/*", "*/*");

    private record Wanted(String type, Set<String> parameters) {
        static Wanted of(String accepted) {
            var parts = Arrays.stream(accepted.split(";")).map(String::strip).toList();
            return new Wanted(
                    parts.getFirst().toLowerCase(Locale.ROOT), new LinkedHashSet<>(parts.subList(1, parts.size())));
        }
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        var accepted = exchange.header("Accept").orElse("");
        for (var part : accepted.split(",", -1)) {
            var wanted = Wanted.of(part.strip());
            if (TEXT_TYPES.contains(wanted.type())) {
                exchange.setHeader("Content-Type", "text/plain; charset=utf-8");
                exchange.respond(OK, text.get().getBytes(StandardCharsets.UTF_8));
                return;
            }
            var version = version(wanted);
            if (version.isPresent()) {
                respond(exchange, wanted.type(), version.get());
                return;
            }
        }
        StatusResponse.notAcceptable(exchange, "application/json, application/yaml, text/plain");
    }

    private Optional<String> version(Wanted wanted) {
        if (!OBJECT_TYPES.contains(wanted.type())) {
            return Optional.empty();
        }
        return VERSIONS.stream()
                .filter(version ->
                        wanted.parameters().containsAll(Set.of("g=config.k8s.io", "v=" + version, "as=" + kind)))
                .findFirst();
    }

    private void respond(Exchange exchange, String type, String version) throws IOException {
        exchange.setHeader("Content-Type", "%s;g=config.k8s.io;v=%s;as=%s".formatted(type, version, kind));
        if (!version.equals(VERSIONS.getFirst())) {
            exchange.setHeader(
                    "Warning",
                    "299 - \"This version of the %s endpoint is deprecated. Please use a newer version.\""
                            .formatted(kind.toLowerCase(Locale.ROOT)));
        }
        var json = StatusResponse.json(exchange, object.apply(version));
        exchange.respond(OK, json.getBytes(StandardCharsets.UTF_8));
    }
}
