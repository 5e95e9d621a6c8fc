package dev.kcm.controllers.shared.slices;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.Optional;

/// The slices one controller keeps, by the Service they are of; both stand in their labels.
public final class ManagedSlices {
    private final String controller;
    private final Index<EndpointSlice> byService;

    /// @param controller what the label `endpointslice.kubernetes.io/managed-by` says
    public ManagedSlices(String controller) {
        this.controller = controller;
        this.byService = new Index<>(
                EndpointSlice.ENDPOINT_SLICES,
                "service, of " + controller,
                slice -> serviceOf(slice).stream().toList());
    }

    /// Those of a Service, but the ones that are being deleted.
    public List<EndpointSlice> of(ObjectKey service, Caches caches) {
        return caches.of(EndpointSlice.ENDPOINT_SLICES).byIndex(byService, service).stream()
                .filter(slice -> !slice.isDeleting())
                .toList();
    }

    /// The Service of a slice that changed, before and after, if somebody changed that; our own
    /// writes come by here too, and find nothing to do. Slices that are there at the start count
    /// only in [#changedOrFound].
    public WatchMapping<EndpointSlice> changed() {
        return mapping(false);
    }

    /// For controllers that clean up after Services that went while nobody ran.
    public WatchMapping<EndpointSlice> changedOrFound() {
        return mapping(true);
    }

    private WatchMapping<EndpointSlice> mapping(boolean countsAtStart) {
        return new WatchMapping<>(EndpointSlice.ENDPOINT_SLICES, List.of(byService), (change, _, into) -> {
            if (change instanceof Change.Added<EndpointSlice>(var _, var initial) && initial && !countsAtStart) {
                return;
            }
            var now = serviceOf(change.object());
            now.ifPresent(into);
            if (change instanceof Change.Updated<EndpointSlice>(var before, var _)) {
                serviceOf(before).filter(key -> !now.equals(Optional.of(key))).ifPresent(into);
            }
        });
    }

    private Optional<ObjectKey> serviceOf(EndpointSlice slice) {
        var labels = slice.labels();
        var service = labels.getOrDefault(Labels.SERVICE_NAME, "");
        return labels.getOrDefault(Labels.MANAGED_BY, "").equals(controller) && !service.isEmpty()
                ? Optional.of(new ObjectKey(slice.namespace(), service))
                : Optional.empty();
    }
}
