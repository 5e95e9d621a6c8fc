package dev.kcm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.VolumeSource;
import dev.kcm.model.json.Json;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Volumes from the claim to the pod that uses one. The test itself binds claims, and says where they are wanted.
class StorageTest {
    private static final ObjectKey CLAIM = ObjectKey.of("default", "data");
    private static final ObjectKey STANDARD = ObjectKey.of("standard");

    private Cluster cluster;
    private Client client;

    @BeforeEach
    void start() throws InterruptedException {
        cluster = TestClusters.start("--controllers=*,-persistentvolume-binder-controller");
        client = cluster.client();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void there_is_a_default_class_and_every_node_has_its_driver() {
        var standard = client.on(StorageClass.STORAGE_CLASSES).get(STANDARD);

        assertThat(standard.annotations()).containsEntry("storageclass.kubernetes.io/is-default-class", "true");
        assertThat(standard.volumeBindingMode()).contains("WaitForFirstConsumer");
        assertThat(all(CSINode.CSI_NODES))
                .hasSize(3)
                .allSatisfy(node -> assertThat(node.spec().drivers())
                        .extracting(it -> it.name())
                        .containsExactly("csi.kcm.dev"));
    }

    @Test
    void a_claim_gets_its_volume_when_a_node_is_chosen() throws InterruptedException {
        var claim = client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).create(claim());
        assertThat(claim.spec().storageClassName()).contains("standard");
        annotateClaim("volume.kubernetes.io/storage-provisioner", "csi.kcm.dev");
        cluster.advance(Duration.ofSeconds(5));
        assertThat(all(PersistentVolume.PERSISTENT_VOLUMES)).isEmpty();

        annotateClaim("volume.kubernetes.io/selected-node", "node-2");
        cluster.advance(Duration.ofSeconds(1));

        assertThat(all(PersistentVolume.PERSISTENT_VOLUMES)).singleElement().satisfies(volume -> {
            assertThat(volume.name()).isEqualTo("pvc-" + claim.uid());
            assertThat(volume.spec().claimRef().orElseThrow().uid()).isEqualTo(claim.uid());
            assertThat(volume.spec().capacity()).containsEntry("storage", Quantity.parse("1Gi"));
            assertThat(volume.spec().persistentVolumeReclaimPolicy()).isEqualTo("Delete");
            assertThat(volume.metadata().finalizers()).contains("external-provisioner.volume.kubernetes.io/finalizer");
        });
        assertThat(reasons()).contains("Provisioning", "ProvisioningSucceeded");
    }

    @Test
    void provisioning_takes_time_or_fails_when_the_class_says_so() throws InterruptedException {
        annotateClass("kcm.dev/provision-error", "out of space");
        provision();
        assertThat(all(PersistentVolume.PERSISTENT_VOLUMES)).isEmpty();
        assertThat(reasons()).contains("ProvisioningFailed");

        annotateClass("kcm.dev/provision-after", "30s");
        annotateClass("kcm.dev/provision-error", null);
        cluster.advance(Duration.ofSeconds(25));
        assertThat(all(PersistentVolume.PERSISTENT_VOLUMES)).isEmpty();
        cluster.advance(Duration.ofSeconds(10));

        assertThat(all(PersistentVolume.PERSISTENT_VOLUMES)).hasSize(1);
    }

