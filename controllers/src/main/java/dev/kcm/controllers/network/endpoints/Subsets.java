package dev.kcm.controllers.network.endpoints;

import dev.kcm.controllers.shared.backends.Backends;
import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.controllers.shared.backends.Services;
import dev.kcm.controllers.shared.backends.SubsetPacking;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Addresses and ports of a Service as Endpoints show them. Pure.
final class Subsets {
    private Subsets() {}

    /// What the pods behind a Service come to.
    static List<EndpointSubset> of(Service service, List<LeanPod> pods) {
        var all = new SubsetPacking();
        var showsAll = service.spec().publishNotReadyAddresses();
        for (var pod : pods) {
            if (Backends.mayServe(pod) && (showsAll || !pod.isDeleting())) {
                address(service, pod)
                        .ifPresent(address -> all.add(address, showsAll || PodState.isReady(pod), ports(service, pod)));
            }
        }
        return all.packed();
    }

    /// The same addresses and ports, packed as we would pack them; the versions of pods, which
    /// older managers noted, left out.
    static List<EndpointSubset> repacked(List<EndpointSubset> subsets) {
        return SubsetPacking.repacked(subsets.stream().map(Subsets::unversioned).toList());
    }

    private static Optional<EndpointAddress> address(Service service, LeanPod pod) {
        return IpFamily.firstOf(service, pod).addressesOf(pod).stream()
                .findFirst()
                .map(ip -> EndpointAddress.builder()
                        .ip(ip)
                        .hostname(Backends.hostname(pod, service).orElse(""))
                        .nodeName(pod.spec().nodeName())
                        .targetRef(target -> target.kind("Pod")
                                .namespace(pod.namespace())
                                .name(pod.name())
                                .uid(pod.uid()))
                        .build());
    }

    /// A Service without an address may have no ports: then the pods are all there is to say.
    private static List<Optional<EndpointPort>> ports(Service service, LeanPod pod) {
        var wanted = service.spec().ports();
        if (wanted.isEmpty()) {
            return Services.hasNoClusterIp(service) ? List.of(Optional.empty()) : List.of();
        }
        var ports = new ArrayList<Optional<EndpointPort>>(wanted.size());
        for (var port : wanted) {
            Backends.portNumber(pod, port).ifPresent(number -> ports.add(Optional.of(port(port, number))));
        }
        return ports;
    }

    private static EndpointPort port(ServicePort port, int number) {
        var made = EndpointPort.builder().name(port.name()).port(number).protocol(port.protocol());
        port.appProtocol().ifPresent(made::appProtocol);
        return made.build();
    }

    private static EndpointSubset unversioned(EndpointSubset subset) {
        return subset.toBuilder()
                .addresses(subset.addresses().stream().map(Subsets::unversioned).toList())
                .notReadyAddresses(subset.notReadyAddresses().stream()
                        .map(Subsets::unversioned)
                        .toList())
                .build();
    }

    private static EndpointAddress unversioned(EndpointAddress address) {
        return address.targetRef()
                .filter(target -> !target.resourceVersion().isEmpty())
                .map(target -> address.withTargetRef(target.withResourceVersion("")))
                .orElse(address);
    }
}
