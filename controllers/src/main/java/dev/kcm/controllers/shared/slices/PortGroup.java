package dev.kcm.controllers.shared.slices;

import dev.kcm.controllers.shared.backends.DumpHash;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The endpoints that offer the same ports, and so may share slices.
public record PortGroup(String addressType, List<EndpointPort> ports, Map<EndpointIdentity, Endpoint> endpoints) {

    /// Nobody yet, with the ports in upstream's order.
    public static PortGroup open(String addressType, List<EndpointPort> ports) {
        return new PortGroup(
                addressType,
                ports.stream().sorted(Comparator.comparing(PortGroup::hash)).toList(),
                new LinkedHashMap<>());
    }

    /// Of two endpoints with one identity the later one stays.
    public void add(Endpoint endpoint) {
        endpoints.put(EndpointIdentity.of(endpoint), endpoint);
    }

    /// What distinguishes groups of one address type: the order of ports means nothing.
    public Set<EndpointPort> key() {
        return Set.copyOf(ports);
    }

    static DumpHash hash(EndpointPort port) {
        return DumpHash.of(
                "(v1.EndpointPort){Name:(*string)%s Protocol:(*v1.Protocol)%s Port:(*int32)%s AppProtocol:(*string)%s}"
                        .formatted(
                                port.name().orElse("<nil>"),
                                port.protocol().orElse("<nil>"),
                                port.port().map(String::valueOf).orElse("<nil>"),
                                port.appProtocol().orElse("<nil>")));
    }
}
