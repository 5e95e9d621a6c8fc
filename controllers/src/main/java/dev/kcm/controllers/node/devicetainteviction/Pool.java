package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.model.resource.v1.DeviceRequestAllocationResult;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.runtime.cache.Index;
import java.util.List;
import java.util.stream.Stream;

/// Where devices come from.
record Pool(String driver, String name) {
    static final Index<ResourceSlice> SLICES =
            new Index<>(ResourceSlice.RESOURCE_SLICES, "pool", slice -> List.of(of(slice)));

    /// Those with a device of it.
    static final Index<ResourceClaim> CLAIMS = new Index<>(
            ResourceClaim.RESOURCE_CLAIMS,
            "pool",
            claim -> devices(claim).map(Pool::of).distinct().toList());

    static Pool of(ResourceSlice slice) {
        return new Pool(slice.spec().driver(), slice.spec().pool().name());
    }

    static Pool of(DeviceRequestAllocationResult device) {
        return new Pool(device.driver(), device.pool());
    }

    /// What is allocated to a claim.
    static Stream<DeviceRequestAllocationResult> devices(ResourceClaim claim) {
        return claim.status().allocation().stream().flatMap(allocation -> allocation.devices().results().stream());
    }
}
