package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;

import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Administrators taint devices by rules, whose status tells what comes of it.
@KubeScenario(
        controllers = "device-taint-eviction-controller",
        managerFlags = "--feature-gates=DRADeviceTaintRules=true")
@NotOverTheWire("the embedded server offers no beta versions over HTTPS")
@Execution(ExecutionMode.SAME_THREAD)
class DeviceTaintRuleScenarioTest {
    @Test
    void a_rule_evicts_and_tells_when_it_is_done(Scenario scenario) {
        var devices = new Devices("ruled", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet();

        scenario.given(rule(devices, "NoExecute"))
                .awaitQuiet()
                .then(pod("web"))
                .isGone()
                .advance(Duration.ofSeconds(25))
                .awaitQuiet()
                .then(rule(devices, "NoExecute"))
                .condition("EvictionInProgress", "False");

        // How many it evicted is told since the last start only, so its status differs where there was one.
        scenario.when(delete(rule(devices, "NoExecute"))).awaitQuiet();
    }

    @Test
    void a_rule_without_effect_tells_whom_it_would_evict(Scenario scenario) {
        var devices = new Devices("simulated", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet();

        scenario.given(rule(devices, "None"))
                .awaitQuiet()
                .then(rule(devices, "None"))
                .condition("EvictionInProgress", "False", "NoEffect")
                .has(
                        "status.conditions[0].message",
                        "1 published device selected. 1 allocated device selected. 1 pod would be evicted in"
                                + " 1 namespace if the effect was NoExecute. This information will not be updated"
                                + " again. Recreate the DeviceTaintRule to trigger an update.")
                .then(pod("web"))
                .status("phase", "Running")
                .wrote("patch devicetaintrules/status x1");
    }

    @Test
    @EmbeddedOnly("minutes pass")
    void a_rule_that_goes_in_time_evicts_nobody(Scenario scenario) {
        var devices = new Devices("withdrawn", scenario.namespace());
        scenario.given(
                        devices.deviceClass(),
                        devices.slice(),
                        devices.claim(request -> request.addTolerations(it -> it.key("maintenance")
                                .operator("Exists")
                                .effect("NoExecute")
                                .tolerationSeconds(60L))),
                        devices.user("web"))
                .awaitQuiet()
                .given(rule(devices, "NoExecute"))
                .awaitQuiet()
                .then(rule(devices, "NoExecute"))
                .condition("EvictionInProgress", "True", "PodsPendingEviction")
                .when(delete(rule(devices, "NoExecute")))
                .advance(Duration.ofSeconds(90))
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .hasEvents("DeviceTaintManagerEviction");
    }

    private static AnyObjectBuilder<DeviceTaintRule> rule(Devices devices, String effect) {
        return object(DeviceTaintRule.builder()
                .metadata(it -> it.name(devices.pool()))
                .spec(spec -> spec.deviceSelector(
                                it -> it.driver(devices.driver()).pool(devices.pool()))
                        .taint(it -> it.key("maintenance").effect(effect)))
                .build());
    }
}
