package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.StorageObjects.VOLUME_PROTECTION;
import static dev.kcm.conformance.storage.StorageObjects.phase;
import static dev.kcm.conformance.storage.StorageObjects.volume;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A volume that is deleted stays as long as it is bound. The scenarios write its phase, since no binder runs.
@KubeScenario(controllers = "persistentvolume-protection-controller")
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock(StorageObjects.CLUSTER_STORAGE)
class VolumeProtectionScenarioTest {

    @Test
    void a_volume_that_is_not_bound_goes_at_once(Scenario scenario) {
        scenario.given(volume("kcm-free"))
                .awaitQuiet()
                .when(delete(volume("kcm-free")))
                .awaitQuiet()
                .then(volume("kcm-free"))
                .isGone()
                .wrote("update persistentvolumes x1");
    }

    @Test
    void a_bound_volume_stays_until_it_is_released(Scenario scenario) {
        scenario.given(volume("kcm-bound"))
                .awaitQuiet()
                .when(phase(volume("kcm-bound"), "Bound"))
                .awaitQuiet()
                .when(delete(volume("kcm-bound")))
                .awaitQuiet()
                .then(volume("kcm-bound"))
                .isTerminating()
                .wrote()
                .when(phase(volume("kcm-bound"), "Released"))
                .awaitQuiet()
                .then(volume("kcm-bound"))
                .isGone();
    }

    @Test
    void a_finalizer_that_is_taken_away_comes_back(Scenario scenario) {
        scenario.given(volume("kcm-bare"))
                .awaitQuiet()
                .when(patch(volume("kcm-bare"), "metadata: {finalizers: null}"))
                .awaitQuiet()
                .then(volume("kcm-bare"))
                .satisfies(it -> assertThat(it.metadata().finalizers()).containsExactly(VOLUME_PROTECTION))
                .wrote("update persistentvolumes x1")
                .when(delete(volume("kcm-bare")))
                .awaitQuiet()
                .then(volume("kcm-bare"))
                .isGone();
    }

    @Test
    void other_finalizers_stay(Scenario scenario) {
        scenario.given(volume("kcm-kept").finalizer("example.com/keep"))
                .awaitQuiet()
                .when(delete(volume("kcm-kept")))
                .awaitQuiet()
                .then(volume("kcm-kept"))
                .isTerminating()
                .satisfies(it -> assertThat(it.metadata().finalizers()).containsExactly("example.com/keep"))
                .when(patch(volume("kcm-kept"), "metadata: {finalizers: null}"))
                .awaitQuiet()
                .then(volume("kcm-kept"))
                .isGone();
    }

    @Test
    void a_conflict_and_a_crash_lose_nothing(Scenario scenario) {
        scenario.fault(conflictOnce(update(PersistentVolume.PERSISTENT_VOLUMES)));
        scenario.given(volume("kcm-crash-free"), volume("kcm-crash-bound")).awaitQuiet();
        scenario.when(phase(volume("kcm-crash-bound"), "Bound")).awaitQuiet();
        scenario.crashAfterWrite(1)
                .when(delete(volume("kcm-crash-free")), delete(volume("kcm-crash-bound")))
                .awaitQuiet()
                .then(volume("kcm-crash-free"))
                .isGone()
                .then(volume("kcm-crash-bound"))
                .isTerminating();
        scenario.restart();
        scenario.when(phase(volume("kcm-crash-bound"), "Released"))
                .awaitQuiet()
                .then(volume("kcm-crash-bound"))
                .isGone();
    }
}
