package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.StorageObjects.CLASS_PROTECTION;
import static dev.kcm.conformance.storage.StorageObjects.attributesClass;
import static dev.kcm.conformance.storage.StorageObjects.claim;
import static dev.kcm.conformance.storage.StorageObjects.claimNamed;
import static dev.kcm.conformance.storage.StorageObjects.status;
import static dev.kcm.conformance.storage.StorageObjects.volume;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A class of volume attributes that is deleted stays as long as a volume or a claim names it. The protections of
/// claims and volumes run, too, since a scenario deletes these.
@KubeScenario(
        controllers = {
            "volumeattributesclass-protection-controller",
            "persistentvolumeclaim-protection-controller",
            "persistentvolume-protection-controller"
        })
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock(StorageObjects.CLUSTER_STORAGE)
class AttributesClassProtectionScenarioTest {

    @Test
    void a_class_that_nobody_names_goes_at_once(Scenario scenario) {
        scenario.given(attributesClass("kcm-unused"))
                .awaitQuiet()
                .when(delete(attributesClass("kcm-unused")))
                .awaitQuiet()
                .then(attributesClass("kcm-unused"))
                .isGone()
                .wrote("update volumeattributesclasses x1");
    }

    @Test
    void a_class_stays_until_claim_and_volume_let_go(Scenario scenario) {
        scenario.given(
                        attributesClass("kcm-shared"),
                        asking("kcm-shared"),
                        volume("kcm-with-class").with(it -> with(it, "kcm-shared")))
                .awaitQuiet()
                .when(delete(attributesClass("kcm-shared")))
                .awaitQuiet()
                .then(attributesClass("kcm-shared"))
                .isTerminating()
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isGone()
                .then(attributesClass("kcm-shared"))
                .isTerminating()
                .when(delete(volume("kcm-with-class")))
                .awaitQuiet()
                .then(attributesClass("kcm-shared"))
                .isGone();
    }

    @Test
    void a_class_stays_while_a_volume_still_has_it(Scenario scenario) {
        scenario.given(attributesClass("kcm-old"), asking("kcm-new"))
                .awaitQuiet()
                .when(status(
                        "the driver gives data another class",
                        claimNamed("data"),
                        it -> it.withStatus(status -> status.currentVolumeAttributesClassName("kcm-old")
                                .modifyVolumeStatus(modify ->
                                        modify.status("InProgress").targetVolumeAttributesClassName("kcm-new")))))
                .awaitQuiet()
                .when(delete(attributesClass("kcm-old")))
                .awaitQuiet()
                .then(attributesClass("kcm-old"))
                .isTerminating()
                .when(status(
                        "the driver is done",
                        claimNamed("data"),
                        it -> it.withStatus(status -> status.currentVolumeAttributesClassName("kcm-new"))))
                .awaitQuiet()
                .then(attributesClass("kcm-old"))
                .isGone();
    }

    @Test
    void a_finalizer_that_is_taken_away_comes_back(Scenario scenario) {
        scenario.given(attributesClass("kcm-bare-class"))
                .awaitQuiet()
                .when(patch(attributesClass("kcm-bare-class"), "metadata: {finalizers: null}"))
                .awaitQuiet()
                .then(attributesClass("kcm-bare-class"))
                .satisfies(it -> assertThat(it.metadata().finalizers()).containsExactly(CLASS_PROTECTION))
                .wrote("update volumeattributesclasses x1")
                .when(delete(attributesClass("kcm-bare-class")))
                .awaitQuiet()
                .then(attributesClass("kcm-bare-class"))
                .isGone();
    }

    @Test
    void a_conflict_and_a_crash_lose_nothing(Scenario scenario) {
        scenario.fault(conflictOnce(update(VolumeAttributesClass.VOLUME_ATTRIBUTES_CLASSES)));
        scenario.given(attributesClass("kcm-crash-class"), asking("kcm-crash-class"))
                .awaitQuiet();
        scenario.when(delete(attributesClass("kcm-crash-class"))).awaitQuiet();
        scenario.restart();
        scenario.awaitQuiet().then(attributesClass("kcm-crash-class")).isTerminating();
        scenario.crashAfterWrite(1)
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .then(attributesClass("kcm-crash-class"))
                .isGone();
    }

    private static AnyObjectBuilder<PersistentVolumeClaim> asking(String attributesClass) {
        return claim("data").with(it -> it.withSpec(spec -> spec.volumeAttributesClassName(attributesClass)));
    }

    private static PersistentVolume with(PersistentVolume volume, String attributesClass) {
        return volume.withSpec(spec -> spec.volumeAttributesClassName(attributesClass));
    }
}
