package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.Resource;
import dev.kcm.runtime.controller.ServedKinds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the server serves, as far as it is known, and which of it is followed.
final class MonitoredKinds {
    private static final Set<String> NEEDED = Set.of("delete", "list", "watch");

    /// Events are many, own nothing and expire by themselves.
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");

    /// How long a kind that cannot be listed holds up decisions that need all dependents; upstream
    /// waits as long when it starts.
    private static final Duration SYNC_TIMEOUT = Duration.ofSeconds(30);

    private record Name(String apiVersion, String kind) {}

    private final Map<Name, Resource<?>> served = new HashMap<>();
    private final Map<Resource<?>, Instant> unlisted = new HashMap<>();
    private final Set<Resource<?>> withoutStrategicPatch = new HashSet<>();
    private List<Resource<?>> followed = List.of();

    Optional<Resource<?>> find(String apiVersion, String kind) {
        return Optional.ofNullable(served.get(new Name(apiVersion, kind)));
    }

    Optional<Resource<?>> find(ObjectIdentity identity) {
        return find(identity.apiVersion(), identity.kind());
    }

    List<Resource<?>> followed() {
        return followed;
    }

    /// Takes in what is served now; the kinds that were followed and are no longer. What did not
    /// answer stays as it was.
    List<Resource<?>> learn(ServedKinds kinds, Instant now) {
        served.values().removeIf(known -> !kinds.failures().containsKey(known.apiVersion()));
        kinds.all().forEach(kind -> served.put(new Name(kind.apiVersion(), kind.kind()), kind));
        var wanted = new ArrayList<Resource<?>>();
        kinds.preferred().stream().filter(MonitoredKinds::isWanted).forEach(wanted::add);
        followed.stream()
                .filter(kind -> kinds.failures().containsKey(kind.apiVersion()))
                .filter(kind -> !wanted.contains(kind))
                .forEach(wanted::add);
        var gone = new ArrayList<>(followed);
        gone.removeAll(Set.copyOf(wanted));
        wanted.stream().filter(kind -> !followed.contains(kind)).forEach(kind -> unlisted.put(kind, now));
        gone.forEach(unlisted::remove);
        followed = List.copyOf(wanted);
        return gone;
    }

    void listed(Resource<?> kind) {
        unlisted.remove(kind);
    }

    /// Whether all dependents an object can have are in the graph, but for those of kinds that
    /// cannot be listed and were waited for long enough.
    boolean areAllListed(Instant now) {
        return !followed.isEmpty()
                && unlisted.values().stream()
                        .allMatch(since -> since.plus(SYNC_TIMEOUT).isBefore(now));
    }

    boolean takesStrategicPatches(Resource<?> kind) {
        return !withoutStrategicPatch.contains(kind);
    }

    void refusedStrategicPatch(Resource<?> kind) {
        withoutStrategicPatch.add(kind);
    }

    private static boolean isWanted(Resource<?> kind) {
        return kind.verbs().containsAll(NEEDED) && !IGNORED.contains(kind.qualifiedName());
    }
}
