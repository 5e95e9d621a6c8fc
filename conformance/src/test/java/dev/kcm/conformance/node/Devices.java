package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;

import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.DeviceTaint;
import dev.kcm.model.resource.v1.ExactDeviceRequest;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.PodBuilder;
import java.util.List;
import java.util.function.Consumer;

/// A device for one scenario, offered on all nodes by a driver of its own, and who wants it.
///
/// @param namespace names the pool, too: on a real cluster the claims of an earlier run may still hold its devices
record Devices(String name, String namespace) {
    private static final String DEVICE = "gpu-0";

    String driver() {
        return unique() + ".example.com";
    }

    String pool() {
        return namespace;
    }

    AnyObjectBuilder<DeviceClass> deviceClass() {
        return object(DeviceClass.builder()
                .metadata(it -> it.name(unique()))
                .spec(spec -> spec.addSelectors(
                        it -> it.cel(cel -> cel.expression("device.driver == \"%s\"".formatted(driver())))))
                .build());
    }

    AnyObjectBuilder<ResourceSlice> slice() {
        return object(ResourceSlice.builder()
                .metadata(it -> it.name(unique()))
                .spec(spec -> spec.driver(driver())
                        .allNodes(true)
                        .pool(pool -> pool.name(pool()).generation(1).resourceSliceCount(1))
                        .addDevices(device -> device.name(DEVICE)))
                .build());
    }

    static ResourceSlice tainted(ResourceSlice slice, DeviceTaint... taints) {
        return slice.withSpec(spec -> spec.devices(slice.spec().devices().stream()
                .map(device -> device.withTaints(List.of(taints)))
                .toList()));
    }

    AnyObjectBuilder<ResourceClaim> claim() {
        return claim(_ -> {});
    }

    AnyObjectBuilder<ResourceClaim> claim(Consumer<ExactDeviceRequest.Builder> more) {
        return object(ResourceClaim.builder()
                .metadata(it -> it.name(name))
                .spec(claim -> claim.devices(devices -> devices.addRequests(request ->
                        request.name("gpu").exactly(exactly -> more.accept(exactly.deviceClassName(unique()))))))
                .build());
    }

    PodBuilder user(String podName) {
        return pod(podName)
                .with(pod -> pod.withSpec(
                        spec -> spec.addResourceClaims(it -> it.name("gpu").resourceClaimName(name))));
    }

    private String unique() {
        return "kcm-devices-" + name;
    }
}
