package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.Volumes.claim;
import static dev.kcm.conformance.storage.Volumes.unprotect;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// What becomes of volumes whose claim is gone.
@KubeScenario(controllers = "persistentvolume-binder-controller", wholeCluster = true)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("persistentvolumes")
class VolumeReclaimScenarioTest {
    /// Enough to begin anew after a crash.
    private static final Duration TWO_RESYNCS = Duration.ofSeconds(40);

    private static final String IN_DEFAULT = "pods that scrub are in the namespace default, and nothing would end them";
    private static final String FINALIZER = "kubernetes.io/pv-controller";

    @Test
    void a_directory_is_deleted_with_its_volume(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        claimed(scenario, volumes, directory(volumes, "Delete"))
                .when(unprotect(volumes.named("volume")))
                .awaitQuiet()
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .isGone();
    }

    @Test
    void a_volume_that_nobody_can_delete_fails(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        claimed(
                        scenario,
                        volumes,
                        volumes.volume("volume", "1Gi")
                                .with(it -> it.withSpec(spec -> spec.persistentVolumeReclaimPolicy("Delete"))))
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Failed")
                .status(
                        "message",
                        "error getting deleter volume plugin for volume \"%s\": no deletable volume plugin matched"
                                .formatted(volumes.volumeName("volume")))
                .hasEvents("VolumeFailedDelete");
    }

    @Test
    void a_volume_of_an_external_provisioner_is_left_to_it(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.storageClass("Immediate"))
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .when(volumes.provision("data", "made"))
                .comparing(volumes.named("made"))
                .awaitQuiet()
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .awaitQuiet()
                .then(volumes.named("made"))
                .status("phase", "Released");
    }

    @Test
    void the_finalizer_follows_the_policy(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(directory(volumes, "Delete")
                        .annotation("pv.kubernetes.io/provisioned-by", "kubernetes.io/host-path"))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .satisfies(it -> assertThat(it.metadata().finalizers()).contains(FINALIZER))
                .when(patch(volumes.named("volume"), "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}"))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .satisfies(it -> assertThat(it.metadata().finalizers()).containsExactly("kubernetes.io/pv-protection"));
    }

    @Test
    void a_volume_that_nobody_can_scrub_fails(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        var local = volumes.volume("volume", "1Gi")
                .with(it -> it.withSpec(spec -> spec.persistentVolumeReclaimPolicy("Recycle")
                        .withoutNfs()
                        .csi(csi -> csi.driver(volumes.provisioner()).volumeHandle("a"))));
        claimed(scenario, volumes, local)
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Failed")
                .status("message", "No recycler plugin found for the volume!")
                .hasEvents("VolumeFailedRecycle");
    }

    @Test
    @EmbeddedOnly(IN_DEFAULT)
    void a_scrubbed_volume_is_available_again(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        claimed(scenario, volumes, directory(volumes, "Recycle"))
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .advance(TWO_RESYNCS)
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Available")
                .hasEvents("VolumeRecycled")
                .satisfies(it -> assertThat(it.spec().claimRef()).isEmpty())
                .then(recycler(volumes))
                .isGone()
                .wrote(
                        "create pods x1",
                        "delete pods x1",
                        "update persistentvolumes x1",
                        "update persistentvolumes/status x2");
    }

    /// Whoever may create pods could have left it, to get at what is on the volume: it is deleted, and another created.
    @Test
    @EmbeddedOnly(IN_DEFAULT)
    void a_pod_that_somebody_left_proves_nothing(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        claimed(scenario, volumes, directory(volumes, "Recycle"))
                .given(recycler(volumes).phase("Succeeded"))
                .awaitQuiet()
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .advance(TWO_RESYNCS)
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Available")
                .wrote(
                        "create pods x1",
                        "delete pods x2",
                        "update persistentvolumes x1",
                        "update persistentvolumes/status x2");
    }

    @Test
    @EmbeddedOnly(IN_DEFAULT)
    void a_volume_that_is_used_is_not_scrubbed(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        claimed(scenario, volumes, directory(volumes, "Recycle"))
                .given(Volumes.user("reader", "data"))
                .awaitQuiet()
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Released")
                .hasEvents("VolumeFailedRecycle")
                .when(delete(pod("reader")))
                .advance(TWO_RESYNCS)
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Available");
    }

    private static Scenario claimed(Scenario scenario, Volumes volumes, AnyObjectBuilder<PersistentVolume> volume) {
        return scenario.given(volume)
                .awaitQuiet()
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .scenario();
    }

    /// A directory that is not there: it is deleted as well as any.
    private static AnyObjectBuilder<PersistentVolume> directory(Volumes volumes, String policy) {
        return volumes.volume("volume", "1Gi")
                .with(it -> it.withSpec(spec -> spec.persistentVolumeReclaimPolicy(policy)
                        .withoutNfs()
                        .hostPath(source -> source.path(path(volumes)))));
    }

    private static String path(Volumes volumes) {
        return "/tmp/kcm-scenarios/" + volumes.namespace();
    }

    private static PodBuilder recycler(Volumes volumes) {
        return pod("recycler-for-" + volumes.volumeName("volume")).in("default");
    }
}
