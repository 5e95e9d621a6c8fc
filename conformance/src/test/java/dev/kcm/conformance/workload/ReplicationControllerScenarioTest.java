package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.scale;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.replicationController;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Locators.aPodOf;
import static dev.kcm.testing.scenario.Locators.orphanedPods;
import static dev.kcm.testing.scenario.Locators.podsOf;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "replicationcontroller-controller")
class ReplicationControllerScenarioTest {

    @Test
    void keeps_as_many_pods_as_asked_for(Scenario scenario) {
        scenario.given(replicationController("web").replicas(3))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .when(delete(aPodOf("web")))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(3)
                .when(scale(replicationController("web"), 1))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(1)
                .then(replicationController("web"))
                .status("replicas", 1)
                .status("availableReplicas", 1)
                .hasEvents("SuccessfulCreate", "SuccessfulDelete");
    }

    @Test
    void adopts_and_releases(Scenario scenario) {
        scenario.given(pod("lonely").like("web"))
                .awaitQuiet()
                .given(replicationController("web").replicas(2))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .when(label(pod("lonely"), "app", "debug"))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2)
                .then(orphanedPods())
                .count(1)
                .wrote("patch pods x1", "create pods x1", "update replicationcontrollers/status x1..4");
    }

    @Test
    void pods_count_as_available_after_their_time(Scenario scenario) {
        scenario.given(replicationController("web").replicas(1).minReady(Duration.ofSeconds(8)))
                .awaitQuiet()
                .then(replicationController("web"))
                .status("readyReplicas", 1)
                .status("availableReplicas", 0)
                .advance(Duration.ofSeconds(10))
                .then(replicationController("web"))
                .status("availableReplicas", 1);
    }

    @Test
    void says_that_quota_refuses(Scenario scenario) {
        scenario.fault(refuse(create(Pod.PODS)).with(forbidden("exceeded quota")))
                .given(replicationController("web").replicas(10))
                .awaitQuiet()
                .then(replicationController("web"))
                .condition("ReplicaFailure", "True", "FailedCreate")
                .heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(10)
                .then(replicationController("web"))
                .lacksCondition("ReplicaFailure");
    }
}
