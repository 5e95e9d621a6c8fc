package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.Volumes.claim;
import static dev.kcm.conformance.storage.Volumes.user;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Volumes that are made for a claim. The scenarios play the external provisioner.
@KubeScenario(controllers = "persistentvolume-binder-controller", wholeCluster = true)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("persistentvolumes")
class VolumeProvisioningScenarioTest {
    private static final Duration RESYNC = Duration.ofSeconds(20);
    private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    @Test
    void an_external_provisioner_is_asked_and_its_volume_bound(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.storageClass("Immediate"))
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .annotation(PROVISIONER, volumes.provisioner())
                .annotation("volume.beta.kubernetes.io/storage-provisioner", volumes.provisioner())
                .hasEvents("ExternalProvisioning")
                .when(volumes.provision("data", "made"))
                .comparing(volumes.named("made"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .has("spec.volumeName", volumes.volumeName("made"))
                .then(volumes.named("made"))
                .status("phase", "Bound");
    }

    @Test
    void of_two_volumes_made_for_one_claim_the_second_is_released(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.storageClass("Immediate"))
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .when(volumes.provision("data", "first"))
                .awaitQuiet()
                .when(volumes.provision("data", "second"))
                .comparing(volumes.named("first"), volumes.named("second"))
                .awaitQuiet()
                .then(claim("data"))
                .has("spec.volumeName", volumes.volumeName("first"))
                .then(volumes.named("second"))
                .status("phase", "Released");
    }

    @Test
    void a_claim_waits_for_its_first_consumer(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.storageClass("WaitForFirstConsumer"))
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .lacksAnnotation(PROVISIONER)
                .hasEvents("WaitForFirstConsumer")
                .given(user("reader", "data"))
                .awaitQuiet()
                .then(claim("data"))
                .annotation(PROVISIONER, volumes.provisioner())
                .satisfies(it -> assertThat(it.annotations()).containsKey(SELECTED_NODE))
                .then(pod("reader"))
                .satisfies(it -> assertThat(it.spec().nodeName()).isEmpty())
                .when(volumes.provision("data", "made"))
                .comparing(volumes.named("made"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .then(pod("reader"))
                .satisfies(it -> assertThat(it.spec().nodeName()).isNotEmpty());
    }

    @Test
    void a_volume_that_is_there_is_bound_when_its_first_consumer_comes(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.storageClass("WaitForFirstConsumer"), volumes.volume("there", "3Gi"))
                .awaitQuiet()
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .given(user("reader", "data"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .has("spec.volumeName", volumes.volumeName("there"))
                .then(pod("reader"))
                .satisfies(it -> assertThat(it.spec().nodeName()).isNotEmpty());
    }

    @Test
    @EmbeddedOnly("a default class would be given to claims of other scenarios")
    void a_claim_without_a_choice_gets_the_default_class_later(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        var undecided =
                volumes.claim("data", "1Gi").with(it -> it.withSpec(it.spec().withoutStorageClassName()));
        scenario.given(undecided)
                .awaitQuiet()
                .then(claim("data"))
                .hasEvents("FailedBinding")
                .given(volumes.storageClass("Immediate")
                        .annotation("storageclass.kubernetes.io/is-default-class", "true"))
                .advance(RESYNC)
                .awaitQuiet()
                .then(claim("data"))
                .has("spec.storageClassName", volumes.storageClass())
                .annotation(PROVISIONER, volumes.provisioner());
    }

    @Test
    void a_class_that_does_not_exist_is_told(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .hasEvents("ProvisioningFailed");
    }

    @Test
    void a_provisioner_that_moved_to_a_driver_is_asked_under_that_name(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(object(StorageClass.builder()
                        .metadata(it -> it.name(volumes.storageClass()))
                        .provisioner("kubernetes.io/aws-ebs")
                        .build()))
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .annotation(PROVISIONER, "ebs.csi.aws.com")
                .given(volumes.claim("older", "1Gi")
                        .with(it -> it.withSpec(spec -> spec.storageClassName(scenario.namespace() + "-none")))
                        .annotation(PROVISIONER, "kubernetes.io/aws-ebs"))
                .awaitQuiet()
                .then(claim("older"))
                .annotation("pv.kubernetes.io/migrated-to", "ebs.csi.aws.com");
    }

    @Test
    void a_conflict_with_the_provisioners_annotation_is_got_over(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.fault(conflictOnce(update(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)));
        scenario.given(volumes.storageClass("Immediate"))
                .given(volumes.claim("data", "1Gi"))
                .advance(RESYNC)
                .awaitQuiet()
                .then(claim("data"))
                .annotation(PROVISIONER, volumes.provisioner());
    }
}
