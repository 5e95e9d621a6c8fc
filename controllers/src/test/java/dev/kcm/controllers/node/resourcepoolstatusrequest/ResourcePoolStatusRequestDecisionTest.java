package dev.kcm.controllers.node.resourcepoolstatusrequest;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.node.resourcepoolstatusrequest.ResourcePoolStatusRequestController.Snapshot;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1alpha3.PoolStatus;
import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequest;
import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequestStatus;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourcePoolStatusRequestDecisionTest {
    private static final String DRIVER = "gpu.example.com";
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    @Test
    void counts_the_devices_of_each_pool() {
        var status = answered(request(), slice("b", "node-1", 1, 1, 4), slice("a", "node-2", 1, 1, 2));

        assertThat(status.poolCount()).contains(2);
        assertThat(status.pools()).extracting(PoolStatus::poolName).containsExactly("a", "b");
        assertThat(status.pools().getFirst()).satisfies(pool -> {
            assertThat(pool.totalDevices()).contains(2);
            assertThat(pool.allocatedDevices()).contains(3);
            assertThat(pool.availableDevices()).contains(0);
            assertThat(pool.unavailableDevices()).contains(0);
            assertThat(pool.resourceSliceCount()).contains(1);
            assertThat(pool.nodeName()).contains("node-2");
        });
        assertThat(status.conditions()).singleElement().satisfies(condition -> {
            assertThat(condition.type()).isEqualTo("Complete");
            assertThat(condition.reason()).isEqualTo("CalculationComplete");
            assertThat(condition.message()).isEqualTo("Calculated status for 2 pools");
        });
    }

    @Test
    void only_the_newest_generation_counts() {
        var pool = answered(request(), slice("a", "node-1", 1, 1, 4), slice("a", "node-1", 2, 1, 1))
                .pools()
                .getFirst();

        assertThat(pool.generation()).isEqualTo(2);
        assertThat(pool.totalDevices()).contains(1);
    }

    @Test
    void a_pool_of_several_nodes_names_none() {
        var pool = answered(request(), slice("a", "node-1", 1, 2, 4), slice("a", "node-2", 1, 2, 1))
                .pools()
                .getFirst();

        assertThat(pool.nodeName()).isEmpty();
        assertThat(pool.totalDevices()).contains(5);
    }

    @Test
    void shows_as_many_pools_as_are_asked_for_and_counts_all() {
        var limited = request().withSpec(spec -> spec.limit(1));

        var status = answered(limited, slice("a", "", 1, 1, 1), slice("b", "", 1, 1, 1));

        assertThat(status.poolCount()).contains(2);
        assertThat(status.pools()).hasSize(1);
        assertThat(status.conditions().getFirst().message()).isEqualTo("Calculated status for 1 pools");
    }

    @Test
    void waits_five_times_for_slices_that_are_missing_and_then_gives_up() {
        var missing = slice("a", "node-1", 3, 2, 1);

        assertThat(decided(request(), 0, missing))
                .plansNothing()
                .because("pool gpu.example.com/a is incomplete: observed 1/2 slices at generation 3")
                .wakesIn(Duration.ofMillis(5));
        assertThat(decided(request(), 4, missing)).wakesIn(Duration.ofMillis(80));
        assertThat(decided(request(), 5, missing))
                .plansNothing()
                .wakesIn(Duration.ofDays(1).plusMillis(1));
    }

    @Test
    void one_that_is_missing_beyond_the_limit_does_not_matter() {
        var limited = request().withSpec(spec -> spec.limit(1));

        assertThat(decided(limited, 0, slice("a", "", 1, 1, 1), slice("b", "", 1, 2, 1)))
                .plans("update resourcepoolstatusrequests/status asked");
    }

    @Test
    void no_pool_is_an_answer_too() {
        assertThat(answered(request()).poolCount()).contains(0);
    }

    @Test
    void an_answer_stands_for_an_hour_and_is_not_given_again() {
        var answered = request()
                .withStatus(it -> it.poolCount(0)
                        .addConditions(condition -> condition
                                .type("Complete")
                                .status("True")
                                .lastTransitionTime(NOW.minus(Duration.ofMinutes(59)))));

        assertThat(decided(answered, 0))
                .plansNothing()
                .wakesIn(Duration.ofMinutes(1).plusMillis(1));
        assertThat(decided(
                        answered.withStatus(it -> it.conditions(List.of(answered.status()
                                .orElseThrow()
                                .conditions()
                                .getFirst()
                                .withLastTransitionTime(NOW.minus(Duration.ofMinutes(61)))))),
                        0))
                .plans("delete resourcepoolstatusrequests asked");
    }

    @Test
    void one_that_was_never_answered_goes_after_a_day() {
        var old = request().withMetadata(metadata -> metadata.creationTimestamp(NOW.minus(Duration.ofHours(25))));

        assertThat(decided(old, 5, slice("a", "", 1, 2, 1))).plans("delete resourcepoolstatusrequests asked");
    }

    private static ResourcePoolStatusRequestStatus answered(
            ResourcePoolStatusRequest request, ResourceSlice... slices) {
        return Planned.in(decided(request, 0, slices))
                .statuses(ResourcePoolStatusRequest.class)
                .getFirst()
                .status()
                .orElseThrow();
    }

    private static Plan decided(ResourcePoolStatusRequest request, int tries, ResourceSlice... slices) {
        var pools = PoolCount.of(DRIVER, List.of(slices), Map.of("a", 3));
        return new ResourcePoolStatusRequestController(new Metrics()).decide(new Snapshot(request, pools, tries, NOW));
    }

    private static ResourcePoolStatusRequest request() {
        return ResourcePoolStatusRequest.builder()
                .metadata(metadata -> metadata.name("asked").uid("uid-asked").creationTimestamp(NOW))
                .spec(spec -> spec.driver(DRIVER))
                .build();
    }

    private static ResourceSlice slice(String pool, String node, long generation, long slices, int devices) {
        return ResourceSlice.builder()
                .spec(spec -> {
                    spec.driver(DRIVER)
                            .pool(it -> it.name(pool).generation(generation).resourceSliceCount(slices));
                    Optional.of(node).filter(it -> !it.isEmpty()).ifPresent(spec::nodeName);
                    for (int number = 0; number < devices; number++) {
                        var name = "gpu-" + number;
                        spec.addDevices(device -> device.name(name));
                    }
                })
                .build();
    }
}
