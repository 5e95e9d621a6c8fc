package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.StorageObjects.claim;
import static dev.kcm.conformance.storage.StorageObjects.claimNamed;
import static dev.kcm.conformance.storage.StorageObjects.unschedulablePod;
import static dev.kcm.conformance.storage.StorageObjects.withEphemeral;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Locators.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Volumes that come and go with their pods. The pods run on a node of their own, or nowhere: nobody provides volumes
/// here, and a scheduler would wait for them.
@KubeScenario(
        controllers = {
            "ephemeral-volume-controller",
            "persistentvolumeclaim-protection-controller",
            "garbage-collector-controller"
        })
@Execution(ExecutionMode.SAME_THREAD)
class EphemeralVolumeScenarioTest {
    private static final String HOST = "host-of-ephemeral-volumes";

    @Test
    void each_ephemeral_volume_has_a_claim_of_the_pods(Scenario scenario) {
        scenario.given(withEphemeral(withEphemeral(unschedulablePod("web"), "cache"), "logs"), pod("other"))
                .awaitQuiet()
                .then(claims())
                .count(2)
                .allHave("metadata.ownerReferences[0].kind", "Pod")
                .allHave("metadata.ownerReferences[0].name", "web")
                .allHave("metadata.ownerReferences[0].controller", true)
                .allHave("metadata.ownerReferences[0].blockOwnerDeletion", true)
                .allHave("metadata.labels.tier", "fast")
                .allHave("metadata.annotations.note", "scratch")
                .then(claimNamed("web-cache"))
                .has("spec.resources.requests.storage", "1Gi")
                .then(claimNamed("web-logs"))
                .exists();
    }

    @Test
    void the_claims_go_with_the_pod(Scenario scenario) {
        scenario.given(node(HOST), withEphemeral(pod("web").onNode(HOST).stopsAfter(Duration.ofSeconds(8)), "cache"))
                .awaitQuiet()
                .then(claimNamed("web-cache"))
                .exists()
                .when(delete(pod("web")))
                .awaitQuiet()
                .then(claims())
                .count(1)
                .advance(Duration.ofSeconds(10))
                .then(claims())
                .none();
    }

    @Test
    void a_claim_that_is_deleted_is_made_anew(Scenario scenario) {
        scenario.given(withEphemeral(unschedulablePod("web"), "cache")).awaitQuiet();

        scenario.when(delete(claimNamed("web-cache")))
                .awaitQuiet()
                .then(claimNamed("web-cache"))
                .has("metadata.ownerReferences[0].name", "web")
                .satisfies(claim -> assertThat(claim.isDeleting()).isFalse());
    }

    @Test
    void a_foreign_claim_blocks_the_pod_until_it_is_gone(Scenario scenario) {
        scenario.given(node(HOST), claim("web-cache"))
                .given(withEphemeral(withEphemeral(pod("web").onNode(HOST), "cache"), "logs"))
                .awaitQuiet()
                .then(pod("web"))
                .hasEvents("FailedBinding")
                .then(claims())
                .count(1)
                .then(claimNamed("web-cache"))
                .satisfies(
                        claim -> assertThat(claim.metadata().ownerReferences()).isEmpty());

        scenario.when(delete(claimNamed("web-cache")))
                .awaitQuiet()
                .then(claims())
                .count(2)
                .allHave("metadata.ownerReferences[0].name", "web");
    }

    @Test
    void two_pods_can_want_the_same_name_and_one_gets_it(Scenario scenario) {
        scenario.given(node(HOST), withEphemeral(pod("a").onNode(HOST), "b-c")).awaitQuiet();

        scenario.given(withEphemeral(pod("a-b").onNode(HOST), "c"))
                .awaitQuiet()
                .then(claimNamed("a-b-c"))
                .has("metadata.ownerReferences[0].name", "a")
                .then(pod("a-b"))
                .hasEvents("FailedBinding")
                .then(pod("a"))
                .hasNoEvents("FailedBinding");
    }

    @Test
    void a_pod_that_is_deleted_gets_no_claim(Scenario scenario) {
        scenario.fault(refuse(create(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .with(forbidden("exceeded quota: claims")));
        scenario.given(node(HOST), withEphemeral(pod("web").onNode(HOST).stopsAfter(Duration.ofMinutes(5)), "cache"))
                .awaitQuiet()
                .then(pod("web"))
                .hasEvents("FailedBinding")
                .when(delete(pod("web")))
                .awaitQuiet();

        scenario.heal()
                .advance(Duration.ofSeconds(10))
                .then(pod("web"))
                .isTerminating()
                .then(claims())
                .none();
    }

    @Test
    void a_refused_claim_and_a_crash_lose_none(Scenario scenario) {
        scenario.fault(refuse(create(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .with(forbidden("not now"))
                .times(1));
        scenario.crashAfterWrite(1)
                .given(withEphemeral(withEphemeral(unschedulablePod("web"), "cache"), "logs"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(claims())
                .count(2)
                .allHave("metadata.ownerReferences[0].name", "web");
    }

    private static ObjectGroup<PersistentVolumeClaim> claims() {
        return all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
    }
}
