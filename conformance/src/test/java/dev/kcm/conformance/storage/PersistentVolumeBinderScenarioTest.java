package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.Volumes.claim;
import static dev.kcm.conformance.storage.Volumes.unprotect;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Claims and volumes that are there already.
@KubeScenario(controllers = "persistentvolume-binder-controller", wholeCluster = true)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("persistentvolumes")
class PersistentVolumeBinderScenarioTest {
    private static final Duration RESYNC = Duration.ofSeconds(20);

    @Test
    void a_claim_gets_the_smallest_volume_that_is_large_enough(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.volume("small", "1Gi"), volumes.volume("medium", "5Gi"), volumes.volume("large", "9Gi"))
                .awaitQuiet()
                .then(volumes.named("medium"))
                .status("phase", "Available")
                .given(volumes.claim("data", "3Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .status("capacity.storage", "5Gi")
                .has("spec.volumeName", volumes.volumeName("medium"))
                .annotation("pv.kubernetes.io/bind-completed", "yes")
                .annotation("pv.kubernetes.io/bound-by-controller", "yes")
                .then(volumes.named("medium"))
                .status("phase", "Bound")
                .has("spec.claimRef.name", "data")
                .annotation("pv.kubernetes.io/bound-by-controller", "yes")
                .then(volumes.named("large"))
                .status("phase", "Available")
                .wrote(
                        "update persistentvolumes x1",
                        "update persistentvolumeclaims x1",
                        "update persistentvolumes/status x1",
                        "update persistentvolumeclaims/status x1");
    }

    @Test
    void a_selector_modes_and_attributes_have_to_match(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(
                        volumes.volume("other", "1Gi").label("tier", "slow"),
                        volumes.volume("block", "1Gi")
                                .label("tier", "fast")
                                .with(it -> it.withSpec(spec -> spec.volumeMode("Block"))),
                        volumes.volume("right", "7Gi").label("tier", "fast"))
                .awaitQuiet()
                .given(selecting(volumes.claim("data", "1Gi"), "tier", "fast"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .has("spec.volumeName", volumes.volumeName("right"));
    }

    @Test
    void a_claim_waits_until_there_is_a_volume_for_it(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.claim("data", "3Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .hasEvents("ProvisioningFailed")
                .given(volumes.volume("late", "3Gi"))
                .advance(RESYNC)
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .has("spec.volumeName", volumes.volumeName("late"));
    }

    @Test
    void a_claim_without_class_says_that_there_is_nothing_for_it(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        var classless = volumes.claim("data", "3Gi")
                .with(it -> it.withSpec(spec -> spec.storageClassName("")
                        .selector(selector -> selector.matchLabels(Map.of("scenario", scenario.namespace())))));
        scenario.given(classless)
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .hasEvents("FailedBinding");
    }

    @Test
    void a_volume_has_one_claim(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.volume("only", "1Gi"))
                .awaitQuiet()
                .given(volumes.claim("first", "1Gi"))
                .awaitQuiet()
                .given(volumes.claim("second", "1Gi"))
                .awaitQuiet()
                .given(naming(volumes.claim("third", "1Gi"), volumes.volumeName("only")))
                .awaitQuiet()
                .then(claim("first"))
                .status("phase", "Bound")
                .then(claim("second"))
                .status("phase", "Pending")
                .then(claim("third"))
                .status("phase", "Pending")
                .hasEvents("FailedBinding");
    }

    @Test
    void many_claims_at_once_get_a_volume_each(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        for (int number = 0; number < 6; number++) {
            scenario.given(volumes.volume("v" + number, "%dGi".formatted(number + 1)));
        }
        scenario.awaitQuiet();
        for (int number = 0; number < 6; number++) {
            scenario.given(volumes.claim("c" + number, "%dGi".formatted(number + 1)));
        }
        scenario.awaitQuiet();
        for (int number = 0; number < 6; number++) {
            scenario.then(claim("c" + number))
                    .status("phase", "Bound")
                    .has("spec.volumeName", volumes.volumeName("v" + number));
        }
    }

    @Test
    void a_volume_that_a_user_promised_waits_for_its_claim(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(promised(volumes.volume("promised", "9Gi"), scenario.namespace(), "data"))
                .awaitQuiet()
                .then(volumes.named("promised"))
                .status("phase", "Available")
                .given(volumes.claim("other", "1Gi"))
                .awaitQuiet()
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("other"))
                .status("phase", "Pending")
                .then(claim("data"))
                .status("phase", "Bound")
                .then(volumes.named("promised"))
                .status("phase", "Bound")
                .lacksAnnotation("pv.kubernetes.io/bound-by-controller");
    }

    @Test
    void a_claim_that_names_its_volume_gets_it_or_hears_why_not(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.volume("small", "1Gi"), volumes.volume("large", "9Gi"))
                .awaitQuiet()
                .given(naming(volumes.claim("modest", "1Gi"), volumes.volumeName("large")))
                .awaitQuiet()
                .given(naming(volumes.claim("greedy", "5Gi"), volumes.volumeName("small")))
                .awaitQuiet()
                .then(claim("modest"))
                .status("phase", "Bound")
                .lacksAnnotation("pv.kubernetes.io/bound-by-controller")
                .then(claim("greedy"))
                .status("phase", "Pending")
                .hasEvents("VolumeMismatch");
    }

    @Test
    void a_retained_volume_is_released_and_given_to_nobody(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        bound(scenario, volumes)
                .when(unprotect(claim("data")))
                .awaitQuiet()
                .when(delete(claim("data")))
                .awaitQuiet()
                .then(volumes.named("volume"))
                .status("phase", "Released")
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Pending")
                .then(volumes.named("volume"))
                .status("phase", "Released");
    }

    @Test
    void a_claim_whose_volume_is_deleted_is_lost(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        bound(scenario, volumes)
                .when(unprotect(volumes.named("volume")))
                .awaitQuiet()
                .when(delete(volumes.named("volume")))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Lost")
                .hasEvents("ClaimLost");
    }

    @Test
    void a_crash_between_any_two_writes_leaves_both_bound_in_the_end(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        for (int write = 1; write <= 4; write++) {
            scenario.given(volumes.volume("v" + write, "%dGi".formatted(write)))
                    .awaitQuiet()
                    .given(volumes.claim("unrelated-" + write, "100Gi"))
                    .awaitQuiet();
            scenario.crashAfterWrite(write);
            scenario.given(volumes.claim("c" + write, "%dGi".formatted(write)))
                    .advance(RESYNC)
                    .awaitQuiet()
                    .then(claim("c" + write))
                    .status("phase", "Bound")
                    .has("spec.volumeName", volumes.volumeName("v" + write))
                    .then(volumes.named("v" + write))
                    .status("phase", "Bound");
        }
    }

    @Test
    void conflicts_refusals_and_a_lost_watch_are_got_over(Scenario scenario) {
        var volumes = Volumes.of(scenario);
        scenario.given(volumes.volume("volume", "1Gi")).awaitQuiet();
        scenario.fault(
                conflictOnce(update(PersistentVolume.PERSISTENT_VOLUMES)),
                conflictOnce(updateStatus(PersistentVolume.PERSISTENT_VOLUMES)),
                conflictOnce(update(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)),
                refuse(updateStatus(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                        .with(serverError("not now"))
                        .times(2),
                dropWatch(PersistentVolume.PERSISTENT_VOLUMES));
        scenario.given(volumes.claim("data", "1Gi"))
                .advance(RESYNC)
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .then(volumes.named("volume"))
                .status("phase", "Bound")
                .satisfies(volume ->
                        assertThat(volume.metadata().finalizers()).containsExactly("kubernetes.io/pv-protection"));
    }

    private static Scenario bound(Scenario scenario, Volumes volumes) {
        return scenario.given(volumes.volume("volume", "1Gi"))
                .awaitQuiet()
                .given(volumes.claim("data", "1Gi"))
                .awaitQuiet()
                .then(claim("data"))
                .status("phase", "Bound")
                .scenario();
    }

    private static AnyObjectBuilder<PersistentVolumeClaim> naming(
            AnyObjectBuilder<PersistentVolumeClaim> claim, String volume) {
        return claim.with(it -> it.withSpec(spec -> spec.volumeName(volume)));
    }

    private static AnyObjectBuilder<PersistentVolumeClaim> selecting(
            AnyObjectBuilder<PersistentVolumeClaim> claim, String label, String value) {
        return claim.with(it -> it.withSpec(spec -> spec.selector(selector -> selector.addMatchExpressions(
                expression -> expression.key(label).operator("In").values(List.of(value))))));
    }

    private static AnyObjectBuilder<PersistentVolume> promised(
            AnyObjectBuilder<PersistentVolume> volume, String namespace, String claim) {
        return volume.with(it -> it.withSpec(spec ->
                spec.claimRef(reference -> reference.namespace(namespace).name(claim))));
    }
}
