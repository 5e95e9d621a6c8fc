package dev.kcm.testing.trajectory;

import static dev.kcm.testing.trajectory.ChangeHistory.claim;
import static dev.kcm.testing.trajectory.ChangeHistory.configMap;
import static dev.kcm.testing.trajectory.ChangeHistory.deleting;
import static dev.kcm.testing.trajectory.ChangeHistory.deployment;
import static dev.kcm.testing.trajectory.ChangeHistory.meta;
import static dev.kcm.testing.trajectory.ChangeHistory.owned;
import static dev.kcm.testing.trajectory.ChangeHistory.ownedConfigMap;
import static dev.kcm.testing.trajectory.ChangeHistory.pod;
import static dev.kcm.testing.trajectory.ChangeHistory.readyPods;
import static dev.kcm.testing.trajectory.ChangeHistory.set;
import static dev.kcm.testing.trajectory.ChangeHistory.statefulPod;
import static dev.kcm.testing.trajectory.ChangeHistory.statefulSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.VolumeSource;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequest;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.model.scheduling.v1alpha2.PodGroup;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Each promise is seen broken, and seen kept where it looks much the same.
class InvariantsTest {
    private static final String BALANCER_FINALIZER = "service.kubernetes.io/load-balancer-cleanup";

    private final ChangeHistory history = new ChangeHistory();

    @Test
    void a_target_scaled_outside_its_bounds() {
        autoscaled(4, it -> it.minReplicas(2).maxReplicas(5)).shows(deployment(2, 6, "25%", "25%"));
        assertThat(history.broken()).containsExactly("autoscaling-limits HorizontalPodAutoscaler web");
    }

    @Test
    void a_target_scaled_up_too_fast() {
        autoscaled(3, it -> it.maxReplicas(50))
                .shows(deployment(2, 6, "25%", "25%"))
                .shows(deployment(3, 13, "25%", "25%"));
        assertThat(history.broken()).containsExactly("autoscaling-limits HorizontalPodAutoscaler web");
    }

    @Test
    void a_target_scaled_up_faster_than_its_policies_allow_within_their_period() {
        autoscaled(
                        3,
                        it -> it.maxReplicas(50)
                                .behavior(behavior -> behavior.scaleUp(up -> up.addPolicies(
                                        policy -> policy.type("Pods").value(2).periodSeconds(60)))))
                .shows(deployment(2, 5, "25%", "25%"))
                .after(61)
                .shows(deployment(3, 7, "25%", "25%"))
                .shows(deployment(4, 10, "25%", "25%"));
        assertThat(history.broken()).containsExactly("autoscaling-limits HorizontalPodAutoscaler web");
    }

    @Test
    void a_target_scaled_down_within_the_window() {
        autoscaled(3, it -> it.maxReplicas(50))
                .shows(deployment(2, 6, "25%", "25%"))
                .after(299);
        history.shows(deployment(3, 5, "25%", "25%"));
        assertThat(history.broken()).containsExactly("autoscaling-limits HorizontalPodAutoscaler web");
    }

    @Test
    void a_target_scaled_down_after_the_window() {
        autoscaled(3, it -> it.maxReplicas(50))
                .shows(deployment(2, 6, "25%", "25%"))
                .after(300);
        history.shows(deployment(3, 1, "25%", "25%"));
        assertThat(history.broken()).isEmpty();
    }

    private ChangeHistory autoscaled(int replicas, Consumer<HorizontalPodAutoscalerSpec.Builder> spec) {
        var autoscaler = HorizontalPodAutoscaler.builder()
                .metadata(meta("hpa").name("web").build())
                .spec(it -> it.scaleTargetRef(target ->
                        target.apiVersion("apps/v1").kind("Deployment").name("web")))
                .build()
                .withSpec(spec);
        return history.shows(autoscaler, deployment(1, replicas, "25%", "25%"));
    }

    @Test
    void a_set_scaled_down_too_far() {
        rolling().shows(set("old", 2, 1));
        assertThat(history.broken()).containsExactly("deployment-availability Deployment web");
    }

