package dev.kcm.controllers.housekeeping.resourcequota;

import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.amounts;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.contents;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.counted;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.pod;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.pods;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.quota;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.ResourceQuotaStatus;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceQuotaDecisionTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final Duration PERIOD = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(30);

    private final ResourceQuotaController reconciler =
            new ResourceQuotaController(new NoInventory(), PERIOD, true, true);

    @Test
    void a_new_quota_is_given_its_limits_and_what_is_used_of_each() {
        var plan = decide(
                quota("pods", "10", "requests.cpu", "4", "configmaps", "5"),
                contents(List.of(pod("a", "1500m"), pod("b", "1")), Map.of("configmaps", 3)));

        assertThat(status(plan).hard()).isEqualTo(amounts("pods", "10", "requests.cpu", "4", "configmaps", "5"));
        assertThat(status(plan).used()).isEqualTo(amounts("pods", "2", "requests.cpu", "2500m", "configmaps", "3"));
        assertThat(plan.why()).isEqualTo("what is allowed has changed");
        assertThat(urgency(plan)).isEqualTo(Step.Urgency.NOW);
    }

    @Test
    void what_nothing_uses_is_used_to_the_amount_of_zero() {
        var plan = decide(quota("pods", "10", "limits.memory", "1Gi"), pods());

        assertThat(status(plan).used()).isEqualTo(amounts("pods", "0", "limits.memory", "0"));
    }

    @Test
    void nothing_is_written_where_only_the_spelling_differs() {
        var quota = written(quota("requests.cpu", "4"), "requests.cpu", "1000m");

        assertThat(decide(quota, pods(pod("a", "1"))))
                .isEqualTo(Plan.nothing("what is used is written").wakingIn(PERIOD));
    }

    @Test
    void a_change_of_what_is_used_may_be_gathered_with_others() {
        var quota = written(quota("pods", "10"), "pods", "2");

        var plan = decide(quota, pods(pod("a", "1")));

        assertThat(status(plan).used()).isEqualTo(amounts("pods", "1"));
        assertThat(plan.why()).isEqualTo("what is used has changed");
        assertThat(urgency(plan)).isEqualTo(Step.Urgency.SOON);
    }

    @Test
    void what_is_no_longer_limited_is_no_longer_shown() {
        var before = written(quota("pods", "10", "cpu", "4"), "pods", "0", "cpu", "0");
        var plan = decide(before.withSpec(it -> it.hard(amounts("pods", "10"))), pods());

        assertThat(status(plan).hard()).isEqualTo(amounts("pods", "10"));
        assertThat(status(plan).used()).isEqualTo(amounts("pods", "0"));
    }

    @Test
    void a_kind_that_could_not_be_counted_keeps_its_number_and_is_tried_again_soon() {
        var quota = written(
                quota("pods", "10", "count/widgets.example.com", "5"), "pods", "3", "count/widgets.example.com", "4");

        var plan = decide(quota, pods(pod("a", "1")), false);

        assertThat(status(plan).used()).isEqualTo(amounts("pods", "1", "count/widgets.example.com", "4"));
        assertThat(plan.wakeIn()).contains(SOON);
    }

    @Test
    void a_kind_that_nobody_serves_is_not_said_to_be_used() {
        var plan = decide(quota("pods", "10", "count/widgets.example.com", "5"), pods(), false);

        assertThat(status(plan).used()).isEqualTo(amounts("pods", "0"));
    }

    @Test
    void kinds_are_counted_under_both_their_names() {
        var plan = decide(
                quota("secrets", "5", "count/secrets", "6", "count/jobs.batch", "1"),
                counted(Map.of("secrets", 2, "jobs.batch", 1)));

        assertThat(status(plan).used())
                .isEqualTo(amounts("secrets", "2", "count/secrets", "2", "count/jobs.batch", "1"));
    }

    @Test
    void a_quota_with_scopes_is_for_those_in_all_of_them() {
        var quota = quota("pods", "10")
                .withSpec(it -> it.hard(amounts("pods", "10"))
                        .addScopes("NotTerminating")
                        .scopeSelector(s -> s.addMatchExpressions(one ->
                                one.scopeName("PriorityClass").operator("In").addValues("high"))));
        var high = pod("a", "1").withSpec(it -> it.priorityClassName("high"));
        var low = pod("b", "1").withSpec(it -> it.priorityClassName("low"));
        var ending = high.withSpec(it -> it.activeDeadlineSeconds(60));

        assertThat(status(decide(quota, pods(high, low, ending, pod("c", "1")))).used())
                .isEqualTo(amounts("pods", "1"));
    }

    @Test
    void what_has_no_scopes_is_not_in_any() {
        var quota = quota("services", "5", "configmaps", "5")
                .withSpec(it ->
                        it.hard(amounts("services", "5", "configmaps", "5")).addScopes("BestEffort"));
        var contents = new NamespaceContents(
                List.of(),
                List.of(Service.EMPTY),
                List.of(),
                new LiveAnswer.Absent<>(),
                new LiveAnswer.Absent<>(),
                Map.of("configmaps", 3));

        assertThat(status(decide(quota, contents)).used()).isEqualTo(amounts("services", "0", "configmaps", "0"));
    }

    @Test
    void pods_that_have_ended_or_should_long_be_gone_only_count_as_objects() {
        var quota = quota("pods", "10", "count/pods", "10", "cpu", "4");
        var ended = pod("a", "1").withStatus(it -> it.phase("Succeeded"));
        var overdue = pod("b", "1")
                .withMetadata(it -> it.deletionTimestamp(NOW.minusSeconds(31)).deletionGracePeriodSeconds(30));
        var leaving = pod("c", "1")
                .withMetadata(it -> it.deletionTimestamp(NOW.minusSeconds(30)).deletionGracePeriodSeconds(30));

        assertThat(status(decide(quota, pods(ended, overdue, leaving))).used())
                .isEqualTo(amounts("pods", "1", "count/pods", "3", "cpu", "1"));
    }

    @Test
    void devices_that_a_pod_has_paid_for_as_an_extended_resource_are_not_charged_twice() {
        var pod = gpuPod(2);
        var quota = quota("requests.example.com/gpu", "8", "gpu.deviceclass.resource.k8s.io/devices", "8");

        var alone = decide(quota, devices(List.of(), claim("other", 3)));
        var paid = decide(quota, devices(List.of(pod), claimOf(pod, "its", 3)));
        var second = decide(quota, devices(List.of(pod), claimOf(pod, "its", 3), claimOf(pod, "z", 1)));

        assertThat(status(alone).used())
                .isEqualTo(amounts("requests.example.com/gpu", "3", "gpu.deviceclass.resource.k8s.io/devices", "3"));
        assertThat(status(paid).used().get("requests.example.com/gpu"))
                .as("2 of the pod, and the third of its claim")
                .hasToString("3");
        assertThat(status(second).used().get("requests.example.com/gpu")).hasToString("4");
    }

    @Test
    void devices_that_could_not_be_listed_keep_what_is_written_and_the_rest_does_not() {
        var quota = written(
                quota("pods", "5", "requests.example.com/gpu", "8", "gpu.deviceclass.resource.k8s.io/devices", "8"),
                "pods",
                "0",
                "requests.example.com/gpu",
                "7",
                "gpu.deviceclass.resource.k8s.io/devices",
                "6");
        var failed = new ApiFailure.Timeout(Status.EMPTY);
        var claims = devices(List.of(gpuPod(1)));
        var unlisted = new NamespaceContents(
                claims.pods(),
                List.of(),
                List.of(),
                new LiveAnswer.Unknown<>(failed),
                claims.deviceClasses(),
                Map.of());
        var unknown = new NamespaceContents(
                claims.pods(), List.of(), List.of(), claims.deviceClaims(), new LiveAnswer.Unknown<>(failed), Map.of());

        assertThat(unlisted.isComplete()).isFalse();
        assertThat(status(decide(quota, unlisted)).used())
                .isEqualTo(amounts(
                        "pods", "1", "requests.example.com/gpu", "7", "gpu.deviceclass.resource.k8s.io/devices", "6"));
        assertThat(unknown.isComplete()).isFalse();
        assertThat(status(decide(quota, unknown)).used())
                .isEqualTo(amounts(
                        "pods", "1", "requests.example.com/gpu", "7", "gpu.deviceclass.resource.k8s.io/devices", "0"));
    }

    @Test
    void without_a_period_nothing_is_counted_again_by_itself() {
        var never = new ResourceQuotaController(new NoInventory(), Duration.ZERO, true, true);

        var plan = settled(never, new ResourceQuotaController.Snapshot(quota("pods", "1"), pods(), true, NOW));

        assertThat(plan.wakeIn()).isEmpty();
    }

    private Plan decide(ResourceQuota quota, NamespaceContents contents) {
        return decide(quota, contents, true);
    }

    private Plan decide(ResourceQuota quota, NamespaceContents contents, boolean isComplete) {
        return settled(reconciler, new ResourceQuotaController.Snapshot(quota, contents, isComplete, NOW));
    }

    private static Plan settled(ResourceQuotaController reconciler, ResourceQuotaController.Snapshot snapshot) {
        assertThat(reconciler.decide(snapshot).isNothing()).isTrue();
        return reconciler.settle(snapshot, Outcomes.NONE);
    }

    private static ResourceQuotaStatus status(Plan plan) {
        return Planned.in(plan).statuses(ResourceQuota.class).getFirst().status();
    }

    private static Step.Urgency urgency(Plan plan) {
        return Planned.in(plan).onlyWrite().urgency();
    }

    private static LeanPod gpuPod(int gpus) {
        return pod("trainer", "1").withSpec(it -> it.overhead(amounts("example.com/gpu", Integer.toString(gpus))));
    }

    private static NamespaceContents devices(List<LeanPod> pods, ResourceClaim... claims) {
        var gpu = DeviceClass.builder()
                .metadata(it -> it.name("gpu"))
                .spec(it -> it.extendedResourceName("example.com/gpu"))
                .build();
        return new NamespaceContents(
                pods,
                List.of(),
                List.of(),
                new LiveAnswer.Found<>(List.of(claims)),
                new LiveAnswer.Found<>(List.of(gpu)),
                Map.of());
    }

    private static ResourceClaim claim(String name, int gpus) {
        return ResourceClaim.builder()
                .metadata(it -> it.namespace("shop").name(name).creationTimestamp(NOW))
                .spec(it -> it.devices(devices -> devices.addRequests(one -> one.name("gpus")
                        .exactly(e -> e.deviceClassName("gpu")
                                .allocationMode("ExactCount")
                                .count(gpus)))))
                .build();
    }

    private static ResourceClaim claimOf(LeanPod pod, String name, int gpus) {
        var whole = Pod.builder().metadata(pod.metadata()).build();
        return claim(name, gpus)
                .withMetadata(it -> it.putAnnotations(Annotations.FOR_EXTENDED_RESOURCE, "true")
                        .addOwnerReferences(OwnerReferences.toController(whole)));
    }

    private static final class NoInventory implements Inventory {
        @Override
        public LiveAnswer<ServedKinds> served(Instant since) {
            throw new AssertionError("asked what is served");
        }

        @Override
        public <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace) {
            throw new AssertionError("listed " + resource);
        }

        @Override
        public Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
                List<? extends Resource<?>> resources, String namespace) {
            throw new AssertionError("listed " + resources);
        }
    }
}
