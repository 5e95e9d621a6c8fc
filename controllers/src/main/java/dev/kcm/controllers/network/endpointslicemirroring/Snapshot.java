package dev.kcm.controllers.network.endpointslicemirroring;

import static dev.kcm.controllers.shared.backends.Annotations.LEADER;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Optional;

/// What a decision about mirrored slices rests on.
///
/// @param slices ours, but those that are being deleted
/// @param reported the addresses left out that the last event named; none after a restart
record Snapshot(
        ObjectKey key,
        Optional<Endpoints> endpoints,
        Optional<Service> service,
        List<EndpointSlice> slices,
        SkippedAddresses reported) {

    /// Whether there is nothing to mirror and nothing to clean up. Endpoints of a Service that
    /// selects pods are by far the most, and change all the time.
    boolean isNothing() {
        return slices.isEmpty() && (endpoints.isEmpty() || hasSelector());
    }

    /// Why nothing is to be mirrored, if so.
    Optional<String> notMirroredReason() {
        if (endpoints.isEmpty()) {
            return Optional.of("its Endpoints are gone");
        }
        if ("true".equals(endpoints.get().labels().get(Labels.SKIP_MIRROR))) {
            return Optional.of("its Endpoints ask not to be mirrored");
        }
        if (endpoints.get().annotations().containsKey(LEADER)) {
            return Optional.of("its Endpoints are somebody's lock");
        }
        if (service.isEmpty()) {
            return Optional.of("it has no Service");
        }
        return hasSelector() ? Optional.of("its Service selects pods and has slices of its own") : Optional.empty();
    }

    private boolean hasSelector() {
        return service.filter(found -> !found.spec().selector().isEmpty()).isPresent();
    }
}
