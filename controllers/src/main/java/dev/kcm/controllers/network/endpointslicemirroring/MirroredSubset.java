package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.controllers.shared.backends.IpAddress;
import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The addresses of one subset by family, ready ones first, up to the most that fit into a slice.
final class MirroredSubset {
    private final Map<IpFamily, PortGroup> groups = new EnumMap<>(IpFamily.class);
    private final List<EndpointPort> ports;
    private final int most;
    private final int all;
    private int mirrored;
    private int invalid;

    MirroredSubset(EndpointSubset subset, int most) {
        this.ports = subset.ports().stream().map(MirroredSubset::port).toList();
        this.most = most;
        this.all = subset.addresses().size() + subset.notReadyAddresses().size();
        add(subset.addresses(), true);
        add(subset.notReadyAddresses(), false);
    }

    Collection<PortGroup> groups() {
        return groups.values();
    }

    /// What comes after the last that fits is not read: it counts as too many, valid or not.
    SkippedAddresses leftOut() {
        return new SkippedAddresses(invalid, all - mirrored - invalid);
    }

    private void add(List<EndpointAddress> addresses, boolean areReady) {
        for (var address : addresses) {
            if (mirrored == most) {
                return;
            }
            IpAddress.read(address.ip()).ifPresentOrElse(ip -> mirror(address, ip, areReady), () -> invalid++);
        }
    }

    private void mirror(EndpointAddress address, IpAddress ip, boolean isReady) {
        groups.computeIfAbsent(ip.family(), family -> PortGroup.open(family.text(), ports))
                .add(endpoint(address, ip, isReady));
        mirrored++;
    }

    private static Endpoint endpoint(EndpointAddress address, IpAddress ip, boolean isReady) {
        var endpoint =
                Endpoint.builder().addresses(List.of(ip.text())).conditions(conditions -> conditions.ready(isReady));
        address.targetRef().ifPresent(endpoint::targetRef);
        address.nodeName().ifPresent(endpoint::nodeName);
        if (!address.hostname().isEmpty()) {
            endpoint.hostname(address.hostname());
        }
        return endpoint.build();
    }

    private static EndpointPort port(dev.kcm.model.core.v1.EndpointPort port) {
        var made = EndpointPort.builder().name(port.name()).port(port.port()).protocol(port.protocol());
        port.appProtocol().ifPresent(made::appProtocol);
        return made.build();
    }
}
