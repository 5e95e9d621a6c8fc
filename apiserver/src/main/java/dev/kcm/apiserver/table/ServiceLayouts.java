package dev.kcm.apiserver.table;

import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.networking.v1.IPAddress;
import dev.kcm.model.networking.v1.ParentReference;
import dev.kcm.model.networking.v1.ServiceCIDR;
import dev.kcm.model.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// How services and their endpoints are shown.
final class ServiceLayouts {
    private static final int SHOWN = 3;

    private ServiceLayouts() {}

    static Layout<Service> services() {
        return Layout.<Service>named()
                .text("Type", it -> it.spec().type())
                .text("Cluster-IP", it -> Layouts.orNone(it.spec().clusterIP()))
                .text("External-IP", ServiceLayouts::external)
                .text("Port(s)", ServiceLayouts::ports)
                .age()
                .wide(
                        "Selector",
                        it -> Layouts.orNone(Selector.of(it.spec().selector()).toString()));
    }

    static Layout<ServiceCIDR> ranges() {
        return Layout.<ServiceCIDR>named()
                .text("CIDRs", it -> String.join(",", it.spec().cidrs()))
                .age();
    }

    static Layout<IPAddress> addresses() {
        return Layout.<IPAddress>named()
                .text(
                        "ParentRef",
                        it -> it.spec().parentRef().map(ServiceLayouts::parent).orElse("<none>"))
                .age();
    }

    private static String parent(ParentReference parent) {
        var group = parent.group().isEmpty() ? "" : "." + parent.group();
        var namespace = parent.namespace().isEmpty() ? "" : "/" + parent.namespace();
        return parent.resource() + group + namespace + "/" + parent.name();
    }

    private static String external(Service service) {
        var spec = service.spec();
        return switch (spec.type()) {
            case "ExternalName" -> spec.externalName();
            case "LoadBalancer" -> {
                var given = service.status().loadBalancer().ingress().stream()
                        .map(it -> it.ip().isEmpty() ? it.hostname() : it.ip())
                        .collect(Collectors.joining(","));
                yield given.isEmpty() ? "<pending>" : given;
            }
            default -> Layouts.orNone(String.join(",", spec.externalIPs()));
        };
    }

    private static String ports(Service service) {
        return Layouts.orNone(
                service.spec().ports().stream().map(ServiceLayouts::port).collect(Collectors.joining(",")));
    }

    private static String port(ServicePort port) {
        var node = port.nodePort() == 0 ? "" : ":" + port.nodePort();
        return port.port() + node + "/" + port.protocol();
    }

    static Layout<Endpoints> endpoints() {
        return Layout.<Endpoints>named()
                .text("Endpoints", ServiceLayouts::addresses)
                .age();
    }

    private static String addresses(Endpoints endpoints) {
        var all = new ArrayList<String>();
        for (var subset : endpoints.subsets()) {
            for (var address : subset.addresses()) {
                if (subset.ports().isEmpty()) {
                    all.add(address.ip());
                }
                subset.ports().forEach(port -> all.add(address.ip() + ":" + port.port()));
            }
        }
        return shortened(all, " + ", " more...");
    }

    static Layout<EndpointSlice> endpointSlices() {
        return Layout.<EndpointSlice>named()
                .text("AddressType", EndpointSlice::addressType)
                .text("Ports", ServiceLayouts::ports)
                .text(
                        "Endpoints",
                        it -> it.endpoints().isEmpty()
                                ? "<unset>"
                                : shortened(
                                        it.endpoints().stream()
                                                .flatMap(e -> e.addresses().stream())
                                                .toList(),
                                        " + ",
                                        " more..."))
                .age();
    }

    private static String ports(EndpointSlice slice) {
        var all = slice.ports().stream()
                .map(port -> port.port().map(Object::toString).orElse("*"))
                .toList();
        return all.isEmpty() ? "<unset>" : shortened(all, " + ", " more...");
    }

    private static String shortened(List<String> all, String plus, String more) {
        if (all.size() <= SHOWN) {
            return Layouts.orNone(String.join(",", all));
        }
        return String.join(",", all.subList(0, SHOWN)) + plus + (all.size() - SHOWN) + more;
    }
}
