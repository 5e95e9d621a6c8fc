package dev.kcm.client.discovery;

import dev.kcm.base.Clock;
import dev.kcm.model.apidiscovery.v2.APIGroupDiscoveryList;
import dev.kcm.model.json.JsonReader;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

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

    /// What aggregated documents said; the same documents, which are long and seldom change, say the same.
    private record Understood(byte[] digest, ServedResources served) {}

    private final Reader reader;
    private final Clock clock;
    private volatile Optional<Understood> understood = Optional.empty();

    public Discovery(Reader reader, Clock clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /// Discovers now. Throws `ApiException` when that fails for the server as a whole, and `JsonException` when what it
    /// says about all groups is no JSON.
    public ServedResources fetch() {
        var core = reader.read("/api", ACCEPT);
        var groups = reader.read("/apis", ACCEPT);
        if (!core.isAggregated() || !groups.isAggregated()) {
            return served(core, groups);
        }
        var digest = digest(core, groups);
        var before = understood.filter(it -> Arrays.equals(it.digest(), digest));
        if (before.isPresent()) {
            return before.get().served();
        }
        var served = served(core, groups);
        understood = Optional.of(new Understood(digest, served));
        return served;
    }

    private ServedResources served(Document core, Document groups) {
        var served = ServedResources.builder();
        if (core.isAggregated()) {
            AggregatedDiscovery.add(list(core), served);
        } else {
            LegacyDiscovery.addCore(core, reader, served);
        }
        if (groups.isAggregated()) {
            AggregatedDiscovery.add(list(groups), served);
        } else {
            LegacyDiscovery.addGroups(groups, reader, served);
        }
        return served.build();
    }

    private static byte[] digest(Document core, Document groups) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(core.body());
            return digest.digest(groups.body());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every Java has SHA-256", missing);
        }
    }

    /// A mapper that discovers again after 30 s, when next used.
    public RestMapper mapper() {
        return new RestMapper(this::fetch, clock);
    }

    private static APIGroupDiscoveryList list(Document document) {
        return APIGroupDiscoveryList.decode(JsonReader.of(document.body()));
    }
}
