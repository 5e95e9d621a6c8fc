package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.scheduling.v1alpha2.PodGroup;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A PodGroup that is deleted stays as long as its pods may run.
@KubeScenario(controllers = "podgroup-protection-controller", managerFlags = "--feature-gates=GenericWorkload=true")
@NotOverTheWire("the embedded server offers no alpha versions over HTTPS")
class PodGroupProtectionScenarioTest {
    private static final String PROTECTION = "scheduling.k8s.io/podgroup-protection";

    @Test
    void a_group_without_pods_goes_at_once(Scenario scenario) {
        scenario.given(group("train"))
                .awaitQuiet()
                .when(delete(group("train")))
                .awaitQuiet()
                .then(group("train"))
                .isGone()
                .wrote("update podgroups x1");
    }

    @Test
    void a_group_goes_with_its_last_pod_that_may_run(Scenario scenario) {
        scenario.given(group("train"), member("one"), member("two").stopsAfter(Duration.ofSeconds(8)), pod("other"))
                .awaitQuiet()
                .when(delete(group("train")))
                .awaitQuiet()
                .then(group("train"))
                .isTerminating()
                .when(annotate(pod("one"), "kcm.dev/phase", "Succeeded"))
                .awaitQuiet()
                .then(group("train"))
                .isTerminating()
                .when(delete(pod("two")))
                .awaitQuiet()
                .then(group("train"))
                .isTerminating()
                .advance(Duration.ofSeconds(10))
                .then(group("train"))
                .isGone();
    }

    @Test
    void other_finalizers_stay(Scenario scenario) {
        scenario.given(group("train").finalizer("example.com/keep"))
                .awaitQuiet()
                .when(delete(group("train")))
                .awaitQuiet()
                .then(group("train"))
                .isTerminating()
                .has("metadata.finalizers[0]", "example.com/keep")
                .satisfies(it -> assertThat(it.metadata().finalizers()).hasSize(1));
    }

    @Test
    void a_group_that_nobody_deletes_is_left_alone(Scenario scenario) {
        scenario.given(group("train"), member("one"))
                .awaitQuiet()
                .when(delete(pod("one")))
                .awaitQuiet()
                .then(group("train"))
                .has("metadata.finalizers[0]", PROTECTION)
                .wrote();
    }

    @Test
    void a_conflict_and_a_crash_lose_nothing(Scenario scenario) {
        scenario.fault(conflictOnce(update(PodGroup.POD_GROUPS)));
        scenario.given(group("train"), member("one")).awaitQuiet();
        scenario.when(delete(group("train"))).awaitQuiet();
        scenario.restart();
        scenario.awaitQuiet().then(group("train")).isTerminating();
        scenario.when(delete(pod("one"))).awaitQuiet().then(group("train")).isGone();
    }

    private static AnyObjectBuilder<PodGroup> group(String name) {
        return object(PodGroup.builder()
                        .metadata(metadata -> metadata.name(name))
                        .spec(spec -> spec.schedulingPolicy(policy -> policy.basic(basic -> {})))
                        .build())
                .finalizer(PROTECTION);
    }

    private static PodBuilder member(String name) {
        return pod(name).with(it -> it.withSpec(spec -> spec.schedulingGroup(group -> group.podGroupName("train"))));
    }
}
