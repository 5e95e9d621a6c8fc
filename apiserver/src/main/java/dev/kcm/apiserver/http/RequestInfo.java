package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.model.operation.Target;
import dev.kcm.serving.Exchange;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What is known of a request before its body is read: enough to authorize and limit it.
///
/// @param target the resource; none for other paths
/// @param verb as RBAC knows it; for other paths the HTTP method
record RequestInfo(Optional<Target> target, String path, String verb) {
    private static final Set<String> READING = Set.of("get", "list", "watch");
    private static final Set<String> LONG_SUBRESOURCES = Set.of("attach", "exec", "proxy", "log", "portforward");

    static RequestInfo of(Exchange exchange, Optional<Target> target) {
        return new RequestInfo(
                target,
                exchange.path(),
                target.map(it -> verb(exchange, it))
                        .orElseGet(() -> exchange.method().toLowerCase(Locale.ROOT)));
    }

    private static String verb(Exchange exchange, Target target) {
        var isCollection = target.name().isEmpty();
        return switch (exchange.method()) {
            case "GET", "HEAD" -> {
                if (isWatch(exchange)) {
                    yield "watch";
                }
                yield isCollection ? "list" : "get";
            }
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> isCollection ? "deletecollection" : "delete";
            default -> "";
        };
    }

    static boolean isWatch(Exchange exchange) {
        return exchange.query()
                .first("watch")
                .filter(text -> !text.equals("false") && !text.equals("0"))
                .isPresent();
    }

    AccessAttributes access() {
        return target.map(it -> AccessAttributes.to(verb, it)).orElseGet(() -> AccessAttributes.toPath(verb, path));
    }

    boolean isReadOnly() {
        return READING.contains(verb) || (target.isEmpty() && verb.equals("head"));
    }

    /// Requests that take as long as the client likes: they count against no limit.
    boolean isLongRunning() {
        return verb.equals("watch")
                || target.filter(it -> LONG_SUBRESOURCES.contains(it.subresource()))
                        .isPresent();
    }
}
