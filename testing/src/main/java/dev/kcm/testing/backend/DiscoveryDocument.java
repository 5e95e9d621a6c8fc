package dev.kcm.testing.backend;

import dev.kcm.client.RawResponse;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;

/// A discovery document as the server returns it when some aggregated API groups are unavailable.
final class DiscoveryDocument {
    private static final String GROUPS = "/apis";

    private DiscoveryDocument() {}

    static boolean isAt(String path) {
        return path.equals("/api") || path.equals(GROUPS);
    }

    /// The server still lists unavailable groups, marked as stale.
    static RawResponse without(Collection<Fault.UnavailableGroup> unavailable, String path, RawResponse document) {
        if (!path.equals(GROUPS)) {
            return document;
        }
        if (!(Json.parse(document.body()) instanceof JsonObject list)
                || !document.contentType().contains("APIGroupDiscoveryList")) {
            throw new IllegalStateException(
                    "only aggregated discovery can have unavailable groups, not " + document.contentType());
        }
        var groups = new ArrayList<>(list.itemsAt("items"));
        for (var group : unavailable) {
            groups.removeIf(served -> served.textAt("metadata", "name").equals(Optional.of(group.group())));
            groups.add(stale(group));
        }
        return new RawResponse(
                document.code(),
                document.contentType(),
                list.with("items", Json.array(groups)).toBytes());
    }

    private static Json stale(Fault.UnavailableGroup group) {
        var version = Json.object().with("version", group.version()).with("freshness", "Stale");
        return Json.object("metadata", Json.object().with("name", group.group()))
                .with("versions", Json.array(version));
    }
}
