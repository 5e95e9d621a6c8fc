package dev.kcm.conformance.node;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Claims come from templates and go back with their pods. Devices are offered by a slice for all nodes, each
/// scenario's by a driver of its own; which one a pod gets is the scheduler's choice.
@KubeScenario(controllers = "resourceclaim-controller")
@Execution(ExecutionMode.SAME_THREAD)
class ResourceClaimScenarioTest {

    @Test
    void a_claim_is_made_from_a_template_and_reserved_with_the_pod(Scenario scenario) {
        scenario.given(deviceClass("made"), slice("made"), template("made"), podWithTemplate("web"))
                .awaitQuiet()
                .then(pod("web"))
                .status("phase", "Running")
                .then(claims())
                .count(1)
                .each(claim -> {
                    assertThat(claim.metadata().generateName()).isEqualTo("web-gpu-");
                    assertThat(claim.labels()).containsEntry("team", "a");
                    assertThat(claim.annotations()).containsEntry("resource.kubernetes.io/pod-claim-name", "gpu");
                    assertThat(claim.status().allocation()).isPresent();
                    assertThat(claim.status().reservedFor())
                            .extracting(it -> it.name())
                            .containsExactly("web");
                })
                .wrote("create resourceclaims x1", "patch pods/status x1");
    }

    @Test
    void a_pod_that_ends_gives_its_claim_back(Scenario scenario) {
        scenario.given(
                        deviceClass("ended"),
                        slice("ended"),
                        template("ended"),
                        podWithTemplate("batch").phase("Succeeded"))
                .awaitQuiet()
                .then(pod("batch"))
                .status("phase", "Succeeded")
                .then(claims())
                .none();
    }

    @Test
    void a_missing_template_is_told_of_and_waited_for(Scenario scenario) {
        scenario.given(podWithTemplate("early"))
                .awaitQuiet()
                .then(pod("early"))
                .hasEvents("FailedResourceClaimCreation")
                .then(claims())
                .none();

        scenario.given(deviceClass("late"), slice("late"), template("late"))
                .awaitQuiet()
                .then(pod("early"))
                .status("phase", "Running")
                .then(claims())
                .count(1);
    }

    @Test
    void a_lost_claim_is_made_anew_for_a_pod_that_waits(Scenario scenario) {
        scenario.given(template("lost"), podWithTemplate("waiting")).awaitQuiet();

        scenario.when(delete(anyOf(claims())))
                .awaitQuiet()
                .then(claims())
                .count(1)
                .satisfy(all -> assertThat(all)
                        .extracting(ResourceClaim::name)
                        .containsExactly(recordedFor(scenario, "waiting")))
                .wrote("create resourceclaims x1", "patch pods/status x1");
    }

    @Test
    void several_claims_of_one_pod_are_all_named_in_its_status(Scenario scenario) {
        scenario.given(
                        template("several"),
                        podWithTemplate("both")
                                .with(pod -> pod.withSpec(spec -> spec.addResourceClaims(
                                        it -> it.name("disk").resourceClaimTemplateName("one")))))
                .awaitQuiet()
                .then(claims())
                .count(2)
                .then(pod("both"))
                .satisfies(pod -> assertThat(pod.status().resourceClaimStatuses())
                        .extracting(it -> it.name())
                        .containsExactlyInAnyOrder("gpu", "disk"));

        scenario.when(delete(anyOf(claims().that(
                                "are for gpu",
                                claim -> claim.metadata().generateName().equals("both-gpu-")))))
                .awaitQuiet()
                .then(pod("both"))
                .satisfies(pod -> assertThat(pod.status().resourceClaimStatuses())
                        .extracting(it -> it.name())
                        .containsExactlyInAnyOrder("gpu", "disk"))
                .then(claims())
                .count(2);
    }

    @Test
    void a_shared_claim_is_deallocated_with_its_last_pod(Scenario scenario) {
        scenario.given(
                        deviceClass("shared"),
                        slice("shared"),
                        claim("shared"),
                        podWithClaim("first", "shared"),
                        podWithClaim("second", "shared"))
                .awaitQuiet()
                .then(claim("shared"))
                .satisfies(claim -> assertThat(claim.status().reservedFor()).hasSize(2));

        scenario.when(delete(pod("first")))
                .awaitQuiet()
                .then(claim("shared"))
                .satisfies(claim -> {
                    assertThat(claim.status().reservedFor())
                            .extracting(it -> it.name())
                            .containsExactly("second");
                    assertThat(claim.status().allocation()).isPresent();
                })
                .wrote("update resourceclaims/status x1");

        scenario.when(delete(pod("second")))
                .awaitQuiet()
                .then(claim("shared"))
                .satisfies(claim -> {
                    assertThat(claim.status().reservedFor()).isEmpty();
                    assertThat(claim.status().allocation()).isEmpty();
                    assertThat(claim.metadata().finalizers()).isEmpty();
                })
                .wrote("update resourceclaims/status x1", "update resourceclaims x1");
    }

    @Test
    void a_deleted_claim_goes_when_its_last_pod_has_gone(Scenario scenario) {
        scenario.given(deviceClass("deleted"), slice("deleted"), claim("deleted"), podWithClaim("user", "deleted"))
                .awaitQuiet()
                .when(delete(claim("deleted")))
                .awaitQuiet()
                .then(claim("deleted"))
                .isTerminating();

        scenario.when(delete(pod("user"))).awaitQuiet().then(claim("deleted")).isGone();
    }

