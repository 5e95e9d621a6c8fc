package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.update;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.delete;
import static dev.kcm.testing.scenario.Faults.patchStatus;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.resource.v1.DeviceTaint;
import dev.kcm.model.resource.v1.ExactDeviceRequest;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Drivers taint devices; who uses them and does not tolerate that has to go.
@KubeScenario(controllers = "device-taint-eviction-controller")
@Execution(ExecutionMode.SAME_THREAD)
class DeviceTaintEvictionScenarioTest {
    private static final String EVENT = "DeviceTaintManagerEviction";
    private static final Consumer<ExactDeviceRequest.Builder> TOLERATING = request -> request.addTolerations(
            it -> it.key("broken").operator("Exists").effect("NoExecute").tolerationSeconds(8L));

    @Test
    void a_pod_on_a_device_that_gets_tainted_is_evicted(Scenario scenario) {
        var devices = new Devices("tainted", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet()
                .when(taint(devices, "NoExecute"))
                .awaitQuiet()
                .then(pod("web"))
                .isGone()
                .wrote("patch pods/status x1", "delete pods x1");
    }

    @Test
    void other_taints_keep_only_new_pods_away(Scenario scenario) {
        var devices = new Devices("avoided", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet()
                .when(taint(devices, "NoSchedule"))
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .wrote();
    }

    @Test
    void a_pod_stays_as_long_as_its_claim_tolerates_the_taint(Scenario scenario) {
        var devices = new Devices("tolerated", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(TOLERATING), devices.user("web"))
                .awaitQuiet()
                .when(taint(devices, "NoExecute"))
                .advance(Duration.ofSeconds(4))
                .then(pod("web"))
                .status("phase", "Running");

        scenario.advance(Duration.ofSeconds(6)).awaitQuiet().then(pod("web")).isGone();
    }

    @Test
    void a_taint_that_goes_in_time_evicts_nobody(Scenario scenario) {
        var devices = new Devices("mended", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(TOLERATING), devices.user("web"))
                .awaitQuiet()
                .when(taint(devices, "NoExecute"))
                .advance(Duration.ofSeconds(4))
                .when(mend(devices))
                .advance(Duration.ofSeconds(8))
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .hasEvents(EVENT);
    }

    @Test
    void a_restart_delays_nobody(Scenario scenario) {
        var devices = new Devices("restarted", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(TOLERATING), devices.user("web"))
                .awaitQuiet()
                .when(taint(devices, "NoExecute"))
                .advance(Duration.ofSeconds(4));
        scenario.restart();

        scenario.advance(Duration.ofSeconds(6)).awaitQuiet().then(pod("web")).isGone();
    }

    @Test
    void a_crash_between_mark_and_deletion_evicts_all_the_same(Scenario scenario) {
        var devices = new Devices("crashed", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet();

        scenario.crashAfterWrite(1);
        scenario.when(taint(devices, "NoExecute")).awaitQuiet().then(pod("web")).isGone();
    }

    @Test
    void a_conflict_or_a_refusal_is_tried_again(Scenario scenario) {
        var devices = new Devices("refused", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet()
                .fault(conflictOnce(patchStatus(Pod.PODS)))
                .fault(refuse(delete(Pod.PODS)).with(serverError("not now")))
                .when(taint(devices, "NoExecute"))
                .awaitQuiet()
                .then(pod("web"))
                .condition("DisruptionTarget", "True", "DeletionByDeviceTaintManager");

        scenario.heal();
        scenario.advance(Duration.ofSeconds(60)).awaitQuiet().then(pod("web")).isGone();
    }

    private static Action taint(Devices devices, String effect) {
        var taint = DeviceTaint.builder().key("broken").effect(effect).build();
        return update(devices.slice(), slice -> Devices.tainted(slice, taint));
    }

    private static Action mend(Devices devices) {
        return update(devices.slice(), Devices::tainted);
    }
}
