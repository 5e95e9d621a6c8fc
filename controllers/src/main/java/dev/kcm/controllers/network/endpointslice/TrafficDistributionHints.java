package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointHints;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.Optional;
import java.util.Set;

/// `trafficDistribution`: every ready endpoint is meant for its own zone and, if asked for, its own
/// node.
record TrafficDistributionHints(boolean alsoByNode) implements Hints {
    private static final Set<String> BY_ZONE =
            Set.of(TrafficDistribution.PREFER_CLOSE, TrafficDistribution.PREFER_SAME_ZONE);

    /// @param newNames whether the names that came after PreferClose count
    static Optional<TrafficDistributionHints> of(Optional<String> trafficDistribution, boolean newNames) {
        return trafficDistribution
                .filter(name -> newNames || name.equals(TrafficDistribution.PREFER_CLOSE))
                .filter(name -> BY_ZONE.contains(name) || name.equals(TrafficDistribution.PREFER_SAME_NODE))
                .map(name -> new TrafficDistributionHints(name.equals(TrafficDistribution.PREFER_SAME_NODE)));
    }

    @Override
    public Hinted on(SliceChanges changes) {
        return Hinted.silently(changes.withEach(this::hinted, this::isWrongOn));
    }

    private Endpoint hinted(Endpoint endpoint) {
        if (!Hints.isReady(endpoint) || hasRightHints(endpoint)) {
            return endpoint;
        }
        var hints = hints(endpoint);
        return hints.equals(EndpointHints.EMPTY) ? endpoint.withoutHints() : endpoint.withHints(hints);
    }

    private boolean isWrongOn(EndpointSlice slice) {
        return slice.endpoints().stream().anyMatch(endpoint -> Hints.isReady(endpoint) && !hasRightHints(endpoint));
    }

    private boolean hasRightHints(Endpoint endpoint) {
        return endpoint.hints().orElse(EndpointHints.EMPTY).equals(hints(endpoint));
    }

    private EndpointHints hints(Endpoint endpoint) {
        var hints = EndpointHints.builder();
        endpoint.zone().ifPresent(zone -> hints.addForZones(one -> one.name(zone)));
        endpoint.nodeName().filter(_ -> alsoByNode).ifPresent(node -> hints.addForNodes(one -> one.name(node)));
        return hints.build();
    }
}
