package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.update;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequest;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@KubeScenario(
        controllers = "resourcepoolstatusrequest-controller",
        managerFlags = "--feature-gates=DRAResourcePoolStatus=true")
@NotOverTheWire("the embedded server offers no alpha versions over HTTPS")
@Execution(ExecutionMode.SAME_THREAD)
class ResourcePoolStatusRequestScenarioTest {
    private static final String HOURS = "hours pass";

    @Test
    void a_request_is_answered_once(Scenario scenario) {
        var devices = new Devices("counted", scenario.namespace());
        scenario.given(devices.deviceClass(), devices.slice(), devices.claim(), devices.user("web"))
                .awaitQuiet();

        scenario.given(request(devices))
                .awaitQuiet()
                .then(request(devices))
                .condition("Complete", "True", "CalculationComplete")
                .status("poolCount", 1)
                .satisfies(it -> assertThat(it.status().orElseThrow().pools())
                        .singleElement()
                        .satisfies(pool -> {
                            assertThat(pool.totalDevices()).contains(1);
                            assertThat(pool.allocatedDevices()).contains(1);
                            assertThat(pool.availableDevices()).contains(0);
                        }))
                .wrote("update resourcepoolstatusrequests/status x1");
    }

    @Test
    @EmbeddedOnly(HOURS)
    void what_was_answered_goes_after_an_hour(Scenario scenario) {
        var devices = new Devices("outdated", scenario.namespace());
        scenario.given(devices.slice())
                .awaitQuiet()
                .given(request(devices))
                .awaitQuiet()
                .then(request(devices))
                .status("poolCount", 1)
                .advance(Duration.ofMinutes(61))
                .awaitQuiet()
                .then(request(devices))
                .isGone();
    }

    @Test
    void a_pool_whose_slices_are_not_all_there_is_not_answered(Scenario scenario) {
        var devices = new Devices("unfinished", scenario.namespace());
        scenario.given(devices.slice()
                        .with(slice -> slice.withSpec(spec -> spec.pool(pool -> pool.resourceSliceCount(2)))))
                .awaitQuiet()
                .given(request(devices))
                .awaitQuiet()
                .then(request(devices))
                .satisfies(it -> assertThat(it.status()).isEmpty());

        scenario.when(
                        update(
                                devices.slice(),
                                slice -> slice.withSpec(spec -> spec.pool(pool -> pool.resourceSliceCount(1)))),
                        update(request(devices), it -> it.withMetadata(metadata -> metadata.putLabels("again", "yes"))))
                .awaitQuiet()
                .then(request(devices))
                .status("poolCount", 1);
    }

    @Test
    @EmbeddedOnly(HOURS)
    void one_that_cannot_be_answered_goes_after_a_day(Scenario scenario) {
        var devices = new Devices("forgotten", scenario.namespace());
        scenario.given(devices.slice()
                        .with(slice -> slice.withSpec(spec -> spec.pool(pool -> pool.resourceSliceCount(2)))))
                .awaitQuiet()
                .given(request(devices))
                .advance(Duration.ofHours(23))
                .then(request(devices))
                .exists()
                .advance(Duration.ofHours(2))
                .awaitQuiet()
                .then(request(devices))
                .isGone();
    }

    @Test
    void a_conflict_and_a_crash_cost_nothing(Scenario scenario) {
        var devices = new Devices("conflicted", scenario.namespace());
        scenario.given(devices.slice()).awaitQuiet();
        scenario.fault(conflictOnce(updateStatus(ResourcePoolStatusRequest.RESOURCE_POOL_STATUS_REQUESTS)));
        scenario.crashAfterWrite(1);

        scenario.given(request(devices)).awaitQuiet().then(request(devices)).status("poolCount", 1);
    }

    private static AnyObjectBuilder<ResourcePoolStatusRequest> request(Devices devices) {
        return object(ResourcePoolStatusRequest.builder()
                .metadata(it -> it.name(devices.pool()))
                .spec(spec -> spec.driver(devices.driver()).limit(100))
                .build());
    }
}
