package dev.kcm.controllers.shared.backends;

import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.ObjectReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Addresses and ports in the form Endpoints have: ports that all of some addresses offer stand
/// together with these addresses. Subsets, addresses and ports come in upstream's order.
public final class SubsetPacking {
    private record Place(String ip, String uid) {
        static Place of(EndpointAddress address) {
            return new Place(
                    address.ip(), address.targetRef().map(ObjectReference::uid).orElse(""));
        }
    }

    private static final Comparator<EndpointAddress> IN_ORDER =
            Comparator.comparing(Place::of, Comparator.comparing(Place::ip).thenComparing(Place::uid));

    private final Map<Place, EndpointAddress> addresses = new HashMap<>();

    /// For each port, or for none, who offers it, and whether it is ready.
    private final Map<Optional<EndpointPort>, Map<Place, Boolean>> offers = new LinkedHashMap<>();

    /// The same addresses and ports, packed as we would pack them.
    public static List<EndpointSubset> repacked(List<EndpointSubset> subsets) {
        var all = new SubsetPacking();
        for (var subset : subsets) {
            List<Optional<EndpointPort>> ports = subset.ports().isEmpty()
                    ? List.of(Optional.empty())
                    : subset.ports().stream().map(Optional::of).toList();
            subset.addresses().forEach(address -> all.add(address, true, ports));
            subset.notReadyAddresses().forEach(address -> all.add(address, false, ports));
        }
        return all.packed();
    }

    /// Unready anywhere is unready. Of an address that comes twice the first one stays.
    public void add(EndpointAddress address, boolean isReady, List<Optional<EndpointPort>> ports) {
        var place = Place.of(address);
        ports.forEach(
                port -> offers.computeIfAbsent(port, _ -> new HashMap<>()).merge(place, isReady, Boolean::logicalAnd));
        addresses.putIfAbsent(place, address);
    }

    public List<EndpointSubset> packed() {
        var portsOf = new LinkedHashMap<Map<Place, Boolean>, List<EndpointPort>>();
        offers.forEach((port, places) -> {
            var ports = portsOf.computeIfAbsent(places, _ -> new ArrayList<>());
            port.ifPresent(ports::add);
        });
        var subsets = new ArrayList<EndpointSubset>();
        portsOf.forEach((places, ports) -> subsets.add(EndpointSubset.builder()
                .addresses(those(places, true))
                .notReadyAddresses(those(places, false))
                .ports(inOrder(ports))
                .build()));
        if (subsets.size() > 1) {
            subsets.sort(Comparator.comparing(GoDumps::hash));
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
                : ports.stream().sorted(Comparator.comparing(GoDumps::hash)).toList();
    }
}