    @Test
    void a_pod_runs_when_its_volume_is_attached_and_leaves_it_behind() throws InterruptedException {
        client.on(Pod.PODS).create(pod("web", "node-2"));
        provision();
        assertThat(phase("web")).isEqualTo("Pending");

        bind();
        cluster.advance(Duration.ofSeconds(1));

        assertThat(phase("web")).isEqualTo("Running");
        var name = "kubernetes.io/csi/csi.kcm.dev^" + volume().name();
        assertThat(node("node-2").status().volumesInUse()).containsExactly(name);
        assertThat(node("node-2").status().volumesAttached())
                .extracting(it -> it.name())
                .containsExactly(name);
        assertThat(all(VolumeAttachment.VOLUME_ATTACHMENTS))
                .singleElement()
                .satisfies(it -> assertThat(it.status().attached()).isTrue());
        assertThat(reasons()).contains("SuccessfulAttachVolume");

        client.on(Pod.PODS).delete(ObjectKey.of("default", "web"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(40));

        assertThat(all(VolumeAttachment.VOLUME_ATTACHMENTS)).isEmpty();
        assertThat(node("node-2").status().volumesInUse()).isEmpty();
        assertThat(node("node-2").status().volumesAttached()).isEmpty();
    }

    @Test
    void an_attacher_that_fails_is_tried_again_and_the_pod_is_told() throws InterruptedException {
        annotateClass("kcm.dev/attach-error", "no such disk");
        client.on(Pod.PODS).create(pod("web", "node-2"));
        provision();
        bind();
        cluster.advance(Duration.ofSeconds(5));
        assertThat(phase("web")).isEqualTo("Pending");
        assertThat(reasons()).contains("FailedAttachVolume");
        assertThat(cluster.explain("pod", "default", "web")).contains("no such disk");

        annotateClass("kcm.dev/attach-error", null);
        cluster.advance(Duration.ofMinutes(3));

        assertThat(phase("web")).isEqualTo("Running");
    }

    @Test
    void a_volume_moves_from_a_lost_node_after_the_time_out() throws InterruptedException {
        client.on(Pod.PODS).create(pod("web", "node-2"));
        provision();
        bind();
        cluster.advance(Duration.ofSeconds(1));
        cluster.node("node-2").stop();
        cluster.advance(Duration.ofMinutes(2));
        client.on(Pod.PODS)
                .delete(ObjectKey.of("default", "web"), DeleteOptions.plain().withGracePeriod(Duration.ZERO));
        client.on(Pod.PODS).create(pod("next", "node-3"));

        cluster.advance(Duration.ofMinutes(5));
        assertThat(phase("next")).isEqualTo("Pending");
        assertThat(reasons()).contains("FailedAttachVolume");
        cluster.advance(Duration.ofMinutes(2));

        assertThat(phase("next")).isEqualTo("Running");
    }

    @Test
    void a_released_volume_is_deleted_once_it_is_detached() throws InterruptedException {
        client.on(Pod.PODS).create(pod("web", "node-2"));
        provision();
        bind();
        cluster.advance(Duration.ofSeconds(1));

        var volume = volume();
        client.on(PersistentVolume.PERSISTENT_VOLUMES)
                .updateStatus(volume.withStatus(status -> status.phase("Released")));
        cluster.advance(Duration.ofSeconds(2));
        assertThat(reasons()).contains("VolumeFailedDelete");
        client.on(Pod.PODS).delete(ObjectKey.of("default", "web"), DeleteOptions.plain());
        cluster.advance(Duration.ofMinutes(2));

        assertThat(all(PersistentVolume.PERSISTENT_VOLUMES))
                .as("nothing of the driver's holds it")
                .allSatisfy(it -> assertThat(it.isDeleting()).isTrue())
                .allSatisfy(it -> assertThat(it.metadata().finalizers())
                        .doesNotContain(
                                "external-provisioner.volume.kubernetes.io/finalizer",
                                "external-attacher/csi-kcm-dev"));
    }

    @Test
    void a_larger_claim_grows_first_the_volume_and_then_the_file_system() throws InterruptedException {
        provision();
        bind();
        client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
                .patch(
                        CLAIM,
                        Patch.merge(Json.parse("{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}}")
                                .toBytes()));
        cluster.advance(Duration.ofSeconds(1));

        assertThat(volume().spec().capacity()).containsEntry("storage", Quantity.parse("2Gi"));
        assertThat(claimed().status().conditions())
                .extracting(it -> it.type())
                .containsExactly("FileSystemResizePending");
        assertThat(claimed().status().capacity()).containsEntry("storage", Quantity.parse("1Gi"));

        client.on(Pod.PODS).create(pod("web", "node-2"));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(claimed().status().capacity()).containsEntry("storage", Quantity.parse("2Gi"));
        assertThat(claimed().status().conditions()).isEmpty();
        assertThat(reasons()).contains("Resizing", "FileSystemResizeRequired", "FileSystemResizeSuccessful");
    }

    private void provision() throws InterruptedException {
        client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).create(claim());
        annotateClaim("volume.kubernetes.io/storage-provisioner", "csi.kcm.dev");
        annotateClaim("volume.kubernetes.io/selected-node", "node-2");
        cluster.advance(Duration.ofSeconds(1));
    }

    private void bind() throws InterruptedException {
        var volume = volume();
        client.on(PersistentVolume.PERSISTENT_VOLUMES).updateStatus(volume.withStatus(status -> status.phase("Bound")));
        var claims = client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        var named = claims.update(claimed().withSpec(spec -> spec.volumeName(volume.name())));
        claims.updateStatus(named.withStatus(status -> status.phase("Bound")
                .accessModes(List.of("ReadWriteOnce"))
                .capacity(Map.of("storage", Quantity.parse("1Gi")))));
        cluster.advance(Duration.ofSeconds(1));
    }

    private PersistentVolume volume() {
        return all(PersistentVolume.PERSISTENT_VOLUMES).getFirst();
    }

    private PersistentVolumeClaim claimed() {
        return client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).get(CLAIM);
    }

    private Node node(String name) {
        return client.on(Node.NODES).get(ObjectKey.of(name));
    }

    private String phase(String pod) {
        return client.on(Pod.PODS).get(ObjectKey.of("default", pod)).status().phase();
    }

    private List<String> reasons() {
        return all(Event.EVENTS).stream().map(Event::reason).toList();
    }

    private <T extends KubeObject> List<T> all(Resource<T> resource) {
        var found = new ArrayList<T>();
        client.on(resource).listAll(ListQuery.everything(), found::add);
        return found;
    }

    private void annotateClaim(String name, String value) throws InterruptedException {
        annotate(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, CLAIM, name, Json.of(value));
    }

    private void annotateClass(String name, @Nullable String value) throws InterruptedException {
        annotate(StorageClass.STORAGE_CLASSES, STANDARD, name, value == null ? Json.NULL : Json.of(value));
    }

    private void annotate(Resource<?> resource, ObjectKey key, String name, Json value) throws InterruptedException {
        var patch = Json.object("metadata", Json.object("annotations", Json.object(name, value)));
        client.on(resource).patch(key, Patch.merge(patch.toBytes()));
        cluster.awaitQuiet(Duration.ofSeconds(30));
    }

    private static PersistentVolumeClaim claim() {
        return PersistentVolumeClaim.builder()
                .metadata(it -> it.namespace("default").name("data"))
                .spec(spec -> spec.accessModes(List.of("ReadWriteOnce"))
                        .resources(it -> it.requests(Map.of("storage", Quantity.parse("1Gi")))))
                .build();
    }

    private static Pod pod(String name, String node) {
        return Pod.builder()
                .metadata(it -> it.namespace("default").name(name))
                .spec(spec -> spec.nodeName(node)
                        .addContainers(it -> it.name("main").image("nginx"))
                        .addVolumes(volume -> volume.name("data")
                                .volumeSource(VolumeSource.builder()
                                        .persistentVolumeClaim(claim -> claim.claimName("data"))
                                        .build())))
                .build();
    }
}
