package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.shared.backends.Network.service;

import dev.kcm.client.WriteResult;
import dev.kcm.controllers.shared.backends.TriggerTime;
import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceOutcome;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Slices for tests, and a server that carries out plans about them.
final class Slices {
    static final EndpointPort HTTP =
            EndpointPort.builder().name("http").port(8080).protocol("TCP").build();

    private Slices() {}

    /// A pod's endpoint, ready, on `node-1` of no zone.
    static Endpoint endpoint(String pod) {
        return endpoint(pod, "");
    }

    static Endpoint endpoint(String pod, String zone) {
        var endpoint = Endpoint.builder()
                .addresses(List.of("ip-of-" + pod))
                .conditions(c -> c.ready(true).serving(true).terminating(false))
                .nodeName("node-1")
                .targetRef(target ->
                        target.kind("Pod").namespace("default").name(pod).uid("uid-" + pod));
        if (!zone.isEmpty()) {
            endpoint.zone(zone);
        }
        return endpoint.build();
    }

    /// Owned by the Service `web` and labelled as its slices are.
    static EndpointSlice slice(String name, Endpoint... endpoints) {
        var web = service("web");
        return new SliceBuilder(Optional.empty(), "IPv4", List.of(HTTP), List.of(endpoints))
                .written(web, SliceLabels.of(web).wanted(), Map.of())
                .withMetadata(m -> m.name(name).uid("uid-" + name).resourceVersion("1"));
    }

    static Snapshot snapshot(Service service, List<LeanPod> pods, EndpointSlice... slices) {
        return new Snapshot(
                service,
                pods,
                List.of(slices),
                Map.of("node-1", ""),
                ZoneCapacity.NONE,
                Optional.of(PreviousSync.after(
                        TriggerTime.LastSync.at(service, pods), service, Optional.empty(), List.of(slices), 100)));
    }

    static List<EndpointSlice> created(Plan plan) {
        return Planned.in(plan).created(EndpointSlice.class);
    }

    static List<EndpointSlice> updated(Plan plan) {
        return Planned.in(plan).updated(EndpointSlice.class);
    }

    static List<String> deleted(Plan plan) {
        return Planned.in(plan).names(Operation.Delete.class);
    }

    static List<String> events(Plan plan) {
        return Planned.in(plan).events().stream()
                .map(event -> event.reason() + ": " + event.note())
                .toList();
    }

    /// Everything done as planned.
    static Outcomes done(Plan plan) {
        var outcomes = new ArrayList<Outcome>();
        plan.steps()
                .forEach(step -> outcomes.add(
                        step instanceof Step.RecordEvent
                                ? new Outcome.Recorded(step)
                                : new Outcome.Applied(step, result(outcomes))));
        return new Outcomes(outcomes);
    }

    /// The slices there are when a plan is carried out; new ones are named after `prefix`.
    static List<EndpointSlice> after(Snapshot snapshot, Plan plan, String prefix) {
        var slices = new ArrayList<EndpointSlice>();
        for (var slice : SliceOutcome.of(snapshot.slices(), done(plan)).slices()) {
            var name = prefix + slices.size();
            slices.add(
                    slice.name().isEmpty()
                            ? slice.withMetadata(m -> m.name(name).uid("uid-" + name))
                            : slice);
        }
        return slices;
    }

    private static WriteResult result(List<Outcome> before) {
        return new WriteResult(ObjectKey.of("default", "n" + before.size()), "uid", "1");
    }
}
