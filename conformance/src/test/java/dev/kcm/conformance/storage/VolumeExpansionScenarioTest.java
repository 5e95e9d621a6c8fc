package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.StorageObjects.claim;
import static dev.kcm.conformance.storage.StorageObjects.claimNamed;
import static dev.kcm.conformance.storage.StorageObjects.status;
import static dev.kcm.conformance.storage.StorageObjects.volume;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.patchStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Claims that ask for more. The scenarios bind them, since no binder runs, and no resizer answers.
@KubeScenario(controllers = "persistentvolume-expander-controller")
@Execution(ExecutionMode.SAME_THREAD)
class VolumeExpansionScenarioTest {
    private static final String PRE_RESIZE = "volume.alpha.kubernetes.io/pre-resize-capacity";
    private static final String RESIZER = "volume.kubernetes.io/storage-resizer";

    @Test
    void others_expand_csi_volumes(Scenario scenario) {
        scenario.given(growing("kcm-growing-csi"), claimOf("kcm-growing-csi"), volume("kcm-expand-csi"))
                .awaitQuiet()
                .when(bind("kcm-expand-csi"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .hasNoEvents("ExternalExpanding")
                .when(ask("2Gi"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .hasEvents("ExternalExpanding")
                .lacksAnnotation(RESIZER)
                .wrote();
    }

    @Test
    void the_resizer_of_a_migrated_volume_is_named(Scenario scenario) {
        scenario.given(
                        growing("kcm-growing-migrated"),
                        claimOf("kcm-growing-migrated"),
                        from("kcm-expand-migrated", it -> it.gcePersistentDisk(disk -> disk.pdName("disk"))))
                .awaitQuiet()
                .when(bind("kcm-expand-migrated"))
                .awaitQuiet()
                .when(ask("2Gi"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .hasEvents("ExternalExpanding")
                .annotation(RESIZER, "pd.csi.storage.gke.io")
                .wrote("patch persistentvolumeclaims/status x1");
    }

    @Test
    void a_flex_volume_grows_and_its_file_system_on_the_node(Scenario scenario) {
        scenario.given(growing("kcm-growing-flex"), claimOf("kcm-growing-flex"), flex("kcm-expand-flex"))
                .awaitQuiet()
                .when(bind("kcm-expand-flex"))
                .awaitQuiet()
                .when(ask("2Gi"))
                .awaitQuiet()
                .then(volume("kcm-expand-flex"))
                .has("spec.capacity.storage", "2Gi")
                .annotation(PRE_RESIZE, "1Gi")
                .then(claimNamed("data"))
                .condition("Resizing", "True")
                .condition("FileSystemResizePending", "True")
                .annotation(RESIZER, "example.com/flex")
                .status("allocatedResources.storage", "2Gi")
                .status("allocatedResourceStatuses.storage", "NodeResizePending")
                .status("capacity.storage", "1Gi")
                .wrote("patch persistentvolumeclaims/status x2", "patch persistentvolumes x2");

        scenario.when(status(
                        "the kubelet is done",
                        claimNamed("data"),
                        it -> it.withStatus(status -> status.putCapacity("storage", Quantity.parse("2Gi")))))
                .awaitQuiet()
                .then(volume("kcm-expand-flex"))
                .lacksAnnotation(PRE_RESIZE)
                .wrote("patch persistentvolumes x1");
    }

    @Test
    void a_flex_volume_without_a_file_system_is_done_at_once(Scenario scenario) {
        scenario.given(
                        growing("kcm-growing-block"),
                        claimOf("kcm-growing-block").with(it -> it.withSpec(spec -> spec.volumeMode("Block"))),
                        flex("kcm-expand-block").with(it -> it.withSpec(spec -> spec.volumeMode("Block"))))
                .awaitQuiet()
                .when(bind("kcm-expand-block"))
                .awaitQuiet()
                .when(ask("2Gi"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .hasEvents("VolumeResizeSuccessful")
                .lacksCondition("Resizing")
                .status("capacity.storage", "2Gi")
                .satisfies(it ->
                        assertThat(it.status().allocatedResourceStatuses()).isEmpty())
                .then(volume("kcm-expand-block"))
                .lacksAnnotation(PRE_RESIZE);
    }

    @Test
    void a_conflict_and_a_crash_half_way_lose_nothing(Scenario scenario) {
        scenario.fault(conflictOnce(patchStatus(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)));
        scenario.given(growing("kcm-growing-crash"), claimOf("kcm-growing-crash"), flex("kcm-expand-crash"))
                .awaitQuiet()
                .when(bind("kcm-expand-crash"))
                .awaitQuiet();
        scenario.crashAfterWrite(2)
                .when(ask("2Gi"))
                .awaitQuiet()
                .then(volume("kcm-expand-crash"))
                .has("spec.capacity.storage", "2Gi")
                .annotation(PRE_RESIZE, "1Gi")
                .then(claimNamed("data"))
                .status("allocatedResourceStatuses.storage", "NodeResizePending");
    }

    private static AnyObjectBuilder<StorageClass> growing(String name) {
        return object(StorageClass.builder()
                .metadata(it -> it.name(name))
                .provisioner("kubernetes.io/no-provisioner")
                .allowVolumeExpansion(true)
                .build());
    }

    private static AnyObjectBuilder<PersistentVolumeClaim> claimOf(String storageClass) {
        return claim("data").with(it -> it.withSpec(spec -> spec.storageClassName(storageClass)));
    }

    private static AnyObjectBuilder<PersistentVolume> flex(String name) {
        return from(name, it -> it.flexVolume(flex -> flex.driver("example.com/flex")));
    }

    private static AnyObjectBuilder<PersistentVolume> from(
            String name, Consumer<PersistentVolumeSource.Builder> source) {
        var made = PersistentVolumeSource.builder();
        source.accept(made);
        return volume(name).with(it -> it.withSpec(spec -> spec.persistentVolumeSource(made.build())));
    }

    private static Action ask(String size) {
        return patch(claimNamed("data"), "spec: {resources: {requests: {storage: %s}}}".formatted(size));
    }

    /// What the binder writes.
    private static Action bind(String volume) {
        ObjectLocator<PersistentVolumeClaim> claim = claimNamed("data");
        return new Action("bind data to " + volume, scenario -> {
            var claims = scenario.client().on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
            var volumes = scenario.client().on(PersistentVolume.PERSISTENT_VOLUMES);
            var waiting = claims.get(claim.key(scenario));
            var free = volumes.get(volume(volume).key(scenario));
            var _ = volumes.update(free.withSpec(spec -> spec.claimRef(it -> it.apiVersion("v1")
                    .kind("PersistentVolumeClaim")
                    .namespace(waiting.namespace())
                    .name(waiting.name())
                    .uid(waiting.uid()))));
            var named = claims.update(waiting.withSpec(spec -> spec.volumeName(volume)));
            var _ = claims.updateStatus(named.withStatus(status -> status.phase("Bound")
                    .addAccessModes("ReadWriteOnce")
                    .putCapacity("storage", Quantity.parse("1Gi"))));
        });
    }
}
