package dev.kcm.testing.backend;

import dev.kcm.client.RawResponse;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;

/// What a server says it serves, as it looks when some of those behind it do not answer.
final class DiscoveryDocument {
    private static final String GROUPS = "/apis";

    private DiscoveryDocument() {}

    static boolean isAt(String path) {
        return path.equals("/api") || path.equals(GROUPS);
    }

    /// The server names silent groups all the same, and says that it knows nothing new of them.
    static RawResponse without(Collection<Fault.SilentGroup> silent, String path, RawResponse document) {
        if (!path.equals(GROUPS)) {
            return document;
        }
        if (!(Json.parse(document.body()) instanceof JsonObject list)
                || !document.contentType().contains("APIGroupDiscoveryList")) {
            throw new IllegalStateException(
                    "only a server that tells all groups at once can have silent ones, not " + document.contentType());
        }
        var groups = new ArrayList<>(list.itemsAt("items"));
        silent.forEach(group -> groups.add(stale(group)));
        return new RawResponse(
                document.code(),
                document.contentType(),
                list.with("items", Json.array(groups)).toBytes());
    }

    private static Json stale(Fault.SilentGroup group) {
        var version = Json.object().with("version", group.version()).with("freshness", "Stale");
        return Json.object("metadata", Json.object().with("name", group.group()))
                .with("versions", Json.array(version));
    }
}
