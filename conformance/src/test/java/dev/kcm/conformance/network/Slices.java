package dev.kcm.conformance.network;

import static dev.kcm.testing.scenario.Locators.all;

import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.testing.scenario.ObjectGroup;
import java.util.List;
import java.util.stream.Collectors;

/// What scenarios ask about slices.
final class Slices {
    private Slices() {}

    static ObjectGroup<EndpointSlice> slicesOf(String service) {
        return all(EndpointSlice.ENDPOINT_SLICES)
                .that(
                        "are of " + service,
                        slice -> service.equals(slice.labels().get("kubernetes.io/service-name")));
    }

    /// The endpoints of all slices as `pod ready/serving/terminating`, by name.
    static List<String> described(List<EndpointSlice> slices) {
        return endpoints(slices).stream()
                .map(endpoint -> "%s %s/%s/%s"
                        .formatted(
                                pod(endpoint),
                                endpoint.conditions().ready().orElse(false),
                                endpoint.conditions().serving().orElse(false),
                                endpoint.conditions().terminating().orElse(false)))
                .sorted()
                .toList();
    }

    /// The endpoints of all slices as `family ports address ready`, in this order.
    static List<String> addresses(List<EndpointSlice> slices) {
        return slices.stream()
                .flatMap(slice -> {
                    var ports = slice.ports().stream()
                            .map(port -> port.name().orElse(""))
                            .sorted()
                            .collect(Collectors.joining(","));
                    return slice.endpoints().stream()
                            .map(endpoint -> "%s %s %s %s"
                                    .formatted(
                                            slice.addressType(),
                                            ports,
                                            String.join("/", endpoint.addresses()),
                                            endpoint.conditions().ready().orElse(false) ? "ready" : "unready"));
                })
                .sorted()
                .toList();
    }

    /// Which zones and nodes the endpoints are meant for, as `pod zones nodes`.
    static List<String> hinted(List<EndpointSlice> slices) {
        return endpoints(slices).stream()
                .map(endpoint -> pod(endpoint)
                        + endpoint.hints()
                                .map(hints -> hints.forZones().stream()
                                                .map(z -> " " + z.name())
                                                .collect(Collectors.joining())
                                        + hints.forNodes().stream()
                                                .map(n -> " " + n.name())
                                                .collect(Collectors.joining()))
                                .orElse(""))
                .sorted()
                .toList();
    }

    static List<Endpoint> endpoints(List<EndpointSlice> slices) {
        return slices.stream().flatMap(slice -> slice.endpoints().stream()).toList();
    }

    private static String pod(Endpoint endpoint) {
        return endpoint.targetRef().map(ObjectReference::name).orElse("nobody");
    }
}
