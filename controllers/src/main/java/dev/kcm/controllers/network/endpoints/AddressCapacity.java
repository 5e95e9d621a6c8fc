package dev.kcm.controllers.network.endpoints;

import dev.kcm.model.core.v1.EndpointSubset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// The most addresses an Endpoints object may have, and which stay when there are more: ready ones
/// before others, and of each subset its share. Pure.
final class AddressCapacity {
    static final int MOST = 1000;

    private AddressCapacity() {}

    static boolean isExceededBy(List<EndpointSubset> subsets) {
        return ready(subsets) + notReady(subsets) > MOST;
    }

    /// As many addresses as may stay. Shares are rounded up, so the last subsets get less.
    static List<EndpointSubset> truncated(List<EndpointSubset> subsets) {
        if (!isExceededBy(subsets)) {
            return subsets;
        }
        int ready = ready(subsets);
        return ready > MOST
                ? shared(subsets, MOST, ready, AddressCapacity::readyOf, AddressCapacity::onlyReady)
                : shared(
                        subsets,
                        MOST - ready,
                        notReady(subsets),
                        AddressCapacity::notReadyOf,
                        AddressCapacity::withNotReady);
    }

    @FunctionalInterface
    private interface Cut {
        EndpointSubset to(EndpointSubset subset, int count);
    }

    private static List<EndpointSubset> shared(
            List<EndpointSubset> subsets, int room, int total, ToIntFunction<EndpointSubset> count, Cut cut) {
        var cutDown = new ArrayList<EndpointSubset>(subsets.size());
        int left = room;
        for (var subset : subsets) {
            int has = count.applyAsInt(subset);
            int share = (int) Math.ceil((double) has / total * room);
            int keeps = Math.min(has, Math.min(share, left));
            left -= keeps;
            cutDown.add(cut.to(subset, keeps));
        }
        return List.copyOf(cutDown);
    }

    private static EndpointSubset onlyReady(EndpointSubset subset, int count) {
        return subset.toBuilder()
                .addresses(subset.addresses().subList(0, count))
                .notReadyAddresses(List.of())
                .build();
    }

    private static EndpointSubset withNotReady(EndpointSubset subset, int count) {
        return subset.withNotReadyAddresses(subset.notReadyAddresses().subList(0, count));
    }

    private static int ready(List<EndpointSubset> subsets) {
        return subsets.stream().mapToInt(AddressCapacity::readyOf).sum();
    }

    private static int notReady(List<EndpointSubset> subsets) {
        return subsets.stream().mapToInt(AddressCapacity::notReadyOf).sum();
    }

    private static int readyOf(EndpointSubset subset) {
        return subset.addresses().size();
    }

    private static int notReadyOf(EndpointSubset subset) {
        return subset.notReadyAddresses().size();
    }
}
