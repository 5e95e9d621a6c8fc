package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.StorageObjects.CLAIM_PROTECTION;
import static dev.kcm.conformance.storage.StorageObjects.claim;
import static dev.kcm.conformance.storage.StorageObjects.claimNamed;
import static dev.kcm.conformance.storage.StorageObjects.unschedulablePod;
import static dev.kcm.conformance.storage.StorageObjects.withClaim;
import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Locators.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A claim that is deleted stays as long as a pod on a node refers to it. The pods run on a node of their own: nobody
/// provides volumes here, and a scheduler would wait for them.
@KubeScenario(controllers = "persistentvolumeclaim-protection-controller")
@Execution(ExecutionMode.SAME_THREAD)
class ClaimProtectionScenarioTest {
    private static final String HOST = "host-of-protected-claims";

    @Test
    void a_claim_that_nobody_uses_goes_at_once(Scenario scenario) {
        scenario.given(claim("data"))
                .awaitQuiet()
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isGone()
                .wrote("update persistentvolumeclaims x1");
    }

    @Test
    void a_claim_stays_until_its_last_pod_is_gone(Scenario scenario) {
        scenario.given(
                        node(HOST),
                        claim("data"),
                        user("one"),
                        user("two").stopsAfter(Duration.ofSeconds(8)),
                        pod("other").onNode(HOST))
                .awaitQuiet()
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isTerminating()
                .when(delete(pod("one")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isTerminating()
                .when(delete(pod("two")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isTerminating()
                .advance(Duration.ofSeconds(10))
                .then(claimNamed("data"))
                .isGone();
    }

    @Test
    void a_pod_that_has_ended_still_keeps_its_claim(Scenario scenario) {
        scenario.given(node(HOST), claim("data"), user("batch"))
                .awaitQuiet()
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .when(annotate(pod("batch"), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .then(pod("batch"))
                .status("phase", "Succeeded")
                .then(claimNamed("data"))
                .isTerminating()
                .when(delete(pod("batch")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isGone();
    }

    @Test
    void a_pod_without_a_node_keeps_nothing(Scenario scenario) {
        scenario.given(claim("data"), withClaim(unschedulablePod("waiting"), "data"))
                .awaitQuiet()
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isGone()
                .then(pod("waiting"))
                .status("phase", "Pending");
    }

    @Test
    void claims_that_are_deleted_together_are_each_judged_alone(Scenario scenario) {
        scenario.given(node(HOST), claim("data"), claim("first"), claim("second"), user("web"))
                .awaitQuiet()
                .when(delete(claimNamed("first")), delete(claimNamed("data")), delete(claimNamed("second")))
                .awaitQuiet()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(1)
                .then(claimNamed("data"))
                .isTerminating()
                .wrote("update persistentvolumeclaims x2");
    }

    @Test
    void a_finalizer_that_is_taken_away_comes_back(Scenario scenario) {
        scenario.given(claim("data").finalizer("example.com/keep"))
                .awaitQuiet()
                .when(patch(claimNamed("data"), "metadata: {finalizers: [example.com/keep]}"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .satisfies(claim ->
                        assertThat(claim.metadata().finalizers()).containsExactly("example.com/keep", CLAIM_PROTECTION))
                .wrote("update persistentvolumeclaims x1");
    }

    @Test
    void other_finalizers_stay(Scenario scenario) {
        scenario.given(claim("data").finalizer("example.com/keep"))
                .awaitQuiet()
                .when(delete(claimNamed("data")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .isTerminating()
                .satisfies(claim -> assertThat(claim.metadata().finalizers()).containsExactly("example.com/keep"));
    }

    @Test
    void a_conflict_a_lost_watch_and_a_crash_lose_nothing(Scenario scenario) {
        scenario.fault(conflictOnce(update(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)));
        scenario.given(node(HOST), claim("data"), claim("idle"), user("web")).awaitQuiet();
        scenario.crashAfterWrite(1)
                .when(delete(claimNamed("idle")), delete(claimNamed("data")))
                .awaitQuiet()
                .then(claimNamed("idle"))
                .isGone();
        scenario.fault(dropWatch(Pod.PODS)).restart();
        scenario.awaitQuiet().then(claimNamed("data")).isTerminating();
        scenario.when(delete(pod("web"))).awaitQuiet().then(claimNamed("data")).isGone();
    }

    @Test
    @EmbeddedOnly("servers keep the condition with the gate only")
    @KubeScenario(
            controllers = "persistentvolumeclaim-protection-controller",
            managerFlags = "--feature-gates=PersistentVolumeClaimUnusedSinceTime=true")
    void the_use_of_a_claim_is_written_on_it(Scenario scenario) {
        scenario.given(node(HOST), claim("data"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .condition("Unused", "True", "NoPodsUsingPVC")
                .given(user("web"))
                .awaitQuiet()
                .then(claimNamed("data"))
                .condition("Unused", "False", "PodUsingPVC")
                .when(delete(pod("web")))
                .awaitQuiet()
                .then(claimNamed("data"))
                .condition("Unused", "True", "NoPodsUsingPVC");
    }

    private static PodBuilder user(String name) {
        return withClaim(pod(name).onNode(HOST), "data");
    }
}