    @Test
    void a_conflict_delays_nothing(Scenario scenario) {
        scenario.given(deviceClass("conflict"), slice("conflict"), claim("conflict"), podWithClaim("user", "conflict"))
                .awaitQuiet()
                .fault(conflictOnce(updateStatus(ResourceClaim.RESOURCE_CLAIMS)))
                .when(delete(pod("user")))
                .awaitQuiet()
                .then(claim("conflict"))
                .satisfies(claim -> assertThat(claim.status().allocation()).isEmpty());
    }

    @Test
    void a_claim_that_may_not_be_made_is_told_of_and_tried_again(Scenario scenario) {
        scenario.fault(refuse(create(ResourceClaim.RESOURCE_CLAIMS)).with(forbidden("exceeded quota")));
        scenario.given(template("refused"), podWithTemplate("poor"))
                .awaitQuiet()
                .then(pod("poor"))
                .hasEvents("FailedResourceClaimCreation")
                .then(claims())
                .none();

        scenario.heal();
        scenario.advance(Duration.ofSeconds(60)).awaitQuiet().then(claims()).count(1);
    }

    @Test
    void a_crash_between_claim_and_status_makes_no_second_claim(Scenario scenario) {
        scenario.crashAfterWrite(1);
        scenario.given(template("crash"), podWithTemplate("web"))
                .awaitQuiet()
                .then(claims())
                .count(1)
                .satisfy(all ->
                        assertThat(all).extracting(ResourceClaim::name).containsExactly(recordedFor(scenario, "web")));
    }

    @Test
    void a_crash_between_deallocation_and_finalizer_leaves_nothing_behind(Scenario scenario) {
        scenario.given(deviceClass("halfway"), slice("halfway"), claim("halfway"), podWithClaim("user", "halfway"))
                .awaitQuiet();

        scenario.crashAfterWrite(1);
        scenario.when(delete(pod("user")))
                .awaitQuiet()
                .when(delete(claim("halfway")))
                .awaitQuiet()
                .then(claim("halfway"))
                .isGone();
    }

    @Test
    void pods_that_went_while_nobody_was_there_are_found_at_the_start(Scenario scenario) {
        scenario.given(deviceClass("missed"), slice("missed"), claim("missed"), podWithClaim("user", "missed"))
                .awaitQuiet()
                .fault(refuse(updateStatus(ResourceClaim.RESOURCE_CLAIMS)).with(forbidden("not now")))
                .when(delete(pod("user")))
                .awaitQuiet();

        scenario.heal();
        scenario.restart();
        scenario.awaitQuiet()
                .then(claim("missed"))
                .satisfies(claim -> assertThat(claim.status().reservedFor()).isEmpty());
    }

    @Test
    @EmbeddedOnly("it has to name a node")
    void an_allocated_claim_is_reserved_for_a_pod_that_nobody_schedules(Scenario scenario) {
        scenario.given(deviceClass("bound"), slice("bound"), claim("bound"), podWithClaim("first", "bound"))
                .awaitQuiet();

        scenario.given(podWithClaim("second", "bound").onNode("node-1"))
                .awaitQuiet()
                .then(claim("bound"))
                .satisfies(claim -> assertThat(claim.status().reservedFor())
                        .extracting(it -> it.name())
                        .containsExactly("first", "second"))
                .wrote("update resourceclaims/status x1");
    }

    private static String recordedFor(Scenario scenario, String name) {
        return scenario.find(pod(name))
                .orElseThrow()
                .status()
                .resourceClaimStatuses()
                .getFirst()
                .resourceClaimName()
                .orElseThrow();
    }

    private static ObjectGroup<ResourceClaim> claims() {
        return all(ResourceClaim.RESOURCE_CLAIMS);
    }

    private static String unique(String name) {
        return "kcm-claims-" + name;
    }

    private static AnyObjectBuilder<DeviceClass> deviceClass(String name) {
        return object(DeviceClass.builder()
                .metadata(it -> it.name(unique(name)))
                .spec(spec -> spec.addSelectors(
                        it -> it.cel(cel -> cel.expression("device.driver == \"%s\"".formatted(driver(name))))))
                .build());
    }

    private static AnyObjectBuilder<ResourceSlice> slice(String name) {
        return object(ResourceSlice.builder()
                .metadata(it -> it.name(unique(name)))
                .spec(spec -> spec.driver(driver(name))
                        .allNodes(true)
                        .pool(pool -> pool.name(unique(name)).generation(1).resourceSliceCount(1))
                        .addDevices(device -> device.name("gpu-0")))
                .build());
    }

    private static String driver(String name) {
        return unique(name) + ".example.com";
    }

    private static AnyObjectBuilder<ResourceClaimTemplate> template(String name) {
        return object(ResourceClaimTemplate.builder()
                .metadata(it -> it.name("one"))
                .spec(spec -> spec.metadata(it -> it.putLabels("team", "a"))
                        .spec(claim -> claim.devices(devices -> devices.addRequests(request ->
                                request.name("gpu").exactly(exactly -> exactly.deviceClassName(unique(name)))))))
                .build());
    }

    private static AnyObjectBuilder<ResourceClaim> claim(String name) {
        return object(ResourceClaim.builder()
                .metadata(it -> it.name(name))
                .spec(claim -> claim.devices(devices -> devices.addRequests(
                        request -> request.name("gpu").exactly(exactly -> exactly.deviceClassName(unique(name))))))
                .build());
    }

    private static PodBuilder podWithTemplate(String name) {
        return pod(name)
                .with(pod -> pod.withSpec(
                        spec -> spec.addResourceClaims(it -> it.name("gpu").resourceClaimTemplateName("one"))));
    }

    private static PodBuilder podWithClaim(String name, String claim) {
        return pod(name)
                .with(pod -> pod.withSpec(
                        spec -> spec.addResourceClaims(it -> it.name("gpu").resourceClaimName(claim))));
    }
}
