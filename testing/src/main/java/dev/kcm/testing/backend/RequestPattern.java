package dev.kcm.testing.backend;

import dev.kcm.model.Resource;
import java.util.Optional;

/// Requests of one verb, or any write, for one resource.
///
/// @param what verb and resource, as in `create pods` or `update replicasets/status`
public record RequestPattern(String what, Optional<String> name) {
    static final String DISCOVERY = "get discovery";

    public static RequestPattern of(String verb, Resource<?> resource, String subresource) {
        return new RequestPattern(
                "%s %s%s".formatted(verb, resource.plural(), subresource.isEmpty() ? "" : "/" + subresource),
                Optional.empty());
    }

    /// Requests for discovery documents.
    public static RequestPattern discovery() {
        return new RequestPattern(DISCOVERY, Optional.empty());
    }

    /// Only for the object of this name; what is created has none yet.
    public RequestPattern named(String value) {
        return new RequestPattern(what, Optional.of(value));
    }

    boolean covers(String asked, String of) {
        return asked.equals(what) && (name.isEmpty() || name.get().equals(of));
    }

    @Override
    public String toString() {
        return what + name.map(it -> " " + it).orElse("");
    }
}
