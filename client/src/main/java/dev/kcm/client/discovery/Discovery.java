package dev.kcm.client.discovery;

import dev.kcm.base.Clock;
import dev.kcm.model.apidiscovery.v2.APIGroupDiscoveryList;
import dev.kcm.model.json.JsonReader;

/// Discovers what a server serves: in two requests where it has aggregated discovery, in one per
/// group and version otherwise. A group that does not respond is reported, the others are kept.
public final class Discovery {
    private static final String AGGREGATED_TYPE =
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String ACCEPT = AGGREGATED_TYPE
            + ",application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList"
            + ",application/json";

    /// Reads one path of the server.
    @FunctionalInterface
    public interface Reader {
        Document read(String path, String accept);
    }

    public record Document(String contentType, byte[] body) {
        boolean isAggregated() {
            return contentType.contains("as=APIGroupDiscoveryList");
        }
    }

    private final Reader reader;
    private final Clock clock;

    public Discovery(Reader reader, Clock clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /// Discovers now. Throws `ApiException` when that fails for the server as a whole, and `JsonException` when what it
    /// says about all groups is no JSON.
    public ServedResources fetch() {
        var served = ServedResources.builder();
        var core = reader.read("/api", ACCEPT);
        if (core.isAggregated()) {
            AggregatedDiscovery.add(list(core), served);
        } else {
            LegacyDiscovery.addCore(core, reader, served);
        }
        var groups = reader.read("/apis", ACCEPT);
        if (groups.isAggregated()) {
            AggregatedDiscovery.add(list(groups), served);
        } else {
            LegacyDiscovery.addGroups(groups, reader, served);
        }
        return served.build();
    }

    /// A mapper that discovers again after 30 s, when next used.
    public RestMapper mapper() {
        return new RestMapper(this::fetch, clock);
    }

    private static APIGroupDiscoveryList list(Document document) {
        return APIGroupDiscoveryList.decode(JsonReader.of(document.body()));
    }
}
