package dev.kcm.examples.preview;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.deployment;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Locators.readyPodsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.OwnController;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = {"deployment-controller", "replicaset-controller", "garbage-collector-controller"})
class PreviewScenarioTest {
    @OwnController
    static final ControllerSpec PREVIEWS = PreviewReconciler.SPEC;

    @Test
    void runs_what_a_preview_asks_for(Scenario scenario) {
        scenario.given(preview("image", "shop:42", "replicas", "2"))
                .awaitQuiet()
                .then(readyPodsOf("pr-42"))
                .count(2)
                .then(preview())
                .satisfies(says("2 of 2 ready, until "))
                .hasEvents("PreviewCreated");
    }

    @Test
    void follows_a_changed_order(Scenario scenario) {
        scenario.given(preview("image", "shop:42")).awaitQuiet();

        scenario.when(patch(preview(), "{data: {image: 'shop:43', replicas: '3'}}"))
                .awaitQuiet()
                .then(deployment("pr-42"))
                .has("spec.template.spec.containers[0].image", "shop:43")
                .status("readyReplicas", 3);
    }

    @Test
    @EmbeddedOnly("ten minutes pass")
    void ends_a_preview_when_its_time_is_over(Scenario scenario) {
        scenario.given(preview("image", "shop:42", "lifetime", "10m")).awaitQuiet();

        scenario.advance(Duration.ofMinutes(9)).then(deployment("pr-42")).status("readyReplicas", 1);
        scenario.advance(Duration.ofMinutes(1))
                .awaitQuiet()
                .then(preview())
                .isGone()
                .then(deployment("pr-42"))
                .isGone();
    }

    @Test
    void a_wrong_order_leaves_what_runs_as_it_is(Scenario scenario) {
        scenario.given(preview("image", "shop:42", "replicas", "2")).awaitQuiet();

        scenario.when(patch(preview(), "{data: {replicas: many}}"))
                .awaitQuiet()
                .then(deployment("pr-42"))
                .has("spec.replicas", 2)
                .then(preview())
                .satisfies(says("failed: data.replicas is \"many\""))
                .hasEvents("InvalidPreview");
    }

    @Test
    void replaces_a_deployment_that_was_deleted(Scenario scenario) {
        scenario.given(preview("image", "shop:42")).awaitQuiet();

        scenario.when(delete(deployment("pr-42"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(deployment("pr-42"))
                .status("readyReplicas", 1);
    }

    @Test
    void takes_the_deployment_down_with_the_label(Scenario scenario) {
        scenario.given(preview("image", "shop:42")).awaitQuiet();

        scenario.when(unlabel(preview(), Labels.PREVIEW))
                .awaitQuiet()
                .then(deployment("pr-42"))
                .isGone()
                .then(preview())
                .lacksLabel(Labels.PREVIEW);
    }

    @Test
    void waits_for_a_name_that_is_taken(Scenario scenario) {
        scenario.given(deployment("pr-42").replicas(1)).awaitQuiet();

        scenario.given(preview("image", "shop:42"))
                .awaitQuiet()
                .then(preview())
                .satisfies(says("failed: deployment pr-42 has another owner"));
        scenario.when(delete(deployment("pr-42"))).awaitQuiet().then(preview()).satisfies(says("1 of 1 ready"));
    }

    @Test
    void says_that_a_quota_is_full_and_goes_on_when_it_is_not(Scenario scenario) {
        scenario.fault(refuse(create(Deployment.DEPLOYMENTS)).with(forbidden("exceeded quota")));
        scenario.given(preview("image", "shop:42"))
                .awaitQuiet()
                .then(preview())
                .satisfies(says("failed: exceeded quota"))
                .hasEvents("PreviewFailed");

        scenario.heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(preview())
                .satisfies(says("1 of 1 ready"));
    }

    @Test
    void neither_a_conflict_nor_a_lost_watch_is_anybodys_business(Scenario scenario) {
        scenario.given(preview("image", "shop:42")).awaitQuiet();

        scenario.fault(conflictOnce(update(Deployment.DEPLOYMENTS)));
        scenario.fault(dropWatch(ConfigMap.CONFIG_MAPS));
        scenario.when(patch(preview(), "{data: {replicas: '2'}}"))
                .awaitQuiet()
                .then(preview())
                .satisfies(says("2 of 2 ready"))
                .hasNoEvents("PreviewFailed");
    }

    @Test
    void a_crash_after_the_deployment_was_created_costs_nothing(Scenario scenario) {
        scenario.crashAfterWrite(1);
        scenario.given(preview("image", "shop:42"))
                .awaitQuiet()
                .then(readyPodsOf("pr-42"))
                .count(1)
                .then(preview())
                .satisfies(says("1 of 1 ready"));
    }

    private static AnyObjectBuilder<ConfigMap> preview(String... data) {
        var preview = ConfigMap.builder().metadata(it -> it.name("pr-42").putLabels(Labels.PREVIEW, "true"));
        for (int i = 0; i < data.length; i += 2) {
            preview.putData(data[i], data[i + 1]);
        }
        return object(preview.build());
    }

    private static Consumer<ConfigMap> says(String status) {
        return preview -> assertThat(preview.annotations())
                .hasEntrySatisfying(
                        Annotations.STATUS, found -> assertThat(found).startsWith(status));
    }
}
