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
import java.util.stream.Stream;

/// How services and their endpoints are shown.
final class ServiceLayouts {
    private static final int SHOWN = 3;

    private ServiceLayouts() {}

    static Layout<Service> services() {
        return Layout.<Service>named()
                .text("Type", it -> it.spec().type())
                .text("Cluster-IP", it -> clusterIp(it))
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

    private static String clusterIp(Service service) {
        var all = service.spec().clusterIPs();
        return all.isEmpty() ? "<none>" : all.getFirst();
    }

    private static String external(Service service) {
        var spec = service.spec();
        return switch (spec.type()) {
            case "ClusterIP", "NodePort" -> Layouts.orNone(String.join(",", spec.externalIPs()));
            case "LoadBalancer" -> {
                var all = Stream.concat(ingress(service), spec.externalIPs().stream())
                        .collect(Collectors.joining(","));
                yield all.isEmpty() ? "<pending>" : all;
            }
            case "ExternalName" -> spec.externalName();
            default -> "<unknown>";
        };
    }

    private static Stream<String> ingress(Service service) {
        return service.status().loadBalancer().ingress().stream()
                .map(it -> it.ip().isEmpty() ? it.hostname() : it.ip())
                .filter(address -> !address.isEmpty())
                .sorted()
                .distinct();
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
            if (subset.ports().isEmpty()) {
                subset.addresses().forEach(address -> all.add(address.ip()));
            }
            for (var port : subset.ports()) {
                subset.addresses().forEach(address -> all.add(hostPort(address.ip(), port.port())));
            }
        }
        return endpoints.subsets().isEmpty() ? "<none>" : Layouts.shortened(all, SHOWN, ",");
    }

    private static String hostPort(String address, int port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    static Layout<EndpointSlice> endpointSlices() {
        return Layout.<EndpointSlice>named()
                .text("AddressType", EndpointSlice::addressType)
                .text("Ports", ServiceLayouts::ports)
                .text("Endpoints", ServiceLayouts::addresses)
                .age();
    }

    private static String ports(EndpointSlice slice) {
        return orUnset(slice.ports().stream()
                .map(port -> port.port().map(Object::toString).or(port::name).orElse("*"))
                .toList());
    }

    private static String addresses(EndpointSlice slice) {
        return orUnset(slice.endpoints().stream()
                .flatMap(endpoint -> endpoint.addresses().stream())
                .toList());
    }

    private static String orUnset(List<String> all) {
        var text = Layouts.shortened(all, SHOWN, ",");
        return text.isEmpty() ? "<unset>" : text;
    }
}
