package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.backends.Backends;
import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.lean.LeanPod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a decision about a Service's slices rests on.
///
/// @param pods all that it selects, serving or not
/// @param slices ours, but those that are being deleted
/// @param zones of the nodes the pods are on, empty where a node has none; a node that is missing
///   here does not exist
/// @param before what the last sync left behind, if there was one
record Snapshot(
        Service service,
        List<LeanPod> pods,
        List<EndpointSlice> slices,
        Map<String, String> zones,
        ZoneCapacity capacity,
        Optional<PreviousSync> before) {

    /// A Service whose endpoints are not ours to keep.
    static Snapshot notOurs(Service service) {
        return new Snapshot(service, List.of(), List.of(), Map.of(), ZoneCapacity.NONE, Optional.empty());
    }

    /// Whether the pod's node is gone, or not known yet: nobody can say whether it still serves. A
    /// Service that shows pods whatever their state shows this one too.
    boolean isHomeless(LeanPod pod) {
        return !service.spec().publishNotReadyAddresses()
                && !zones.containsKey(pod.spec().nodeName());
    }

    List<LeanPod> homeless() {
        return pods.stream()
                .filter(pod -> Backends.mayServe(pod) && isHomeless(pod))
                .toList();
    }

    List<EndpointSlice> slicesOf(IpFamily family) {
        return slices.stream()
                .filter(slice -> slice.addressType().equals(family.text()))
                .toList();
    }

    boolean owns(EndpointSlice slice) {
        return slice.metadata().ownerReferences().stream()
                .anyMatch(owner -> owner.uid().equals(service.uid())
                        && owner.kind().equals("Service")
                        && owner.apiVersion().equals("v1"));
    }

    /// Whether its endpoints are meant for zones in proportion, from an earlier sync; after a
    /// restart the slices themselves show it.
    boolean hadProportionalHints() {
        return before.map(PreviousSync::hasProportionalHints)
                .orElseGet(() -> PreviousSync.hasProportionalHints(service, slices));
    }
}
