package dev.kcm.cluster.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.resource.v1.AllocationResult;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ExactDeviceRequest;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DeviceAllocationTest {
    private static final Node NODE =
            Node.builder().metadata(metadata -> metadata.name("node-1")).build();

    @Test
    void the_first_devices_that_fit_are_taken_and_no_device_twice() {
        var slices = List.of(slice("node-1", 1, 1, "a", "b", "c"));

        assertThat(devices(allocated(slices, Set.of("a"), claim(count(1)), claim(count(1)))))
                .containsExactly("b", "c");
        assertThat(allocated(slices, Set.of("a"), claim(count(1)), claim(count(2))))
                .isEmpty();
    }

    @Test
    void all_means_all_and_at_least_one() {
        var slices = List.of(slice("node-1", 1, 1, "a", "b"));

        assertThat(devices(allocated(slices, Set.of(), claim(all())))).containsExactly("a", "b");
        assertThat(allocated(slices, Set.of("b"), claim(all()))).isEmpty();
        assertThat(allocated(List.of(), Set.of(), claim(all()))).isEmpty();
    }

    @Test
    void who_administers_devices_shares_them() {
        var slices = List.of(slice("node-1", 1, 1, "a"));

        var result = allocated(slices, Set.of("a"), claim(all().andThen(it -> it.adminAccess(true))));

        assertThat(result.orElseThrow()
                        .getFirst()
                        .devices()
                        .results()
                        .getFirst()
                        .adminAccess())
                .contains(true);
    }

    @Test
    void devices_of_other_nodes_old_generations_and_unfinished_pools_do_not_count() {
        assertThat(allocated(List.of(slice("node-2", 1, 1, "a")), Set.of(), claim(count(1))))
                .isEmpty();
        assertThat(allocated(List.of(slice("node-1", 1, 2, "a")), Set.of(), claim(count(1))))
                .isEmpty();
        var older = slice("node-1", 1, 1, "a");
        var newer = slice("node-1", 2, 1, "b").withMetadata(metadata -> metadata.name("newer"));
        assertThat(devices(allocated(List.of(older, newer), Set.of(), claim(count(1)))))
                .containsExactly("b");
    }

    @Test
    void a_tainted_device_goes_only_to_who_tolerates_it() {
        var tainted = slice("node-1", 1, 1, "a")
                .withSpec(spec -> spec.devices(List.of())
                        .addDevices(device -> device.name("a")
                                .addTaints(taint -> taint.key("broken").effect("NoExecute"))));
        var tolerant = count(1).andThen(
                        it -> it.addTolerations(one -> one.key("broken").operator("Exists")));

        assertThat(allocated(List.of(tainted), Set.of(), claim(count(1)))).isEmpty();
        assertThat(devices(allocated(List.of(tainted), Set.of(), claim(tolerant))))
                .containsExactly("a");
    }

    @Test
    void of_several_ways_the_first_that_works_is_taken() {
        var claim = ResourceClaim.builder()
                .spec(spec -> spec.devices(devices -> devices.addRequests(request -> request.name("gpu")
                        .addFirstAvailable(
                                it -> it.name("three").deviceClassName("gpu").count(3))
                        .addFirstAvailable(
                                it -> it.name("one").deviceClassName("gpu").count(1)))))
                .build();

        var result = allocated(List.of(slice("node-1", 1, 1, "a", "b")), Set.of(), claim);

        assertThat(result.orElseThrow().getFirst().devices().results())
                .extracting(it -> it.request())
                .containsExactly("gpu/one");
    }

    @Test
    void an_allocation_on_a_node_names_the_node() {
        var result = allocated(List.of(slice("node-1", 1, 1, "a")), Set.of(), claim(count(1)));

        var selector = result.orElseThrow().getFirst().nodeSelector().orElseThrow();
        assertThat(NodeFit.matches(selector, NODE)).isTrue();
        assertThat(NodeFit.matches(selector, NODE.withMetadata(metadata -> metadata.name("node-2"))))
                .isFalse();
    }

    @Test
    void what_cannot_be_judged_is_said() {
        var ask = DeviceAsk.of(claim(count(1)).spec().devices().requests().getFirst())
                .getFirst();

        assertThat(ask.problem(_ -> Optional.empty())).contains("request gpu: device class gpu does not exist");
        assertThat(ask.problem(_ -> Optional.of(deviceClass("device.driver == 'gpu.example.com'"))))
                .isEmpty();
        assertThat(ask.problem(_ -> Optional.of(deviceClass("true"))).orElseThrow())
                .contains("CEL expression");
    }

    private static Optional<List<AllocationResult>> allocated(
            List<ResourceSlice> slices, Set<String> inUse, ResourceClaim... claims) {
        var used = inUse.stream()
                .map(name -> new PoolDevice.Id("gpu.example.com", "node-1", name))
                .collect(java.util.stream.Collectors.toSet());
        return new DeviceAllocation(
                        NODE,
                        PoolDevice.on(NODE, slices),
                        used,
                        _ -> Optional.of(deviceClass("device.driver == \"gpu.example.com\"")))
                .of(Arrays.asList(claims));
    }

    private static List<String> devices(Optional<List<AllocationResult>> results) {
        return results.orElseThrow().stream()
                .flatMap(result -> result.devices().results().stream())
                .map(result -> result.device())
                .toList();
    }

    private static Consumer<ExactDeviceRequest.Builder> count(int count) {
        return request -> request.allocationMode("ExactCount").count(count);
    }

    private static Consumer<ExactDeviceRequest.Builder> all() {
        return request -> request.allocationMode("All");
    }

    private static ResourceClaim claim(Consumer<ExactDeviceRequest.Builder> request) {
        return ResourceClaim.builder()
                .spec(spec -> spec.devices(devices -> devices.addRequests(
                        it -> it.name("gpu").exactly(exactly -> request.accept(exactly.deviceClassName("gpu"))))))
                .build();
    }

    private static DeviceClass deviceClass(String expression) {
        return DeviceClass.builder()
                .metadata(metadata -> metadata.name("gpu"))
                .spec(spec -> spec.addSelectors(it -> it.cel(cel -> cel.expression(expression))))
                .build();
    }

    private static ResourceSlice slice(String node, long generation, long slices, String... devices) {
        return ResourceSlice.builder()
                .metadata(metadata -> metadata.name(node + "-slice"))
                .spec(spec -> {
                    spec.driver("gpu.example.com")
                            .nodeName(node)
                            .pool(pool ->
                                    pool.name("node-1").generation(generation).resourceSliceCount(slices));
                    Arrays.stream(devices).forEach(name -> spec.addDevices(device -> device.name(name)));
                })
                .build();
    }
}
