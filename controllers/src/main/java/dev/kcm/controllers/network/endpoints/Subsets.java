package dev.kcm.controllers.network.endpoints;

import dev.kcm.controllers.network.backends.Backends;
import dev.kcm.controllers.network.backends.IpFamily;
import dev.kcm.controllers.network.backends.Services;
import dev.kcm.controllers.pods.PodState;
import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.lean.LeanPod;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Addresses and ports of a Service in the form Endpoints have: ports that all of some addresses
/// offer stand together with these addresses. Subsets, addresses and ports come in upstream's
/// order. Pure.
final class Subsets {
    private record Place(String ip, String uid) {
        static Place of(EndpointAddress address) {
            return new Place(
                    address.ip(), address.targetRef().map(ObjectReference::uid).orElse(""));
        }
    }

    private static final Comparator<EndpointAddress> IN_ORDER =
            Comparator.comparing(
                    Place::of, Comparator.comparing(Place::ip).thenComparing(Place::uid));

    private final Map<Place, EndpointAddress> addresses = new HashMap<>();

    /// For each port, or for none, who offers it, and whether it is ready.
    private final Map<Optional<EndpointPort>, Map<Place, Boolean>> offers = new LinkedHashMap<>();

    private Subsets() {}

    /// What the pods behind a Service come to.
    static List<EndpointSubset> of(Service service, List<LeanPod> pods) {
        var all = new Subsets();
        var showsAll = service.spec().publishNotReadyAddresses();
        for (var pod : pods) {
            if (Backends.mayServe(pod) && (showsAll || !pod.isDeleting())) {
                address(service, pod)
                        .ifPresent(
                                address ->
                                        all.add(
                                                address,
                                                showsAll || PodState.isReady(pod),
                                                ports(service, pod)));
            }
        }
        return all.packed();
    }

    /// The same addresses and ports, packed as we would pack them; the versions of pods, which
    /// older managers noted, left out.
    static List<EndpointSubset> repacked(List<EndpointSubset> subsets) {
        var all = new Subsets();
        for (var subset : subsets) {
            List<Optional<EndpointPort>> ports =
                    subset.ports().isEmpty()
                            ? List.of(Optional.empty())
                            : subset.ports().stream().map(Optional::of).toList();
            subset.addresses().forEach(address -> all.add(address, true, ports));
            subset.notReadyAddresses().forEach(address -> all.add(address, false, ports));
        }
        return all.packed();
    }

    /// Unready anywhere is unready.
    private void add(EndpointAddress address, boolean isReady, List<Optional<EndpointPort>> ports) {
        var place = Place.of(address);
        ports.forEach(
                port ->
                        offers.computeIfAbsent(port, _ -> new HashMap<>())
                                .merge(place, isReady, Boolean::logicalAnd));
        addresses.putIfAbsent(place, unversioned(address));
    }

    private List<EndpointSubset> packed() {
        var portsOf = new LinkedHashMap<Map<Place, Boolean>, List<EndpointPort>>();
        offers.forEach(
                (port, places) -> {
                    var ports = portsOf.computeIfAbsent(places, _ -> new ArrayList<>());
                    port.ifPresent(ports::add);
                });
        var subsets = new ArrayList<EndpointSubset>();
        portsOf.forEach(
                (places, ports) ->
                        subsets.add(
                                EndpointSubset.builder()
                                        .addresses(those(places, true))
                                        .notReadyAddresses(those(places, false))
                                        .ports(inOrder(ports))
                                        .build()));
        if (subsets.size() > 1) {
            subsets.sort(Comparator.comparing(Dumps::hash));
        }
        return List.copyOf(subsets);
    }

    private List<EndpointAddress> those(Map<Place, Boolean> places, boolean ready) {
        return places.entrySet().stream()
                .filter(place -> place.getValue() == ready)
                .map(place -> addresses.get(place.getKey()))
                .sorted(IN_ORDER)
                .toList();
    }

    private static List<EndpointPort> inOrder(List<EndpointPort> ports) {
        return ports.size() < 2
                ? ports
                : ports.stream().sorted(Comparator.comparing(Dumps::hash)).toList();
    }

    private static Optional<EndpointAddress> address(Service service, LeanPod pod) {
        return IpFamily.firstOf(service, pod).addressesOf(pod).stream()
                .findFirst()
                .map(
                        ip ->
                                EndpointAddress.builder()
                                        .ip(ip)
                                        .hostname(Backends.hostname(pod, service).orElse(""))
                                        .nodeName(pod.spec().nodeName())
                                        .targetRef(
                                                target ->
                                                        target.kind("Pod")
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
            Backends.portNumber(pod, port)
                    .ifPresent(number -> ports.add(Optional.of(port(port, number))));
        }
        return ports;
    }

    private static EndpointPort port(ServicePort port, int number) {
        var made = EndpointPort.builder().name(port.name()).port(number).protocol(port.protocol());
        port.appProtocol().ifPresent(made::appProtocol);
        return made.build();
    }

    private static EndpointAddress unversioned(EndpointAddress address) {
        return address.targetRef()
                .filter(target -> !target.resourceVersion().isEmpty())
                .map(target -> address.withTargetRef(target.withResourceVersion("")))
                .orElse(address);
    }
}
