package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Builders.node;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.statefulSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.scenario.StatefulSetBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The claims of a set's pods. The pods are put on a node of their own, since nobody provides volumes here and a
/// scheduler would wait for them.
@KubeScenario(controllers = {"statefulset-controller", "garbage-collector-controller"})
@Execution(ExecutionMode.SAME_THREAD)
class StatefulSetClaimsScenarioTest {
    private static final String HOST = "host-of-stateful-pods";

    @Test
    void each_pod_has_its_claims(Scenario scenario) {
        scenario.given(host(), store().claim("logs").replicas(2))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(4)
                .allHave("metadata.labels.app", "db")
                .then(pod("db-1"))
                .has("spec.volumes[0].name", "data")
                .has("spec.volumes[0].persistentVolumeClaim.claimName", "data-db-1")
                .has("spec.volumes[1].persistentVolumeClaim.claimName", "logs-db-1")
                .then(statefulSet("db"))
                .hasEvents("SuccessfulCreate");
    }

    @Test
    void claims_stay_when_pods_go(Scenario scenario) {
        scenario.given(host(), store().replicas(2))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 0))
                .awaitQuiet()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(2)
                .each(claim -> assertThat(claim.metadata().ownerReferences()).isEmpty())
                .when(scale(statefulSet("db"), 2))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .wrote("create pods x2", "update statefulsets/status");
    }

    @Test
    void a_claim_that_is_there_is_used(Scenario scenario) {
        scenario.given(host(), claim("data-db-0"))
                .given(store().replicas(1))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(1)
                .then(named("data-db-0"))
                .has("spec.resources.requests.storage", "7Gi")
                .wrote("create controllerrevisions x1", "create pods x1", "update statefulsets/status");
    }

    @Test
    void claims_that_go_with_the_set_are_its_own(Scenario scenario) {
        scenario.given(host(), store().replicas(2).retention("Delete", "Retain"))
                .awaitQuiet()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(2)
                .allHave("metadata.ownerReferences[0].kind", "StatefulSet")
                .allHave("metadata.ownerReferences[0].controller", true)
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(named("data-db-1"))
                .has("metadata.ownerReferences[0].kind", "StatefulSet");
    }

    @Test
    void a_changed_policy_changes_the_owners(Scenario scenario) {
        scenario.given(host(), store().replicas(2))
                .awaitQuiet()
                .when(retain("Delete", "Delete"))
                .awaitQuiet()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .allHave("metadata.ownerReferences[0].kind", "StatefulSet")
                .then(statefulSet("db"))
                .hasEvents("SuccessfulCreate", "SuccessfulUpdate")
                .when(retain("Retain", "Delete"))
                .awaitQuiet()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .each(claim -> assertThat(claim.metadata().ownerReferences()).isEmpty());
    }

    @Test
    void claims_of_another_controller_are_left_to_it(Scenario scenario) {
        scenario.given(host(), config("keeper"), store().replicas(1)).awaitQuiet();
        var keeper = scenario.list(ConfigMap.CONFIG_MAPS).stream()
                .filter(it -> it.name().equals("keeper"))
                .findFirst()
                .orElseThrow();

        scenario.when(patch(named("data-db-0"), """
            {"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap",
             "name":"keeper","uid":"%s","controller":true}]}}
            """.formatted(keeper.uid())), retain("Delete", "Delete"))
                .awaitQuiet()
                .then(named("data-db-0"))
                .satisfies(claim -> assertThat(claim.metadata().ownerReferences())
                        .extracting(OwnerReference::kind)
                        .containsExactly("ConfigMap"));
    }

    @Test
    void claims_go_with_pods_that_are_scaled_away(Scenario scenario) {
        scenario.given(host(), store().replicas(3).retention("Retain", "Delete"))
                .awaitQuiet()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(3)
                .when(unprotect("data-db-1"), unprotect("data-db-2"))
                .awaitQuiet()
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1)
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(1)
                .when(scale(statefulSet("db"), 2))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(2);
    }

    @Test
    void claims_go_with_the_set(Scenario scenario) {
        scenario.given(host(), store().replicas(2).retention("Delete", "Delete"))
                .awaitQuiet()
                .when(unprotect("data-db-0"), unprotect("data-db-1"))
                .awaitQuiet()
                .when(delete(statefulSet("db")))
                .awaitQuiet()
                .then(podsOf("db"))
                .none()
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .none();
    }

    @Test
    @EmbeddedOnly("upstream does not watch claims, so its set would wait on")
    void a_pod_waits_until_the_claim_of_its_predecessor_is_gone(Scenario scenario) {
        scenario.given(host(), store().replicas(2).retention("Retain", "Delete"))
                .awaitQuiet()
                .when(patch(named("data-db-1"), "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}"))
                .when(scale(statefulSet("db"), 1))
                .awaitQuiet()
                .then(named("data-db-1"))
                .isTerminating()
                .when(scale(statefulSet("db"), 2))
                .awaitQuiet()
                .then(podsOf("db"))
                .count(1)
                .when(patch(named("data-db-1"), "{\"metadata\":{\"finalizers\":null}}"))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2);
    }

    @Test
    @EmbeddedOnly("upstream does not watch claims, so its set would wait on")
    void a_pod_is_not_made_for_a_claim_that_is_going(Scenario scenario) {
        scenario.given(host(), claim("data-db-0").finalizer("example.com/hold"))
                .when(delete(named("data-db-0")))
                .awaitQuiet()
                .given(store().replicas(1))
                .awaitQuiet()
                .then(podsOf("db"))
                .none()
                .then(statefulSet("db"))
                .hasEvents("FailedCreate")
                .when(patch(named("data-db-0"), "{\"metadata\":{\"finalizers\":null}}"))
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(1);
    }

    @Test
    void a_lost_claim_of_a_pending_pod_is_made_again(Scenario scenario) {
        scenario.given(host(), store().replicas(1).podsStartAfter(Duration.ofSeconds(30)))
                .awaitQuiet()
                .when(delete(named("data-db-0")))
                .awaitQuiet()
                .then(named("data-db-0"))
                .exists();
    }

    // ---- when things go wrong

    @Test
    void pods_whose_claims_may_be_made_start(Scenario scenario) {
        scenario.fault(refuse(create(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                        .with(forbidden("exceeded quota"))
                        .after(2))
                .given(host(), store().replicas(4).parallel())
                .awaitQuiet()
                .then(readyPodsOf("db"))
                .count(2)
                .then(statefulSet("db"))
                .hasEvents("SuccessfulCreate", "FailedCreate");
        scenario.heal().advance(Duration.ofMinutes(1)).then(readyPodsOf("db")).count(4);
    }

    @Test
    void survives_conflicts_and_a_crash_when_owners_change(Scenario scenario) {
        scenario.given(host(), store().replicas(3)).awaitQuiet();

        scenario.fault(conflictOnce(update(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)))
                .crashAfterWrite(2)
                .when(retain("Delete", "Retain"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(all(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .count(3)
                .allHave("metadata.ownerReferences[0].kind", "StatefulSet");
    }

    private static StatefulSetBuilder store() {
        return statefulSet("db").claim("data").pods(it -> it.nodeName(HOST));
    }

    private static AnyObjectBuilder<Node> host() {
        return node(HOST);
    }

    private static AnyObjectBuilder<ConfigMap> config(String name) {
        return object(ConfigMap.builder().metadata(it -> it.name(name)).build());
    }

    private static AnyObjectBuilder<PersistentVolumeClaim> claim(String name) {
        return object(PersistentVolumeClaim.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.addAccessModes("ReadWriteOnce")
                        .resources(resources -> resources.putRequests("storage", Quantity.parse("7Gi"))))
                .build());
    }

    private static ObjectLocator<PersistentVolumeClaim> named(String name) {
        return ObjectLocator.named(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, name);
    }

    /// Takes off what protects a claim while it is used: whoever would take it off does not run here.
    private static Action unprotect(String claim) {
        return patch(named(claim), "{\"metadata\":{\"finalizers\":null}}");
    }

    private static Action retain(String whenDeleted, String whenScaled) {
        return patch(
                statefulSet("db"),
                "{\"spec\":{\"persistentVolumeClaimRetentionPolicy\":{\"whenDeleted\":\"%s\",\"whenScaled\":\"%s\"}}}"
                        .formatted(whenDeleted, whenScaled));
    }
}
