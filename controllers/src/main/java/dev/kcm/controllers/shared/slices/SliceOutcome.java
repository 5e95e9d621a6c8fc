package dev.kcm.controllers.shared.slices;

import dev.kcm.base.metrics.Counter;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What became of slices, for metrics.
///
/// @param slices all there are when the writes are done
/// @param writes those that were done
public record SliceOutcome(List<EndpointSlice> slices, List<Step.Write> writes, int added, int updated, int removed) {

    public static SliceOutcome of(List<EndpointSlice> before, Outcomes outcomes) {
        var writes = outcomes.all().stream()
                .filter(Outcome.Applied.class::isInstance)
                .map(outcome -> (Step.Write) outcome.step())
                .toList();
        if (writes.isEmpty()) {
            return new SliceOutcome(before, writes, 0, 0, 0);
        }
        var after = after(before, writes);
        var were = endpoints(before);
        var are = endpoints(after);
        int stayed = 0;
        int updated = 0;
        for (var one : are.entrySet()) {
            var was = were.get(one.getKey());
            stayed += was == null ? 0 : 1;
            updated += was == null || EndpointIdentity.readSame(was, one.getValue()) ? 0 : 1;
        }
        return new SliceOutcome(after, writes, are.size() - stayed, updated, were.size() - stayed);
    }

    public void count(Counter changesByOperation) {
        writes.forEach(step -> changesByOperation.with(step.operation().verb()).increment());
    }

    private static List<EndpointSlice> after(List<EndpointSlice> before, List<Step.Write> writes) {
        var byName = new LinkedHashMap<String, EndpointSlice>();
        before.forEach(slice -> byName.put(slice.name(), slice));
        var created = new ArrayList<EndpointSlice>();
        for (var step : writes) {
            switch (step.operation()) {
                case Operation.Create create -> created.add((EndpointSlice) create.object());
                case Operation.Update update -> byName.put(update.key().name(), (EndpointSlice) update.object());
                case Operation.Delete delete -> byName.remove(delete.key().name());
                default -> throw new IllegalStateException("Not a write of slices: " + step.describe());
            }
        }
        created.addAll(byName.values());
        return created;
    }

    private static Map<EndpointIdentity, Endpoint> endpoints(List<EndpointSlice> slices) {
        var endpoints = new LinkedHashMap<EndpointIdentity, Endpoint>();
        for (var slice : slices) {
            slice.endpoints().forEach(endpoint -> endpoints.put(EndpointIdentity.of(endpoint), endpoint));
        }
        return endpoints;
    }
}
