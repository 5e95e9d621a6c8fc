package dev.kcm.controllers.housekeeping.resourcequota;

import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.amounts;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.pod;
import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplenishmentTest {
    private static final ObjectKey QUOTA = ObjectKey.of("shop", "ration");
    private final CountedStores stores = new CountedStores(ResourceQuotaController.SPEC);

    @BeforeEach
    void aQuotaForEverything() {
        limit("pods", "1", "services", "1", "requests.storage", "1Gi", "configmaps", "1");
    }

    @Test
    void a_pod_that_goes_or_ends_counts_again_and_one_that_comes_or_runs_does_not() {
        var pod = pod("a", "1");

        assertThat(woken(Replenishment.BY_POD, new Change.Deleted<>(pod))).containsExactly(QUOTA);
        assertThat(updated(pod, pod.withStatus(it -> it.phase("Failed")))).containsExactly(QUOTA);
        assertThat(updated(pod.withStatus(it -> it.phase("Pending")), pod)).isEmpty();
        assertThat(woken(Replenishment.BY_POD, new Change.Added<>(pod, false))).isEmpty();
        assertThat(woken(Replenishment.BY_POD, new Change.Resynced<>(pod))).isEmpty();
    }

    @Test
    void a_pod_that_is_resized_or_given_a_deadline_counts_again() {
        var pod = pod("a", "1").withStatus(it -> it.addContainerStatuses(one -> one.name("main")));
        var resized = pod.withStatus(it -> it.containerStatuses(List.of())
                .addContainerStatuses(one -> one.name("main").resources(r -> r.requests(amounts("cpu", "2")))));
        var restarted = pod.withStatus(it -> it.containerStatuses(List.of())
                .addContainerStatuses(one -> one.name("main").restartCount(3)));

        assertThat(updated(pod, resized)).containsExactly(QUOTA);
        assertThat(updated(pod, restarted)).isEmpty();
        assertThat(updated(pod, pod.withSpec(it -> it.activeDeadlineSeconds(9))))
                .containsExactly(QUOTA);
    }

    @Test
    void a_service_counts_again_when_its_type_changes_what_it_uses() {
        var inside = service("ClusterIP");

        assertThat(woken(Replenishment.BY_SERVICE, change(service("NodePort"), inside)))
                .containsExactly(QUOTA);
        assertThat(woken(Replenishment.BY_SERVICE, change(service("ExternalName"), inside)))
                .isEmpty();
        assertThat(woken(Replenishment.BY_SERVICE, change(inside, inside.withSpec(it -> it.clusterIP("10.0.0.1")))))
                .isEmpty();
    }

    @Test
    void a_claim_counts_again_when_it_needs_another_amount() {
        var claim = claim("1Gi");

        assertThat(woken(Replenishment.BY_VOLUME_CLAIM, change(claim("2Gi"), claim)))
                .containsExactly(QUOTA);
        assertThat(woken(Replenishment.BY_VOLUME_CLAIM, change(claim, claim.withStatus(it -> it.phase("Bound")))))
                .isEmpty();
        assertThat(woken(
                        Replenishment.BY_VOLUME_CLAIM,
                        change(claim, claim.withSpec(it -> it.volumeAttributesClassName("gold")))))
                .containsExactly(QUOTA);
    }

    @Test
    void a_counted_object_that_goes_counts_again_for_quotas_that_name_its_kind() {
        var settings = ConfigMap.builder()
                .metadata(it -> it.namespace("shop").name("a"))
                .build();

        assertThat(wokenByCounted(new Change.Deleted<>(settings))).containsExactly(QUOTA);
        assertThat(wokenByCounted(new Change.Added<>(settings, false))).isEmpty();
        limit("count/configmaps", "1");
        assertThat(wokenByCounted(new Change.Deleted<>(settings))).containsExactly(QUOTA);
        limit("count/secrets", "1");
        assertThat(wokenByCounted(new Change.Deleted<>(settings))).isEmpty();
    }

    @Test
    void a_claim_of_devices_that_goes_counts_again_for_its_class_and_extended_resources() {
        var claim = MetadataObject.of(
                ResourceClaim.RESOURCE_CLAIMS,
                ObjectMeta.builder().namespace("shop").name("a").build());
        assertThat(wokenByCounted(new Change.Deleted<>(claim))).isEmpty();
        for (var name : List.of(
                "count/resourceclaims.resource.k8s.io",
                "gpu.deviceclass.resource.k8s.io/devices",
                "requests.example.com/gpu")) {
            limit(name, "1");
            assertThat(wokenByCounted(new Change.Deleted<>(claim))).as(name).hasSize(1);
        }
    }

    @Test
    void a_quota_is_enqueued_when_it_is_new_or_gone_or_allows_something_else() {
        var quota = quota("pods", "1");

        assertThat(woken(Replenishment.BY_QUOTA, new Change.Added<>(quota, true)))
                .hasSize(1);
        assertThat(woken(Replenishment.BY_QUOTA, new Change.Deleted<>(quota))).hasSize(1);
        assertThat(woken(Replenishment.BY_QUOTA, change(quota, quota("pods", "2"))))
                .hasSize(1);
        assertThat(woken(Replenishment.BY_QUOTA, change(quota, quota.withStatus(it -> it.used(amounts("pods", "1"))))))
                .as("the API server charges for something")
                .isEmpty();
    }

    @Test
    void a_quota_that_goes_counts_again_for_quotas_that_count_quotas() {
        var other = quota("pods", "1").withMetadata(it -> it.name("other"));
        assertThat(woken(Replenishment.BY_QUOTA, new Change.Deleted<>(other))).containsExactly(other.key());

        limit("count/resourcequotas", "1");
        assertThat(woken(Replenishment.BY_QUOTA, new Change.Deleted<>(other))).containsExactly(other.key(), QUOTA);
    }

    @Test
    void where_no_quota_is_a_pod_costs_nothing() {
        var elsewhere =
                pod("a", "1").withMetadata(it -> it.namespace("elsewhere").name("a"));
        stores.takeVisits();

        assertThat(woken(Replenishment.BY_POD, new Change.Deleted<>(elsewhere))).isEmpty();
        assertThat(stores.takeVisits()).isZero();
    }

    private void limit(String... hard) {
        var version = Integer.toString(hard[0].hashCode());
        stores.put(ResourceQuota.RESOURCE_QUOTAS, quota(hard).withMetadata(it -> it.resourceVersion(version)));
    }

    private List<ObjectKey> updated(LeanPod before, LeanPod now) {
        return woken(Replenishment.BY_POD, change(before, now));
    }

    private <T extends KubeObject> List<ObjectKey> woken(WatchMapping<T> watching, Change<T> change) {
        var keys = new ArrayList<ObjectKey>();
        watching.mapping().keys(change, stores, keys::add);
        return keys;
    }

    private List<ObjectKey> wokenByCounted(Change<KubeObject> change) {
        var keys = new ArrayList<ObjectKey>();
        Replenishment.byCountedKind(change, stores, keys::add);
        return keys;
    }

    private static <T extends KubeObject> Change<T> change(T before, T now) {
        return new Change.Updated<>(before, now);
    }

    private static Service service(String type) {
        return Service.builder()
                .metadata(it -> it.namespace("shop").name("a"))
                .spec(it -> it.type(type).addPorts(port -> port.port(80)))
                .build();
    }

    private static PersistentVolumeClaim claim(String storage) {
        return PersistentVolumeClaim.builder()
                .metadata(it -> it.namespace("shop").name("a"))
                .spec(it -> it.resources(r -> r.requests(amounts("storage", storage))))
                .build();
    }
}
