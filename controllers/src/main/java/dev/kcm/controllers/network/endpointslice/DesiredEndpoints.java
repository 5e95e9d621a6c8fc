package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.backends.Backends;
import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointConditions;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The endpoints of one family that a Service should have, by the ports they offer. Pure.
final class DesiredEndpoints {
    private DesiredEndpoints() {}

    static Map<Set<EndpointPort>, PortGroup> of(Snapshot snapshot, IpFamily family) {
        var service = snapshot.service();
        var groups = new LinkedHashMap<Set<EndpointPort>, PortGroup>();
        var groupOfNumbers = new HashMap<List<Integer>, PortGroup>();
        for (var pod : snapshot.pods()) {
            if (!Backends.mayServe(pod)) {
                continue;
            }
            var group = groupOfNumbers.computeIfAbsent(
                    portNumbers(service, pod), numbers -> group(service, family, numbers, groups));
            var addresses = family.addressesOf(pod);
            if (!addresses.isEmpty() && !snapshot.isHomeless(pod)) {
                var zone = snapshot.zones().getOrDefault(pod.spec().nodeName(), "");
                group.add(endpoint(service, pod, addresses, zone));
            }
        }
        return groups;
    }

    /// The pod's numbers for the Service's ports; a port it does not have is -1.
    private static List<Integer> portNumbers(Service service, LeanPod pod) {
        var numbers = new ArrayList<Integer>(service.spec().ports().size());
        for (var port : service.spec().ports()) {
            numbers.add(Backends.portNumber(pod, port).orElse(-1));
        }
        return numbers;
    }

    /// Different numbers mean different ports, unless only ports that nobody has differ.
    private static PortGroup group(
            Service service, IpFamily family, List<Integer> numbers, Map<Set<EndpointPort>, PortGroup> groups) {
        var ports = new ArrayList<EndpointPort>(numbers.size());
        for (int at = 0; at < numbers.size(); at++) {
            if (numbers.get(at) >= 0) {
                ports.add(port(service.spec().ports().get(at), numbers.get(at)));
            }
        }
        return groups.computeIfAbsent(Set.copyOf(ports), _ -> PortGroup.open(family.text(), ports));
    }

    private static EndpointPort port(ServicePort port, int number) {
        var made = EndpointPort.builder()
                .name(port.name())
                .protocol(port.protocol())
                .port(number);
        port.appProtocol().ifPresent(made::appProtocol);
        return made.build();
    }

    private static Endpoint endpoint(Service service, LeanPod pod, List<String> addresses, String zone) {
        var endpoint = Endpoint.builder()
                .addresses(addresses)
                .conditions(conditions(service, pod))
                .targetRef(target -> target.kind("Pod")
                        .namespace(pod.namespace())
                        .name(pod.name())
                        .uid(pod.uid()));
        if (!pod.spec().nodeName().isEmpty()) {
            endpoint.nodeName(pod.spec().nodeName());
        }
        if (!zone.isEmpty()) {
            endpoint.zone(zone);
        }
        Backends.hostname(pod, service).ifPresent(endpoint::hostname);
        return endpoint.build();
    }

    /// Clients that only know "ready" must not be sent to a pod on its way out, though it may still
    /// be serving; unless the Service wants pods shown whatever their state.
    private static EndpointConditions conditions(Service service, LeanPod pod) {
        var isServing = PodState.isReady(pod);
        var isTerminating = pod.isDeleting();
        return EndpointConditions.builder()
                .ready(service.spec().publishNotReadyAddresses() || (isServing && !isTerminating))
                .serving(isServing)
                .terminating(isTerminating)
                .build();
    }
}
