package dev.kcm.controllers.network.endpointslicemirroring;

import static dev.kcm.controllers.shared.backends.Annotations.TRIGGER_TIME;
import static dev.kcm.controllers.shared.slices.Labels.MANAGED_BY;
import static dev.kcm.controllers.shared.slices.Labels.SERVICE_NAME;

import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What slices have of their Endpoints: the labels, besides two that are ours to say, and the
/// annotations, but for two that speak of the Endpoints alone. Whatever else stands there goes.
record MirrorMetadata(Endpoints endpoints, Map<String, String> labels, Map<String, String> annotations) {

    static MirrorMetadata of(Endpoints endpoints) {
        var labels = new HashMap<>(endpoints.labels());
        labels.put(SERVICE_NAME, endpoints.name());
        labels.put(MANAGED_BY, Labels.CONTROLLER);
        var annotations = new HashMap<>(endpoints.annotations());
        annotations.keySet().removeAll(List.of(TRIGGER_TIME, Annotations.LAST_APPLIED));
        return new MirrorMetadata(endpoints, Map.copyOf(labels), Map.copyOf(annotations));
    }

    /// Endpoints made anew under their name have another uid, and the garbage collector would take
    /// what still belongs to the old ones.
    boolean isOn(EndpointSlice slice) {
        return slice.labels().equals(labels)
                && slice.annotations().equals(annotations)
                && OwnerReferences.isControlledBy(slice, endpoints);
    }

    EndpointSlice written(SliceBuilder builder) {
        return builder.written(endpoints, labels, annotations)
                .withMetadata(metadata -> metadata.ownerReferences(List.of(OwnerReferences.toController(endpoints))));
    }
}