    @Test
    void a_set_scaled_down_as_far_as_it_may() {
        rolling().shows(set("old", 2, 3));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void unavailable_pods_may_always_go() {
        rolling().shows(set("new", 2, 0));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_controller_may_still_act_on_the_spec_it_has_observed() {
        var small = deployment(1, 1, "25%", "25%");
        history.shows(set("old", 1, 4), small).shows(readyPods("old", 4)).after(10);
        var wide = deployment(2, 4, "25%", "25%").withStatus(it -> it.observedGeneration(1));
        history.shows(wide).shows(set("old", 2, 1));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void pods_lost_a_moment_ago_may_be_unknown() {
        rolling().shows(pod("old-0", "old", false)).shows(set("old", 2, 3));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void pods_lost_long_ago_are_known() {
        rolling().shows(pod("old-0", "old", false)).after(10).shows(set("old", 2, 2));
        assertThat(history.broken()).containsExactly("deployment-availability Deployment web");
    }

    @Test
    void pods_of_which_no_status_tells_are_unknown() {
        var late = set("old", 1, 4).withStatus(it -> it.availableReplicas(0));
        rolling().shows(late).shows(set("old", 2, 0));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void sets_may_be_resized_in_proportion_and_no_further() {
        var resized = madeFor("4", set("old", 2, 2));
        rolling().shows(madeFor("8", set("old", 1, 4))).shows(resized).shows(deleting(pod("old-0", "old", true)));
        assertThat(history.broken()).isEmpty();
        history.shows(madeFor("4", set("old", 3, 1)));
        assertThat(history.broken()).containsExactly("deployment-availability Deployment web");
    }

    @Test
    void a_pod_that_is_needed_is_deleted() {
        rolling().shows(set("old", 2, 3)).after(10).shows(deleting(pod("old-0", "old", true)));
        assertThat(history.broken()).isEmpty();
        history.shows(deleting(pod("old-1", "old", true)));
        assertThat(history.broken())
                .containsExactlyInAnyOrder("deployment-availability Deployment web", "needed-pods-stay ReplicaSet old");
    }

    @Test
    void what_a_user_deletes_breaks_no_promise() {
        rolling().userDeletes(pod("old-0", "old", true)).userDeletes(pod("old-1", "old", true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void sets_that_ask_for_too_many_pods() {
        history.shows(deployment(1, 4, "25%", "25%"), set("old", 1, 4)).shows(set("new", 1, 1));
        assertThat(history.broken()).isEmpty();
        history.shows(set("new", 2, 2));
        assertThat(history.broken()).containsExactly("deployment-surge Deployment web");
    }

    @Test
    void a_ready_pod_goes_and_an_unready_one_stays() {
        history.shows(set("one", 1, 1), pod("ready", "one", true))
                .after(10)
                .shows(pod("extra", "one", false))
                .shows(deleting(pod("ready", "one", true)));
        assertThat(history.broken()).containsExactly("unready-pods-go-first ReplicaSet one");
    }

    @Test
    void of_two_pods_that_go_the_ready_one_may_go_first() {
        history.shows(set("one", 1, 1), pod("ready", "one", true), pod("another", "one", true))
                .after(10)
                .shows(pod("extra", "one", false))
                .shows(deleting(pod("ready", "one", true)), deleting(pod("extra", "one", false)));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_job_may_let_a_ready_pod_go_while_another_has_never_been_ready() {
        var ready = indexed("a", "0")
                .withStatus(status -> status.phase("Running")
                        .addConditions(it -> it.type("Ready").status("True")));
        history.shows(job("Failed"), ready).after(10).shows(indexed("b", "1")).shows(deleting(ready));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void two_live_pods_of_one_index() {
        history.shows(job("TerminatingOrFailed"), indexed("a", "0"), indexed("b", "1"), indexed("c", "0"));
        assertThat(history.broken()).containsExactly("one-pod-per-index Job sums");
    }

    @Test
    void a_pod_that_terminates_occupies_its_index_if_the_policy_says_so() {
        history.shows(job("TerminatingOrFailed"), indexed("a", "0"), deleting(indexed("a", "0")), indexed("b", "0"));
        assertThat(history.broken()).isEmpty();
        history.shows(job("Failed"), deleting(indexed("b", "0")), indexed("c", "0"));
        assertThat(history.broken()).containsExactly("one-pod-per-index Job sums");
    }

    @Test
    void a_pod_for_an_owner_that_is_gone() {
        history.shows(set("one", 1, 1)).removes(set("one", 1, 1)).after(1).shows(pod("soon", "one", false));
        assertThat(history.broken()).isEmpty();
        history.after(10).shows(pod("late", "one", false));
        assertThat(history.broken()).containsExactly("nothing-for-gone-owners Pod late");
    }

    @Test
    void a_dependent_deleted_before_its_owner() {
        history.shows(configMap("owner"), ownedConfigMap("first", "owner"), ownedConfigMap("second", "owner"))
                .userDeletes(ownedConfigMap("first", "owner"));
        assertThat(history.broken()).isEmpty();
        history.removes(ownedConfigMap("second", "owner"));
        assertThat(history.broken()).containsExactly("dependents-of-living-owners-stay ConfigMap second");
    }

    @Test
    void a_dependent_deleted_after_its_owner() {
        history.shows(configMap("owner"), ownedConfigMap("first", "owner"))
                .removes(configMap("owner"))
                .removes(ownedConfigMap("first", "owner"));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void an_owner_goes_before_the_dependents_that_block_it() {
        history.shows(configMap("owner"), ownedConfigMap("first", "owner"))
                .after(10)
                .shows(deleting(configMap("owner"), "foregroundDeletion"))
                .removes(deleting(configMap("owner")));
        assertThat(history.broken()).containsExactly("deletion-finalizers-hold ConfigMap owner");
    }

    @Test
    void an_owner_leaves_orphans_that_still_refer_to_it() {
        history.shows(configMap("owner"), ownedConfigMap("first", "owner"))
                .after(10)
                .shows(deleting(configMap("owner"), "orphan"))
                .shows(configMap("first"))
                .removes(deleting(configMap("owner")));
        assertThat(history.broken()).isEmpty();
        history.shows(configMap("other"), ownedConfigMap("second", "other"))
                .after(10)
                .shows(deleting(configMap("other"), "orphan"))
                .removes(deleting(configMap("other")));
        assertThat(history.broken()).containsExactly("deletion-finalizers-hold ConfigMap other");
    }

    @Test
    void an_endpoint_outlives_its_pod() {
        var pod = pod("ready", "one", true);
        history.shows(set("one", 1, 1), pod, slice("ready"))
                .userDeletes(pod)
                .after(10)
                .shows(slice());
        assertThat(history.broken()).isEmpty();
        history.shows(slice("ready")).after(20).shows(slice());
        assertThat(history.broken()).containsExactly("endpoints-of-gone-pods-go EndpointSlice web");
    }

    @Test
    void a_claim_is_taken_from_a_pod_that_may_run() {
        history.shows(pod("web-0", "web", true))
                .shows(deviceClaim("web-0"))
                .after(10)
                .shows(deviceClaim());
        assertThat(history.broken()).containsExactly("claims-in-use-stay ResourceClaim gpu");
    }

    @Test
    void a_claim_may_be_taken_from_a_pod_that_is_done_or_gone() {
        history.shows(pod("web-0", "web", true), pod("web-1", "web", true)).shows(deviceClaim("web-0", "web-1"));
        history.shows(pod("web-0", "web", true).withStatus(status -> status.phase("Succeeded")))
                .removes(pod("web-1", "web", true))
                .shows(deviceClaim());
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_budget_allows_more_than_it_has_to_spare() {
        history.shows(budget(1, 3, 2));
        assertThat(history.broken()).isEmpty();
        history.shows(budget(2, 3, 2));
        assertThat(history.broken()).containsExactly("budgets-hold PodDisruptionBudget web");
    }

    @Test
    void an_eviction_takes_a_pod_that_a_budget_cannot_spare() {
        history.shows(budget(1, 3, 2))
                .shows(guarded("web-0"), guarded("web-1"), guarded("web-2"))
                .after(10);
        history.shows(evicted("web-0")).shows(deleting(evicted("web-0")));
        assertThat(history.broken()).isEmpty();
        history.shows(evicted("web-1")).shows(deleting(evicted("web-1")));
        assertThat(history.broken()).containsExactly("budgets-hold PodDisruptionBudget web");
    }

    @Test
    void a_budget_cannot_know_at_once_that_a_pod_was_lost_in_another_way() {
        history.shows(budget(1, 3, 2))
                .shows(guarded("web-0"), guarded("web-1"), guarded("web-2"))
                .after(10);
        history.shows(deleting(guarded("web-0"))).shows(evicted("web-1")).shows(deleting(evicted("web-1")));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_pod_group_loses_its_protection_while_a_pod_may_run() {
        var member =
                pod("web-0", "web", true).withSpec(spec -> spec.schedulingGroup(group -> group.podGroupName("train")));
        history.shows(podGroup("scheduling.k8s.io/podgroup-protection"), member).after(10);
        history.shows(podGroup("example.com/other"));
        assertThat(history.broken()).containsExactly("protected-pod-groups-stay PodGroup train");
    }

    @Test
    void a_service_shows_addresses_and_nothing_holds_it() {
        history.shows(balanced("LoadBalancer").withMetadata(it -> it.addFinalizers(BALANCER_FINALIZER)));
        history.shows(balanced("ClusterIP"));
        assertThat(history.broken()).isEmpty();
        history.shows(balanced("LoadBalancer"));
        assertThat(history.broken()).containsExactly("balanced-services-are-held Service web");
    }

    @Test
    void usage_rises_beyond_a_quota_that_is_enforced() {
        history.shows(quota("2", "2")).shows(quota("2", "3"));
        assertThat(history.broken()).isEmpty();
        history.with(it -> it.withQuotaEnforced(true));
        assertThat(history.broken()).containsExactly("quota-holds ResourceQuota pods");
    }

    @Test
    void usage_may_be_beyond_a_quota_that_was_lowered() {
        history.with(it -> it.withQuotaEnforced(true)).shows(quota("3", "3")).shows(quota("2", "3"));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void an_observed_generation_is_taken_back() {
        history.shows(set("one", 2, 1)).shows(set("one", 2, 1).withStatus(it -> it.observedGeneration(1)));
        assertThat(history.broken()).containsExactly("status-never-goes-back ReplicaSet one");
    }

    @Test
    void a_job_forgets_that_it_is_complete() {
        var complete = job("Failed")
                .withStatus(
                        status -> status.addConditions(it -> it.type("Complete").status("True")));
        history.shows(complete).shows(job("Failed"));
        assertThat(history.broken()).containsExactly("status-never-goes-back Job sums");
    }

    @Test
    void a_pod_is_evicted_from_a_node_whose_taint_it_tolerates() {
        history.shows(node("a", "leak"), tolerating(OptionalLong.empty(), false))
                .after(600)
                .shows(tolerating(OptionalLong.empty(), true));
        assertThat(history.broken()).containsExactly("tolerant-pods-stay Pod web");
    }

    @Test
    void a_pod_is_evicted_before_its_patience_is_over() {
        history.shows(node("a", "leak"), tolerating(OptionalLong.of(60), false))
                .after(50)
                .shows(tolerating(OptionalLong.of(60), true));
        assertThat(history.broken()).containsExactly("tolerant-pods-stay Pod web");
    }

    @Test
    void a_pod_is_evicted_when_its_patience_is_over() {
        history.shows(node("a", "leak"), tolerating(OptionalLong.of(60), false))
                .after(59)
                .shows(tolerating(OptionalLong.of(60), true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_pod_may_be_evicted_because_of_a_taint_that_went_a_moment_ago() {
        history.shows(node("a", "fire"), tolerating(OptionalLong.of(60), false), node("a"))
                .after(1)
                .shows(tolerating(OptionalLong.of(60), true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_pod_is_evicted_because_of_a_taint_that_went_long_ago() {
        history.shows(node("a", "fire"), tolerating(OptionalLong.of(60), false), node("a"))
                .after(10)
                .shows(tolerating(OptionalLong.of(60), true));
        assertThat(history.broken()).containsExactly("tolerant-pods-stay Pod web");
    }

    @Test
    void a_pod_is_evicted_for_a_device_without_a_taint() {
        history.shows(allocated(Optional.empty()), devices(false), usingDevice(false), usingDevice(true));
        assertThat(history.broken()).containsExactly("devices-evict-for-a-taint Pod web");
    }

    @Test
    void a_pod_is_evicted_for_a_taint_of_its_device() {
        history.shows(allocated(Optional.empty()), devices(true), usingDevice(false), usingDevice(true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_pod_is_evicted_for_a_taint_that_its_claim_tolerates() {
        history.shows(allocated(Optional.of("broken")), devices(true), usingDevice(false), usingDevice(true));
        assertThat(history.broken()).containsExactly("devices-evict-for-a-taint Pod web");
    }

    @Test
    void a_pod_is_evicted_for_a_taint_that_its_device_had_long_ago() {
        history.shows(allocated(Optional.empty()), devices(true), usingDevice(false), devices(false))
                .after(10)
                .shows(usingDevice(true));
        assertThat(history.broken()).containsExactly("devices-evict-for-a-taint Pod web");
    }

    @Test
    void a_pod_is_evicted_by_a_rule_for_its_device() {
        history.shows(allocated(Optional.empty()), devices(false), usingDevice(false), rule("gpu.example.com"))
                .shows(usingDevice(true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_pod_is_evicted_by_a_rule_for_other_devices() {
        history.shows(allocated(Optional.empty()), devices(false), usingDevice(false), rule("tpu.example.com"))
                .shows(usingDevice(true));
        assertThat(history.broken()).containsExactly("devices-evict-for-a-taint Pod web");
    }

    @Test
    void a_request_is_answered_twice() {
        history.shows(poolRequest(0), poolRequest(1), poolRequest(2));
        assertThat(history.broken()).containsExactly("answers-stay ResourcePoolStatusRequest pools");
    }

    @Test
    void a_request_is_answered_once() {
        history.shows(poolRequest(0), poolRequest(1), poolRequest(1));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void two_claims_are_bound_to_one_volume() {
        history.shows(boundClaim("a", "disk"), boundClaim("b", "other"));
        assertThat(history.broken()).isEmpty();
        history.shows(boundClaim("c", "disk"));
        assertThat(history.broken()).containsExactly("one-claim-per-volume PersistentVolumeClaim c");
    }

    @Test
    void a_volume_is_taken_from_its_claim() {
        history.shows(boundClaim("a", "disk"), volumeOf("a", "Retain"), volumeOf("b", "Retain"));
        assertThat(history.broken()).containsExactly("one-claim-per-volume PersistentVolume disk");
    }

    @Test
    void a_volume_whose_claim_is_gone_may_have_another() {
        history.shows(boundClaim("a", "disk"), volumeOf("a", "Retain"))
                .removes(boundClaim("a", "disk"))
                .shows(volumeOf("b", "Retain"));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_retained_volume_is_deleted() {
        history.shows(volumeOf("a", "Retain"), deleting(volumeOf("a", "Retain")));
        assertThat(history.broken()).containsExactly("kept-volumes-stay PersistentVolume disk");
    }

    @Test
    void a_volume_is_deleted_that_a_claim_has() {
        history.shows(boundClaim("a", "disk"), volumeOf("a", "Delete"), deleting(volumeOf("a", "Delete")));
        assertThat(history.broken()).containsExactly("kept-volumes-stay PersistentVolume disk");
    }

    @Test
    void a_volume_that_nobody_has_is_deleted_as_its_policy_says() {
        history.shows(volumeOf("a", "Delete"), deleting(volumeOf("a", "Delete")));
        assertThat(history.broken()).isEmpty();
        history.shows(volumeOf("b", "Retain")).userDeletes(volumeOf("b", "Retain"));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_claim_loses_its_protection_though_nobody_deletes_it() {
        var claim = boundClaim("a", "disk");
        var guarded = claim.withMetadata(it -> it.finalizers(List.of("kubernetes.io/pvc-protection")));
        history.shows(guarded, deleting(guarded, "kubernetes.io/pvc-protection"), deleting(guarded));
        assertThat(history.broken()).isEmpty();
        history.shows(guarded, claim);
        assertThat(history.broken())
                .containsExactlyInAnyOrder(
                        "storage-finalizers-hold PersistentVolumeClaim a",
                        "storage-in-use-stays PersistentVolumeClaim a");
    }

    private static PersistentVolumeClaim boundClaim(String name, String volume) {
        return PersistentVolumeClaim.builder()
                .metadata(meta(name).build())
                .spec(spec -> spec.volumeName(volume))
                .status(status -> status.phase("Bound"))
                .build();
    }

    private static PersistentVolume volumeOf(String claim, String policy) {
        return PersistentVolume.builder()
                .metadata(it -> it.name("disk").uid("disk"))
                .spec(spec -> spec.persistentVolumeReclaimPolicy(policy)
                        .claimRef(it -> it.namespace("shop").name(claim).uid(claim)))
                .build();
    }

    @Test
    void a_node_gets_addresses_that_another_has() {
        history.with(_ -> TrajectorySettings.of(Set.of("node-ipam-controller")));
        history.shows(node("a"), node("b"), addressed(node("a"), "10.0.0.0/24"), addressed(node("b"), "10.0.1.0/24"));
        assertThat(history.broken()).isEmpty();
        history.shows(node("c"), addressed(node("c"), "fd00::/64", "10.0.1.128/25"));
        assertThat(history.broken()).containsExactly("one-node-per-range Node c");
    }

    @Test
    void a_volume_for_one_node_is_asked_for_on_another() {
        history.shows(volume(), attachment("a", true)).after(1).shows(attachment("b", false));
        assertThat(history.broken()).containsExactly("one-node-per-volume VolumeAttachment b");
    }

    @Test
    void a_volume_whose_return_was_asked_for_may_be_asked_for_elsewhere() {
        var returning = attachment("a", true)
                .withMetadata(it -> it.deletionTimestamp(Instant.EPOCH).addFinalizers("held/by-attacher"));
        history.shows(volume(), attachment("a", true), returning).after(1).shows(attachment("b", false));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_volume_is_detached_from_a_node_that_uses_it() {
        history.shows(volume(), using("True"), attachment("a", true)).removes(attachment("a", true));
        assertThat(history.broken()).containsExactly("mounted-volumes-stay VolumeAttachment a");
    }

    @Test
    void a_volume_is_detached_from_a_lost_node_too_soon() {
        history.shows(volume(), using("Unknown"), attachment("a", true), consumer())
                .removes(consumer())
                .after(359)
                .removes(attachment("a", true));
        assertThat(history.broken()).containsExactly("mounted-volumes-stay VolumeAttachment a");
    }

    @Test
    void a_volume_is_detached_from_a_lost_node_in_time() {
        history.shows(volume(), using("Unknown"), attachment("a", true), consumer())
                .removes(consumer())
                .after(360)
                .removes(attachment("a", true));
        assertThat(history.broken()).isEmpty();
    }

    private static PersistentVolume volume() {
        return PersistentVolume.builder()
                .metadata(it -> it.name("disk").uid("disk"))
                .spec(spec -> spec.accessModes(List.of("ReadWriteOnce"))
                        .claimRef(claim -> claim.namespace("default").name("data"))
                        .persistentVolumeSource(PersistentVolumeSource.builder()
                                .csi(csi -> csi.driver("example.com").volumeHandle("disk"))
                                .build()))
                .build();
    }

    private static VolumeAttachment attachment(String node, boolean isAttached) {
        return VolumeAttachment.builder()
                .metadata(it -> it.name(node).uid("attachment-" + node))
                .spec(spec -> spec.nodeName(node).source(source -> source.persistentVolumeName("disk")))
                .status(status -> status.attached(isAttached))
                .build();
    }

    private static Node using(String ready) {
        return node("a")
                .withStatus(status -> status.volumesInUse(List.of("kubernetes.io/csi/example.com^disk"))
                        .conditions(List.of(NodeCondition.builder()
                                .type("Ready")
                                .status(ready)
                                .build())));
    }

    private static Pod consumer() {
        return Pod.builder()
                .metadata(it -> it.namespace("default").name("consumer").uid("consumer"))
                .spec(spec -> spec.nodeName("a")
                        .addVolumes(volume -> volume.name("data")
                                .volumeSource(VolumeSource.builder()
                                        .persistentVolumeClaim(claim -> claim.claimName("data"))
                                        .build())))
                .build();
    }

    @Test
    void addresses_of_a_node_that_is_gone_are_free() {
        history.with(_ -> TrajectorySettings.of(Set.of("node-ipam-controller")));
        history.shows(node("a"), addressed(node("a"), "10.0.0.0/24"))
                .removes(node("a"))
                .shows(node("b"), addressed(node("b"), "10.0.0.0/24"));
        assertThat(history.broken()).isEmpty();
    }

    /// A rolling update at the moment when one new pod is there but not ready: 4 available of at least 3.
    @Test
    void a_stateful_pod_that_starts_before_those_below_it_are_ready() {
        history.shows(statefulSet(), statefulPod(0, false)).after(10).shows(statefulPod(1, true));
        assertThat(history.broken()).containsExactly("stateful-order StatefulSet db");
    }

    @Test
    void a_stateful_pod_that_starts_in_its_turn() {
        history.shows(statefulSet(), statefulPod(0, true)).after(10).shows(statefulPod(1, true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_parallel_set_starts_pods_as_it_likes() {
        var parallel = statefulSet().withSpec(spec -> spec.podManagementPolicy("Parallel"));
        history.shows(parallel).after(10).shows(statefulPod(1, true));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void two_pods_of_one_ordinal() {
        var twin = statefulPod(0, true).withMetadata(it -> it.name("db-00").uid("db-00"));
        history.shows(statefulSet(), statefulPod(0, true), twin);
        assertThat(history.broken()).containsExactly("stateful-order StatefulSet db");
    }

    @Test
    void an_update_of_a_stateful_pod_in_its_turn() {
        running(statefulSet()).shows(deleting(statefulPod(2, true)));
        assertThat(history.broken()).isEmpty();
        history.after(10).shows(deleting(statefulPod(1, true)));
        assertThat(history.broken()).containsExactly("stateful-updates StatefulSet db");
    }

    @Test
    void stateful_pods_that_nobody_may_update() {
        var held = statefulSet()
                .withSpec(spec -> spec.updateStrategy(
                        strategy -> strategy.type("RollingUpdate").rollingUpdate(it -> it.partition(3))));
        running(held).shows(deleting(statefulPod(2, true)));
        assertThat(history.broken()).containsExactly("stateful-updates StatefulSet db");
    }

    @Test
    void stateful_pods_that_are_updated_already() {
        var updated =
                statefulSet().withStatus(status -> status.observedGeneration(1).updateRevision("db-old"));
        running(updated).shows(deleting(statefulPod(2, true)));
        assertThat(history.broken()).containsExactly("stateful-updates StatefulSet db");
    }

    @Test
    void a_retained_claim_that_goes() {
        running(statefulSet()).shows(claim(2)).removes(claim(2));
        assertThat(history.broken()).containsExactly("retained-claims-stay StatefulSet db");
    }

    @Test
    void a_claim_that_goes_with_its_set() {
        var set = statefulSet()
                .withSpec(spec -> spec.persistentVolumeClaimRetentionPolicy(
                        policy -> policy.whenDeleted("Delete").whenScaled("Retain")));
        running(set).shows(claim(2)).removes(set).removes(claim(2));
        assertThat(history.broken()).isEmpty();
    }

    private ChangeHistory running(StatefulSet set) {
        return history.shows(set, statefulPod(0, true), statefulPod(1, true), statefulPod(2, true))
                .after(10);
    }

    private ChangeHistory rolling() {
        return history.shows(deployment(1, 4, "25%", "25%"), set("old", 1, 4), set("new", 1, 1))
                .shows(readyPods("old", 4))
                .shows(pod("new-0", "new", false))
                .after(10);
    }

    private static ReplicaSet madeFor(String replicas, ReplicaSet set) {
        return set.withMetadata(it -> it.annotations(Map.of("deployment.kubernetes.io/desired-replicas", replicas)));
    }

    private static Job job(String podReplacementPolicy) {
        return Job.builder()
                .metadata(meta("sums").build())
                .spec(spec -> spec.completionMode("Indexed").podReplacementPolicy(podReplacementPolicy))
                .build();
    }

    private static Node node(String name, String... taints) {
        return Node.builder()
                .metadata(it -> it.name(name).uid(name))
                .spec(spec -> {
                    for (var key : taints) {
                        spec.addTaints(it -> it.key(key).effect("NoExecute"));
                    }
                })
                .build();
    }

    private static Node addressed(Node node, String... ranges) {
        return node.withSpec(spec -> spec.podCIDRs(List.of(ranges)));
    }

    /// A pod on node `a` that tolerates a leak.
    private static Pod tolerating(OptionalLong seconds, boolean isEvicted) {
        var pod = Pod.builder()
                .metadata(meta("web").build())
                .spec(spec -> spec.nodeName("a").addTolerations(it -> {
                    it.key("leak").operator("Exists");
                    seconds.ifPresent(it::tolerationSeconds);
                }))
                .build();
        return isEvicted
                ? pod.withStatus(status -> status.addConditions(
                        it -> it.type("DisruptionTarget").status("True").reason("DeletionByTaintManager")))
                : pod;
    }

    private static ResourceClaim allocated(Optional<String> tolerated) {
        return ResourceClaim.builder()
                .metadata(meta("gpu").build())
                .status(status -> status.allocation(it -> it.devices(devices -> devices.addResults(result -> {
                            result.request("gpu")
                                    .driver("gpu.example.com")
                                    .pool("here")
                                    .device("gpu-0");
                            tolerated.ifPresent(key -> result.addTolerations(toleration ->
                                    toleration.key(key).operator("Exists").effect("NoExecute")));
                        })))
                        .addReservedFor(it -> it.resource("pods").name("web").uid("web")))
                .build();
    }

    private static ResourceSlice devices(boolean isBroken) {
        return ResourceSlice.builder()
                .metadata(meta("slice").build())
                .spec(spec -> spec.driver("gpu.example.com")
                        .pool(it -> it.name("here").generation(1).resourceSliceCount(1))
                        .addDevices(device -> {
                            device.name("gpu-0");
                            if (isBroken) {
                                device.addTaints(it -> it.key("broken").effect("NoExecute"));
                            }
                        }))
                .build();
    }

    private static DeviceTaintRule rule(String driver) {
        return DeviceTaintRule.builder()
                .metadata(meta("maintenance").build())
                .spec(spec -> spec.deviceSelector(it -> it.driver(driver))
                        .taint(it -> it.key("maintenance").effect("NoExecute")))
                .build();
    }

    private static Pod usingDevice(boolean isEvicted) {
        var pod = Pod.builder()
                .metadata(meta("web").build())
                .spec(spec -> spec.nodeName("a"))
                .build();
        return isEvicted
                ? pod.withStatus(status -> status.addConditions(
                        it -> it.type("DisruptionTarget").status("True").reason("DeletionByDeviceTaintManager")))
                : pod;
    }

    private static ResourcePoolStatusRequest poolRequest(int count) {
        var request = ResourcePoolStatusRequest.builder()
                .metadata(meta("pools").build())
                .spec(spec -> spec.driver("gpu.example.com"))
                .build();
        return count == 0 ? request : request.withStatus(status -> status.poolCount(count));
    }

    private static Pod indexed(String name, String index) {
        return Pod.builder()
                .metadata(owned(name, "Job", "sums")
                        .annotations(Map.of("batch.kubernetes.io/job-completion-index", index))
                        .build())
                .status(status -> status.phase("Running"))
                .build();
    }

    private static Service balanced(String type) {
        return Service.builder()
                .metadata(meta("web").build())
                .spec(it -> it.type(type))
                .status(it -> it.loadBalancer(balancer -> balancer.addIngress(ingress -> ingress.ip("192.0.2.1"))))
                .build();
    }

    private static EndpointSlice slice(String... pods) {
        var slice = EndpointSlice.builder()
                .metadata(meta("web")
                        .labels(Map.of("endpointslice.kubernetes.io/managed-by", "endpointslice-controller.k8s.io"))
                        .build());
        for (var pod : pods) {
            slice.addEndpoints(endpoint ->
                    endpoint.targetRef(target -> target.kind("Pod").name(pod).uid(pod)));
        }
        return slice.build();
    }

    private static ResourceClaim deviceClaim(String... pods) {
        var claim = ResourceClaim.builder().metadata(meta("gpu").build());
        for (var pod : pods) {
            claim.status(status ->
                    status.addReservedFor(it -> it.resource("pods").name(pod).uid(pod)));
        }
        return claim.build();
    }

    private static PodDisruptionBudget budget(int allowed, int healthy, int desired) {
        return PodDisruptionBudget.builder()
                .metadata(meta("web").generation(1).build())
                .spec(spec -> spec.selector(selector -> selector.putMatchLabels("guarded", "yes")))
                .status(status -> status.observedGeneration(1)
                        .disruptionsAllowed(allowed)
                        .currentHealthy(healthy)
                        .desiredHealthy(desired))
                .build();
    }

    private static Pod guarded(String name) {
        return pod(name, "nobody", true).withMetadata(metadata -> metadata.putLabels("guarded", "yes"));
    }

    private static Pod evicted(String name) {
        return guarded(name)
                .withStatus(status -> status.addConditions(condition ->
                        condition.type("DisruptionTarget").status("True").reason("EvictionByEvictionAPI")));
    }

    private static PodGroup podGroup(String finalizer) {
        return PodGroup.builder()
                .metadata(meta("train").addFinalizers(finalizer).build())
                .build();
    }

    private static ResourceQuota quota(String hard, String used) {
        return ResourceQuota.builder()
                .metadata(meta("pods").build())
                .status(status ->
                        status.hard(Map.of("pods", Quantity.parse(hard))).used(Map.of("pods", Quantity.parse(used))))
                .build();
    }
}
