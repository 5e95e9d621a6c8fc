package dev.kcm.controllers.network.endpointslicemirroring;

import static dev.kcm.controllers.shared.backends.Network.service;

import dev.kcm.client.WriteResult;
import dev.kcm.controllers.shared.slices.SliceOutcome;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.EndpointAddress;
import dev.kcm.model.core.v1.EndpointPort;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Endpoints made by hand, what was observed of them, and a server that executes plans.
final class Mirrored {
    static final EndpointPort HTTP =
            EndpointPort.builder().name("http").port(80).protocol("TCP").build();
    static final EndpointPort METRICS =
            EndpointPort.builder().name("metrics").port(9090).protocol("TCP").build();

    private Mirrored() {}

    static Endpoints endpoints(EndpointSubset... subsets) {
        return Endpoints.builder()
                .metadata(m ->
                        m.name("web").namespace("default").uid("uid-endpoints").putLabels("team", "a"))
                .subsets(List.of(subsets))
                .build();
    }

    static EndpointAddress address(String ip) {
        return EndpointAddress.builder().ip(ip).build();
    }

    /// Ready ones before the bar, others after it.
    static EndpointSubset subset(String addresses, EndpointPort... ports) {
        var halves = addresses.split("\\|", -1);
        return EndpointSubset.builder()
                .addresses(addresses(halves[0]))
                .notReadyAddresses(addresses(halves.length > 1 ? halves[1] : ""))
                .ports(List.of(ports))
                .build();
    }

    private static List<EndpointAddress> addresses(String ips) {
        return Arrays.stream(ips.split(" "))
                .filter(ip -> !ip.isEmpty())
                .map(Mirrored::address)
                .toList();
    }

    static Service unselecting() {
        return service("web", spec -> spec.selector(Map.of()));
    }

    static Snapshot snapshot(Endpoints endpoints, EndpointSlice... slices) {
        return snapshot(Optional.of(endpoints), Optional.of(unselecting()), List.of(slices));
    }

    static Snapshot snapshot(Optional<Endpoints> endpoints, Optional<Service> service, List<EndpointSlice> slices) {
        return new Snapshot(ObjectKey.of("default", "web"), endpoints, service, slices, SkippedAddresses.NOBODY);
    }

    /// Everything done as planned.
    static Outcomes done(Plan plan) {
        var outcomes = new ArrayList<Outcome>();
        plan.steps()
                .forEach(step -> outcomes.add(
                        step instanceof Step.RecordEvent
                                ? new Outcome.Recorded(step)
                                : new Outcome.Applied(
                                        step, new WriteResult(ObjectKey.of("default", "n"), "uid", "1"))));
        return new Outcomes(outcomes);
    }

    /// The slices there are when a plan is carried out, new ones named `new-0`, `new-1`, ...
    static EndpointSlice[] after(Snapshot snapshot, Plan plan) {
        var slices = new ArrayList<EndpointSlice>();
        for (var slice : SliceOutcome.of(snapshot.slices(), done(plan)).slices()) {
            var name = "new-" + slices.size();
            slices.add(
                    slice.name().isEmpty()
                            ? slice.withMetadata(
                                    m -> m.name(name).uid("uid-" + name).resourceVersion("1"))
                            : slice);
        }
        return slices.toArray(EndpointSlice[]::new);
    }

    /// As `IPv4 http: 10.0.0.1+ 10.0.0.2-`, where + is ready.
    static List<String> described(EndpointSlice... slices) {
        return Arrays.stream(slices).map(Mirrored::described).sorted().toList();
    }

    private static String described(EndpointSlice slice) {
        return "%s %s:%s"
                .formatted(
                        slice.addressType(),
                        slice.ports().stream()
                                .map(port -> port.name().orElseThrow())
                                .sorted()
                                .collect(Collectors.joining(",")),
                        slice.endpoints().stream()
                                .map(endpoint -> " "
                                        + String.join("/", endpoint.addresses())
                                        + (endpoint.conditions().ready().orElseThrow() ? "+" : "-"))
                                .collect(Collectors.joining()));
    }

    static List<String> steps(Plan plan) {
        return plan.steps()
                .map(step ->
                        step instanceof Step.RecordEvent event ? event.reason() + ": " + event.note() : step.describe())
                .toList();
    }
}
