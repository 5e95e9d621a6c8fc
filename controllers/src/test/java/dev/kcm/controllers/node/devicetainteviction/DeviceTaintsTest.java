package dev.kcm.controllers.node.devicetainteviction;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.DeviceToleration;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceTaintsTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final LeanPod POD = LeanPod.builder()
            .metadata(metadata -> metadata.namespace("shop").name("web").uid("uid-web"))
            .spec(spec -> spec.nodeName("node-1")
                    .addResourceClaims(it -> it.name("gpu").resourceClaimName("gpu")))
            .build();

    // ---- when a pod has to go

    @Test
    void a_taint_evicts_from_when_it_was_added() {
        assertThat(eviction(POD, claim(), slice(1, "NoExecute")))
                .map(Eviction::at)
                .contains(NOW);
    }

    @Test
    void other_effects_evict_nobody() {
        assertThat(eviction(POD, claim(), slice(1, "NoSchedule"))).isEmpty();
        assertThat(eviction(POD, claim(), slice(1, "None"))).isEmpty();
        assertThat(eviction(POD, claim(), slice(1, "Whatever"))).isEmpty();
    }

    @Test
    void only_the_newest_generation_of_a_pool_counts() {
        assertThat(eviction(POD, claim(), slice(1, "NoExecute"), slice(2, "NoSchedule")))
                .isEmpty();
        assertThat(eviction(POD, claim(), slice(1, "NoSchedule"), slice(2, "NoExecute")))
                .isPresent();
    }

    @Test
    void the_shortest_toleration_that_names_the_effect_counts() {
        var brief = toleration("NoExecute").withTolerationSeconds(30L);
        var longer = toleration("NoExecute").withTolerationSeconds(60L);
        var negative = toleration("NoExecute").withTolerationSeconds(-5L);
        var forever = toleration("NoExecute");
        var effectless = toleration("");

        assertThat(evictedAt(longer, brief)).contains(NOW.plusSeconds(30));
        assertThat(evictedAt(longer, negative)).contains(NOW);
        assertThat(evictedAt(longer, forever)).isEmpty();
        assertThat(evictedAt(effectless)).contains(NOW);
        assertThat(evictedAt(toleration("NoExecute").withOperator("Equal").withValue("no")))
                .contains(NOW);
        assertThat(evictedAt(toleration("NoExecute").withOperator("Equal").withValue("yes")))
                .isEmpty();
        assertThat(evictedAt(toleration("NoExecute").withKey("other"))).contains(NOW);
    }

    @Test
    void a_pod_that_does_not_use_the_claim_stays() {
        var tainted = slice(1, "NoExecute");

        assertThat(eviction(POD.withSpec(spec -> spec.nodeName("")), claim(), tainted))
                .isEmpty();
        assertThat(eviction(POD.withMetadata(metadata -> metadata.uid("uid-other")), claim(), tainted))
                .isEmpty();
        assertThat(eviction(POD, claim().withStatus(status -> status.withoutAllocation()), tainted))
                .isEmpty();
        var generated = POD.withSpec(spec -> spec.resourceClaims(List.of())
                        .addResourceClaims(it -> it.name("gpu").resourceClaimTemplateName("one")))
                .withStatus(status ->
                        status.addResourceClaimStatuses(it -> it.name("gpu").resourceClaimName("gpu")));
        assertThat(eviction(generated, claim(), tainted)).isEmpty();
    }

    @Test
    void rules_select_by_driver_pool_and_device() {
        assertThat(rules(rule("a", "gpu.example.com", "pool", "gpu-0"))).isPresent();
        assertThat(rules(rule("a", "gpu.example.com", "pool", "gpu-1"))).isEmpty();
        assertThat(rules(rule("a", "other.example.com", "pool", "gpu-0"))).isEmpty();
        assertThat(rules(rule("all", "gpu.example.com", "pool", "gpu-0")
                        .withSpec(spec -> spec.deviceSelector(
                                it -> it.withoutDriver().withoutPool().withoutDevice()))))
                .isPresent();
        assertThat(rules(rule("none", "gpu.example.com", "pool", "gpu-0")
                        .withSpec(spec -> spec.withoutDeviceSelector())))
                .isEmpty();
    }

    @Test
    void the_earliest_counts_and_all_are_reasons() {
        var late = rule("b", "gpu.example.com", "pool", "gpu-0");
        var early = Rules.withEffect(late, "NoExecute")
                .withMetadata(metadata -> metadata.name("a").uid("uid-a"))
                .withSpec(spec -> spec.taint(it -> it.timeAdded(NOW.minusSeconds(60))));

        var eviction = rules(late, early).orElseThrow();

        assertThat(eviction.at()).isEqualTo(NOW.minusSeconds(60));
        assertThat(eviction.rules()).extracting(it -> it.key().name()).containsExactly("a", "b");
        assertThat(eviction.isBecauseOf("uid-b")).isTrue();
        assertThat(eviction.isBecauseOf("uid-c")).isFalse();
    }

    // ---- what happens to it

    @Test
    void a_pod_whose_time_has_come_is_marked_and_deleted() {
        var plan = PodEviction.decide(snapshot(NOW, false));

        assertThat(plan)
                .plans("record event DeviceTaintManagerEviction", "patch pods/status shop/web", "delete pods shop/web");
        assertThat(Planned.in(plan).events().getFirst().note()).isEqualTo("Marking for deletion");
        assertThat(Planned.in(plan).patches().getFirst().patch().utf8())
                .contains("\"uid\":\"uid-web\"")
                .contains("\"reason\":\"DeletionByDeviceTaintManager\"")
                .contains("Device Taint manager: deleting due to NoExecute taint");
        assertThat(Planned.in(plan).deletes().getFirst().uid()).isEqualTo("uid-web");
    }

    @Test
    void one_whose_time_has_not_come_waits() {
        assertThat(PodEviction.decide(snapshot(NOW.plusSeconds(30), false)))
                .plansNothing()
                .wakesIn(Duration.ofSeconds(30));
    }

    @Test
    void one_that_need_not_go_any_more_is_told_so_once() {
        var cancelled = PodEviction.decide(new Snapshot.OfPod(POD, Optional.empty(), true, NOW));

        assertThat(Planned.in(cancelled).events().getFirst().note()).isEqualTo("Cancelling deletion");
        assertThat(PodEviction.decide(new Snapshot.OfPod(POD, Optional.empty(), false, NOW)))
                .plansNothing();
    }

    @Test
    void one_that_is_going_is_left_alone() {
        var going = POD.withMetadata(metadata -> metadata.deletionTimestamp(NOW));

        assertThat(PodEviction.decide(new Snapshot.OfPod(going, Optional.of(new Eviction(NOW, List.of())), true, NOW)))
                .plansNothing();
    }

    private static Snapshot.OfPod snapshot(Instant at, boolean wasPending) {
        return new Snapshot.OfPod(POD, Optional.of(new Eviction(at, List.of())), wasPending, NOW);
    }

    private static Optional<Eviction> eviction(LeanPod pod, ResourceClaim claim, ResourceSlice... slices) {
        return taints(claim, List.of(), slices).evictionOf(pod);
    }

    private static Optional<Instant> evictedAt(DeviceToleration... tolerations) {
        return eviction(POD, claim(tolerations), slice(1, "NoExecute")).map(Eviction::at);
    }

    private static Optional<Eviction> rules(DeviceTaintRule... rules) {
        return taints(claim(), List.of(rules)).evictionOf(POD);
    }

    private static DeviceTaints taints(ResourceClaim claim, List<DeviceTaintRule> rules, ResourceSlice... slices) {
        return new DeviceTaints(
                pool -> Arrays.stream(slices)
                        .filter(slice -> Pool.of(slice).equals(pool))
                        .toList(),
                rules,
                key -> key.equals(ObjectKey.of("shop", "gpu")) ? Optional.of(claim) : Optional.empty());
    }

    private static DeviceToleration toleration(String effect) {
        return DeviceToleration.builder()
                .key("broken")
                .operator("Exists")
                .effect(effect)
                .build();
    }

    private static ResourceClaim claim(DeviceToleration... tolerations) {
        return ResourceClaim.builder()
                .metadata(metadata -> metadata.namespace("shop").name("gpu"))
                .status(status -> status.addReservedFor(
                                it -> it.resource("pods").name("web").uid("uid-web"))
                        .allocation(allocation ->
                                allocation.devices(devices -> devices.addResults(result -> result.request("gpu")
                                        .driver("gpu.example.com")
                                        .pool("pool")
                                        .device("gpu-0")
                                        .tolerations(List.of(tolerations))))))
                .build();
    }

    private static ResourceSlice slice(long generation, String effect) {
        return ResourceSlice.builder()
                .spec(spec -> spec.driver("gpu.example.com")
                        .pool(pool -> pool.name("pool").generation(generation))
                        .addDevices(device -> device.name("gpu-0")
                                .addTaints(taint -> taint.key("broken")
                                        .value("yes")
                                        .effect(effect)
                                        .timeAdded(NOW))))
                .build();
    }

    private static DeviceTaintRule rule(String name, String driver, String pool, String device) {
        return DeviceTaintRule.builder()
                .metadata(metadata -> metadata.name(name).uid("uid-" + name))
                .spec(spec -> spec.deviceSelector(
                                it -> it.driver(driver).pool(pool).device(device))
                        .taint(it -> it.key("broken").effect("NoExecute").timeAdded(NOW)))
                .build();
    }
}
