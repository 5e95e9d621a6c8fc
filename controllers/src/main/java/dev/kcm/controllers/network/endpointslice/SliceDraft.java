package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.network.backends.TriggerTime;
import dev.kcm.controllers.ownership.GeneratedNames;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A slice as it will be written: over an existing one, or new.
record SliceDraft(
        Optional<EndpointSlice> existing,
        String addressType,
        List<EndpointPort> ports,
        List<Endpoint> endpoints) {

    static SliceDraft of(EndpointSlice slice) {
        return new SliceDraft(
                Optional.of(slice), slice.addressType(), slice.ports(), slice.endpoints());
    }

    /// What a Service without any endpoints has, to tell it from one nobody has looked at.
    static SliceDraft placeholder(String addressType) {
        return new SliceDraft(Optional.empty(), addressType, List.of(), List.of());
    }

    boolean isNew() {
        return existing.isEmpty();
    }

    /// The same content in the place of a slice that is not needed any more.
    SliceDraft insteadOf(EndpointSlice slice) {
        return new SliceDraft(Optional.of(slice), addressType, ports, endpoints);
    }

    SliceDraft withEach(UnaryOperator<Endpoint> change) {
        return new SliceDraft(
                existing, addressType, ports, endpoints.stream().map(change).toList());
    }

    EndpointSlice written(Service service, SliceLabels labels, Optional<Instant> trigger) {
        return existing
                .map(
                        slice ->
                                slice.withMetadata(
                                        metadata ->
                                                metadata.annotations(
                                                        TriggerTime.noted(
                                                                slice.annotations(), trigger))))
                .orElseGet(() -> fresh(service, trigger))
                .toBuilder()
                .metadata(metadata -> metadata.labels(labels.wanted()))
                .ports(ports)
                .endpoints(endpoints)
                .build();
    }

    private EndpointSlice fresh(Service service, Optional<Instant> trigger) {
        return EndpointSlice.builder()
                .metadata(
                        metadata ->
                                metadata.generateName(GeneratedNames.prefixFor(service.name()))
                                        .namespace(service.namespace())
                                        .annotations(TriggerTime.noted(Map.of(), trigger))
                                        .ownerReferences(
                                                List.of(OwnerReferences.toController(service))))
                .addressType(addressType)
                .build();
    }
}
