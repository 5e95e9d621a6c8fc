package dev.kcm.controllers.network.endpointslice;

import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;

/// Writes of slices; a failed one is an event on the Service, with upstream's text.
final class SliceSteps {
    private SliceSteps() {}

    static Step create(Service service, EndpointSlice slice) {
        return Step.create(slice).withEvent(failureEvent(service, "create EndpointSlice"));
    }

    static Step update(Service service, EndpointSlice slice) {
        return Step.update(slice).withEvent(failureEvent(service, "update %s EndpointSlice".formatted(slice.name())));
    }

    static Step delete(Service service, EndpointSlice slice) {
        return Step.delete(EndpointSlice.ENDPOINT_SLICES, slice.key(), slice.uid())
                .withEvent(failureEvent(service, "delete %s EndpointSlice".formatted(slice.name())));
    }

    private static Optional<Step.EventTemplate> failureEvent(Service service, String what) {
        var key = service.key();
        return Optional.of(new Step.EventTemplate(
                service.ref(),
                "",
                "",
                Reasons.UPDATE_FAILED,
                "Error updating Endpoint Slices for Service %s: failed to %s for Service %s: ".formatted(key, what, key)
                        + "%s"));
    }
}
