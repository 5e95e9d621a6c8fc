package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.shared.backends.Labels.HEADLESS;
import static dev.kcm.controllers.shared.slices.Labels.MANAGED_BY;
import static dev.kcm.controllers.shared.slices.Labels.SERVICE_NAME;

import dev.kcm.controllers.shared.backends.Services;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The labels of a Service's slices: the Service's own, and three that are ours to say.
record SliceLabels(Map<String, String> wanted) {
    private static final Set<String> RESERVED = Set.of(MANAGED_BY, SERVICE_NAME, HEADLESS);

    static SliceLabels of(Service service) {
        var labels = unreserved(service.labels());
        if (Services.isHeadless(service)) {
            labels.put(HEADLESS, "");
        }
        labels.put(SERVICE_NAME, service.name());
        labels.put(MANAGED_BY, Labels.CONTROLLER);
        return new SliceLabels(Map.copyOf(labels));
    }

    /// Whether the Service's own labels read otherwise on the slice; ours alone are no reason to
    /// write.
    boolean areMissingOn(EndpointSlice slice) {
        return !slice.labels().equals(wanted) && !unreserved(slice.labels()).equals(unreserved(wanted));
    }

    private static Map<String, String> unreserved(Map<String, String> labels) {
        var rest = new HashMap<>(labels);
        rest.keySet().removeAll(RESERVED);
        return rest;
    }
}
