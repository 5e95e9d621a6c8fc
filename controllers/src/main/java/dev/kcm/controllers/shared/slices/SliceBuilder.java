package dev.kcm.controllers.shared.slices;

import dev.kcm.controllers.shared.ownership.GeneratedNames;
import dev.kcm.model.KubeObject;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A slice as it will be written: over an existing one, or new.
public record SliceBuilder(
        Optional<EndpointSlice> existing, String addressType, List<EndpointPort> ports, List<Endpoint> endpoints) {

    public static SliceBuilder of(EndpointSlice slice) {
        return new SliceBuilder(Optional.of(slice), slice.addressType(), slice.ports(), slice.endpoints());
    }

    /// All of a group in one slice.
    public static SliceBuilder of(PortGroup group, Optional<EndpointSlice> existing) {
        return new SliceBuilder(
                existing,
                group.addressType(),
                group.ports(),
                List.copyOf(group.endpoints().values()));
    }

    /// What a Service without any endpoints has, to distinguish it from one that was not synced yet.
    public static SliceBuilder placeholder(String addressType) {
        return new SliceBuilder(Optional.empty(), addressType, List.of(), List.of());
    }

    public boolean isNew() {
        return existing.isEmpty();
    }

    /// The same content in the place of a slice that is not needed any more.
    public SliceBuilder insteadOf(EndpointSlice slice) {
        return new SliceBuilder(Optional.of(slice), addressType, ports, endpoints);
    }

    public SliceBuilder withEach(UnaryOperator<Endpoint> change) {
        return new SliceBuilder(
                existing, addressType, ports, endpoints.stream().map(change).toList());
    }

    /// The annotations of the slice it is written over.
    public Map<String, String> annotations() {
        return existing.map(EndpointSlice::annotations).orElse(Map.of());
    }

    /// @param owner who a new slice belongs to
    public EndpointSlice written(KubeObject owner, Map<String, String> labels, Map<String, String> annotations) {
        return existing.orElseGet(() -> fresh(owner)).toBuilder()
                .metadata(metadata -> metadata.labels(labels).annotations(annotations))
                .ports(ports)
                .endpoints(endpoints)
                .build();
    }

    private EndpointSlice fresh(KubeObject owner) {
        return EndpointSlice.builder()
                .metadata(metadata -> metadata.generateName(GeneratedNames.prefixFor(owner.name()))
                        .namespace(owner.namespace())
                        .ownerReferences(List.of(OwnerReferences.toController(owner))))
                .addressType(addressType)
                .build();
    }
}
