package dev.kcm.cluster.stage;

import dev.kcm.client.ApiRequest;
import dev.kcm.model.Resource;

import java.util.Optional;

/// Requests of one verb, or any write, for one resource.
///
/// @param what verb and resource, as in `create pods` or `update replicasets/status`
public record RequestPattern(String what, Optional<String> name) {

    public static RequestPattern of(String verb, Resource<?> resource, String subresource) {
        return new RequestPattern(
                "%s %s%s"
                        .formatted(
                                verb,
                                resource.plural(),
                                subresource.isEmpty() ? "" : "/" + subresource),
                Optional.empty());
    }

    /// Only for the object of this name; what is created has none yet.
    public RequestPattern named(String value) {
        return new RequestPattern(what, Optional.of(value));
    }

    boolean covers(ApiRequest request) {
        return WriteLog.what(request).equals(what)
                && (name.isEmpty() || name.get().equals(request.name()));
    }

    @Override
    public String toString() {
        return what + name.map(it -> " " + it).orElse("");
    }
}
