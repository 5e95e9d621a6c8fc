package dev.kcm.cluster;

import dev.kcm.apiserver.store.CompactedException;
import dev.kcm.apiserver.store.Store;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Informers;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Knows when nothing is left to do: every cache shows all there is and nobody has a key in hand.
/// Wake-ups at later times do not count.
record Quiet(Store store, List<Following> followers, List<BooleanSupplier> workers) {

    /// Caches that follow the store.
    record Following(Informers informers, Set<Resource<?>> resources) {}

    /// One look. The revision is compared around it, so that a write in between is noticed.
    boolean isReached() {
        long before = store.revision();
        return followers.stream().allMatch(this::isUpToDate)
                && workers.stream().allMatch(BooleanSupplier::getAsBoolean)
                && followers.stream().allMatch(this::isUpToDate)
                && store.revision() == before;
    }

    private boolean isUpToDate(Following following) {
        return following.resources().stream()
                .allMatch(resource -> isUpToDate(following.informers(), resource));
    }

    private boolean isUpToDate(Informers informers, Resource<?> resource) {
        var cache = informers.store(resource);
        if (!cache.isFilled()) {
            return false;
        }
        try (var ahead = store.watch(resource, cache.position())) {
            return ahead.poll().isEmpty();
        } catch (CompactedException _) {
            return false;
        }
    }
}
