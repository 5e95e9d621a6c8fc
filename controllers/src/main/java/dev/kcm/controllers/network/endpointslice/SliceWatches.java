package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.backends.ServiceSelection;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.slices.ManagedSlices;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.function.Consumer;

/// Which Services to enqueue when slices or nodes change.
final class SliceWatches {
    static final ManagedSlices SLICES = new ManagedSlices(Labels.CONTROLLER);

    private SliceWatches() {}

    /// A node that appears, or learns its zone, concerns the pods on it: until then they were left
    /// out, or had no zone. What changes the zones' capacity concerns the Services that share by
    /// it.
    static WatchMapping<Node> nodes() {
        return new WatchMapping<>(
                Node.NODES,
                List.of(PodIndexes.BY_NODE, ServiceSelection.SERVICES_BY_LABEL, TopologyMode.SERVICES),
                (change, stores, into) -> {
                    switch (change) {
                        case Change.Added<Node>(var node, var initial) -> {
                            if (!initial) {
                                servedFrom(node, stores, into);
                                sharing(stores, into);
                            }
                        }
                        case Change.Updated<Node>(var before, var now) -> {
                            var isElsewhere = !ZoneCapacity.zoneOf(before).equals(ZoneCapacity.zoneOf(now));
                            if (isElsewhere) {
                                servedFrom(now, stores, into);
                            }
                            if (isElsewhere || ZoneCapacity.isReady(before) != ZoneCapacity.isReady(now)) {
                                sharing(stores, into);
                            }
                        }
                        case Change.Deleted<Node> _ -> sharing(stores, into);
                        case Change.Resynced<Node> _ -> {}
                    }
                });
    }

    private static void servedFrom(Node node, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        var services = stores.of(Service.SERVICES);
        for (var pod : stores.of(LeanPod.PODS).byIndex(PodIndexes.BY_NODE, node.name())) {
            ServiceSelection.servicesOf(pod.namespace(), pod.labels(), services, into);
        }
    }

    private static void sharing(WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        stores.of(Service.SERVICES)
                .byIndex(TopologyMode.SERVICES, TopologyMode.AUTO)
                .forEach(service -> into.accept(service.key()));
    }
}
