package dev.kcm.controllers.network.endpointslice;

import dev.kcm.model.core.v1.Service;
import dev.kcm.runtime.cache.Index;
import java.util.List;

/// Whether a Service asks by annotation for hints in proportion to zones; the older annotation of
/// the two counts first.
final class TopologyMode {
    static final String AUTO = "Auto";

    /// The few that do, under [#AUTO].
    static final Index<Service> SERVICES =
            new Index<>(Service.SERVICES, "topology mode", service -> isAuto(service) ? List.of(AUTO) : List.of());

    private TopologyMode() {}

    static boolean isAuto(Service service) {
        var annotations = service.annotations();
        var mode = annotations.getOrDefault(
                Annotations.TOPOLOGY_AWARE_HINTS, annotations.getOrDefault(Annotations.TOPOLOGY_MODE, ""));
        return mode.equals(AUTO) || mode.equals("auto");
    }
}
