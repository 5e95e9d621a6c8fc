package dev.kcm.controllers.storage.persistentvolumebinder;

import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.bound;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claim;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claimKey;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.released;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.to;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volume;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volumeKey;
import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static dev.kcm.runtime.testing.Planned.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.disk.DiskChange;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumeDecisionTest {
    private static final String HOST_PATH = "kubernetes.io/host-path";

    private final BinderWorld world = new BinderWorld();

    @Test
    void a_volume_for_nobody_or_for_a_claim_to_come_is_available() {
        world.has(
                volume("a", "1Gi").withStatus(it -> it.phase("Pending")),
                volume(
                                "b",
                                "1Gi",
                                it -> it.claimRef(ref -> ref.namespace("shop").name("data")))
                        .withStatus(it -> it.phase("Pending")));
        assertThat(world.decideVolume("a")).plans("update persistentvolumes/status a");
        assertThat(world.decideVolume("b")).plans("update persistentvolumes/status b");
    }

    @Test
    void a_volume_is_bound_when_its_claim_names_it() {
        var data = claim("data", "1Gi");
        world.has(volume("a", "1Gi", it -> it.claimRef(to(data))), data);
        assertThat(world.decideVolume("a")).plansNothing().because("claim shop/data is to name it");
        world.has(bound(data, "a").withMetadata(it -> it.resourceVersion("2")));
        assertThat(world.decideVolume("a")).plans("update persistentvolumes/status a");
    }

    @Test
    void a_claim_that_the_cache_lacks_is_asked_for() {
        var data = claim("data", "1Gi");
        world.has(volume("a", "1Gi", it -> it.claimRef(to(data))).withStatus(it -> it.phase("Bound")));
        world.live.put(data.key(), bound(data, "a"));
        assertThat(world.decideVolume("a")).plansNothing();
        world.live.clear();
        assertThat(in(world.decideVolume("a")).statuses(PersistentVolume.class))
                .singleElement()
                .satisfies(it -> assertThat(it.status().phase()).isEqualTo("Released"));
    }

    @Test
    void another_claim_of_the_name_does_not_hold_it() {
        var earlier = claim("data", "1Gi").withMetadata(it -> it.uid("an-earlier-one"));
        world.has(
                volume("a", "1Gi", it -> it.claimRef(to(earlier))).withStatus(it -> it.phase("Bound")),
                claim("data", "1Gi"));
        assertThat(world.decideVolume("a"))
                .plans("update persistentvolumes/status a")
                .because("its claim is gone");
    }

    @Test
    void modes_that_differ_are_told_on_both_sides() {
        var data = claim("data", "1Gi");
        world.has(volume("a", "1Gi", it -> it.claimRef(to(data)).volumeMode("Block")), data);
        assertThat(in(world.decideVolume("a")).events())
                .extracting(it -> it.about().name(), it -> it.note())
                .containsExactly(
                        tuple(
                                "a",
                                "Cannot bind PersistentVolume to requested PersistentVolumeClaim \"data\" due to"
                                        + " incompatible volumeMode."),
                        tuple(
                                "data",
                                "Cannot bind PersistentVolume \"a\" to requested PersistentVolumeClaim due to"
                                        + " incompatible volumeMode."));
    }

    @Test
    void a_pointer_to_a_claim_with_another_volume_is_taken_back() {
        var data = bound(claim("data", "1Gi"), "other");
        world.has(
                released(volume("ours", "1Gi"))
                        .withSpec(it -> it.claimRef(to(data)))
                        .withStatus(it -> it.phase("Bound")),
                volume("users", "1Gi", it -> it.claimRef(to(data))),
                data);
        assertThat(in(world.decideVolume("ours")).updated(PersistentVolume.class))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.spec().claimRef()).isEmpty();
                    assertThat(it.annotations()).isEmpty();
                });
        assertThat(world.settled(volumeKey("ours"))).plans("update persistentvolumes/status ours");
        assertThat(in(world.decideVolume("users")).updated(PersistentVolume.class))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.spec().claimRef().orElseThrow().uid()).isEmpty();
                    assertThat(it.spec().claimRef().orElseThrow().name()).isEqualTo("data");
                });
    }

    @Test
    void the_loser_of_two_provisioned_volumes_is_released() {
        var data = bound(claim("data", "1Gi"), "other");
        world.has(
                volume("a", "1Gi", it -> it.claimRef(to(data)).persistentVolumeReclaimPolicy("Delete"))
                        .withMetadata(it -> it.annotations(Map.of(Annotations.PROVISIONED_BY, "example.com/made"))),
                data);
        assertThat(world.decideVolume("a")).plans("update persistentvolumes/status a");
    }

    @Test
    void a_released_volume_is_retained_or_left_to_its_provisioner() {
        world.has(
                released(volume("kept", "1Gi")),
                released(volume(
                        "external",
                        "1Gi",
                        it -> it.persistentVolumeReclaimPolicy("Delete").csi(csi -> csi.driver("example.com")))));
        assertThat(world.decideVolume("kept")).plansNothing().because("its claim is gone, and it is retained");
        assertThat(world.decideVolume("external")).plansNothing();
    }

    @Test
    void a_directory_is_deleted_before_its_volume() {
        var gone = directory("/tmp/data");
        world.has(gone);
        world.live.put(gone.key(), gone);
        var plan = world.decideVolume("a");
        assertThat(plan)
                .plans("delete directory /tmp/data", "update persistentvolumes a", "delete persistentvolumes a");
        assertThat(in(plan).diskChanges()).containsExactly(new DiskChange.DeleteTree(Path.of("/tmp/data")));
        assertThat(in(plan).updated(PersistentVolume.class))
                .singleElement()
                .satisfies(it -> assertThat(it.metadata().finalizers()).isEmpty());
    }

    @Test
    void nothing_is_destroyed_unless_the_server_agrees() {
        var gone = directory("/tmp/data");
        world.has(gone);
        assertThat(world.observe(volumeKey("a"))).isInstanceOf(Observation.Stale.class);
        world.live.put(gone.key(), gone.withMetadata(it -> it.resourceVersion("2")));
        assertThat(world.observe(volumeKey("a"))).isInstanceOf(Observation.Stale.class);
        world.live.put(gone.key(), gone);
        world.live.put(claimKey("gone"), bound(claim("gone", "1Gi"), "a"));
        assertThat(world.observe(volumeKey("a"))).isInstanceOf(Observation.Stale.class);
    }

    @Test
    void only_what_is_temporary_is_deleted() {
        for (var path : List.of("/var/tmp/data", "/tmp", "/tmp/../etc", "/tmpfs/data")) {
            var one = new BinderWorld();
            var gone = directory(path);
            one.has(gone);
            one.live.put(gone.key(), gone);
            assertThat(one.decideVolume("a"))
                    .plans("update persistentvolumes/status a", "record event VolumeFailedDelete")
                    .because("host_path deleter only supports /tmp/.+ but received provided " + path);
        }
    }

    @Test
    void a_directory_that_cannot_be_deleted_fails_its_volume() {
        var gone = directory("/tmp/data");
        world.has(gone);
        world.live.put(gone.key(), gone);
        var failure = ApiFailure.of(
                Status.builder().code(500).message("AccessDenied: /tmp/data").build());
        assertThat(world.settled(volumeKey("a"), in(world.decideVolume("a")).allRefused(failure)))
                .plans("update persistentvolumes/status a", "record event VolumeFailedDelete");
    }

    @Test
    void a_sort_without_plugin_cannot_be_deleted() {
        world.has(released(volume(
                "a", "1Gi", it -> it.persistentVolumeReclaimPolicy("Delete").local(local -> local.path("/mnt")))));
        assertThat(world.decideVolume("a"))
                .because("error getting deleter volume plugin for volume \"a\": no volume plugin matched")
                .wakesIn(Duration.ofSeconds(15));
    }

    @Test
    void the_finalizer_follows_policy_and_provisioner() {
        var annotated = volume("a", "1Gi", it -> it.persistentVolumeReclaimPolicy("Delete"))
                .withMetadata(it -> it.annotations(Map.of(Annotations.PROVISIONED_BY, HOST_PATH))
                        .finalizers(List.of("kubernetes.io/pv-protection", Finalizers.EXTERNAL)));
        assertThat(Migration.finalizers(annotated)).containsExactly("kubernetes.io/pv-protection", Finalizers.IN_TREE);
        assertThat(Migration.finalizers(annotated.withMetadata(it -> it.deletionTimestamp(Instant.EPOCH))))
                .containsExactly("kubernetes.io/pv-protection");
        var held = annotated.withMetadata(it -> it.finalizers(List.of(Finalizers.IN_TREE)));
        assertThat(Migration.finalizers(held.withSpec(it -> it.persistentVolumeReclaimPolicy("Retain"))))
                .isEmpty();
        assertThat(Migration.finalizers(held.withMetadata(
                        it -> it.annotations(Map.of(Annotations.PROVISIONED_BY, "kubernetes.io/aws-ebs")))))
                .isEmpty();
        assertThat(Migration.finalizers(
                        held.withMetadata(it -> it.annotations(Map.of(Annotations.PROVISIONED_BY, "example.com/x")))))
                .containsExactly(Finalizers.IN_TREE);
    }

    @Test
    void a_migrated_volume_is_marked_and_left_alone() {
        var migrated = released(volume("a", "1Gi", it -> it.persistentVolumeReclaimPolicy("Delete"))
                .withMetadata(it -> it.annotations(Map.of(Annotations.PROVISIONED_BY, "kubernetes.io/gce-pd"))));
        world.has(migrated);
        assertThat(in(world.decideVolume("a")).updated(PersistentVolume.class))
                .singleElement()
                .satisfies(it ->
                        assertThat(it.annotations()).containsEntry(Annotations.MIGRATED_TO, "pd.csi.storage.gke.io"));
        world.has(migrated.withMetadata(it -> it.resourceVersion("2").annotations(Migration.annotations(migrated))));
        assertThat(world.decideVolume("a")).plansNothing().because("the CSI driver pd.csi.storage.gke.io reclaims it");
    }

    @Test
    void a_pod_scrubs_what_is_recycled() {
        world.has(recycled());
        var pod = in(world.decideVolume("a")).created(Pod.class).getFirst();
        assertThat(pod.key()).isEqualTo(ObjectKey.of("default", "recycler-for-a"));
        assertThat(pod.spec().activeDeadlineSeconds()).contains(90L);
        assertThat(pod.spec().volumes().getFirst().hostPath().orElseThrow().path())
                .isEqualTo("/tmp/data");
        world.sync(volumeKey("a"));
        world.has(recycler("uid", "Running"));
        assertThat(world.decideVolume("a")).plansNothing();
        world.has(recycler("uid", "Succeeded"));
        assertThat(world.decideVolume("a"))
                .plans(
                        "delete pods default/recycler-for-a",
                        "record event VolumeRecycled",
                        "update persistentvolumes a");
    }

    @Test
    void a_pod_of_somebody_else_is_not_believed() {
        world.has(recycled(), recycler("another", "Succeeded"));
        assertThat(world.decideVolume("a")).plans("delete pods default/recycler-for-a");
    }

    @Test
    void a_pod_that_fails_says_why() {
        world.has(recycled());
        world.sync(volumeKey("a"));
        world.has(recycler("uid", "Failed"));
        assertThat(in(world.decideVolume("a")).events())
                .singleElement()
                .satisfies(it ->
                        assertThat(it.note()).isEqualTo("Recycle failed: pod failed, pod.Status.Message unknown"));
    }

    private static PersistentVolume directory(String path) {
        return released(volume(
                                "a",
                                "1Gi",
                                it -> it.persistentVolumeReclaimPolicy("Delete").hostPath(source -> source.path(path)))
                        .withMetadata(it -> it.annotations(Map.of(Annotations.PROVISIONED_BY, HOST_PATH))))
                .withMetadata(it -> it.finalizers(List.of(Finalizers.IN_TREE)));
    }

    private static PersistentVolume recycled() {
        return released(volume(
                "a",
                "3Gi",
                it -> it.persistentVolumeReclaimPolicy("Recycle").hostPath(source -> source.path("/tmp/data"))));
    }

    private static LeanPod recycler(String uid, String phase) {
        return LeanPod.builder()
                .metadata(it -> it.name("recycler-for-a")
                        .namespace("default")
                        .uid(uid)
                        .resourceVersion(phase.equals("Running") ? "1" : "2"))
                .status(status -> status.phase(phase))
                .build();
    }
}
