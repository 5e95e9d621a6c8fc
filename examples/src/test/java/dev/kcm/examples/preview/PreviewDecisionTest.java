package dev.kcm.examples.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.examples.preview.PreviewReconciler.Snapshot;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PreviewDecisionTest {
    private static final Instant CREATED = Instant.parse("2026-03-01T08:00:00Z");
    private static final Duration USUAL = Duration.ofHours(24);

    private final PreviewReconciler reconciler = new PreviewReconciler(USUAL);

    @Test
    void a_new_preview_gets_a_deployment_of_its_own() {
        var plan = reconciler.decide(snapshot(preview("image", "shop:42", "replicas", "2")));

        assertThat(plan.why()).isEqualTo("it has no Deployment");
        var created =
                (Deployment) only(plan).as(Operation.Create.class).orElseThrow().object();
        assertThat(created.key()).hasToString("shop/pr-42");
        assertThat(created.spec().replicas()).contains(2);
        assertThat(created.metadata().ownerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.uid()).isEqualTo("uid-of-pr-42"));
    }

    @Test
    void it_wakes_when_the_time_is_over_and_not_before() {
        var preview = preview("image", "shop:42", "lifetime", "8h");

        var plan = reconciler.decide(snapshot(preview, deployed(preview), Duration.ofHours(3)));

        assertThat(plan).isEqualTo(Plan.nothing("as ordered").wakingIn(Duration.ofHours(5)));
    }

    @Test
    void a_preview_whose_time_is_over_goes() {
        var preview = preview("image", "shop:42", "lifetime", "8h");

        var plan = reconciler.decide(snapshot(preview, deployed(preview), Duration.ofHours(8)));

        assertThat(plan.steps().map(Step::describe))
                .containsExactly("record event PreviewEnded", "delete configmaps shop/pr-42");
    }

    @Test
    void a_preview_that_does_not_say_how_long_lives_for_the_usual_time() {
        var preview = preview("image", "shop:42");

        assertThat(reconciler
                        .decide(snapshot(preview, deployed(preview), Duration.ZERO))
                        .wakeIn())
                .contains(USUAL);
    }

    @Test
    void a_changed_order_changes_image_and_replicas_and_nothing_else() {
        var deployment = deployed(preview("image", "shop:42")).withMetadata(it -> it.putLabels("set-by", "people"));

        var plan = reconciler.decide(snapshot(preview("image", "shop:43", "replicas", "3"), deployment, Duration.ZERO));

        var updated =
                (Deployment) only(plan).as(Operation.Update.class).orElseThrow().object();
        assertThat(updated.spec().replicas()).contains(3);
        assertThat(updated.spec().template().spec().containers())
                .extracting(it -> it.image())
                .containsExactly("shop:43");
        assertThat(updated.labels()).containsEntry("set-by", "people");
    }

    @Test
    void a_wrong_order_changes_nothing_and_is_told_once() {
        var preview = preview("image", "shop:42", "lifetime", "soon");
        var told = "failed: data.lifetime: \"soon\" is no duration: write for example 30s, 5m0s";

        var first = reconciler.settle(snapshot(preview), Outcomes.NONE);
        var status = status(first);
        var again = reconciler.settle(snapshot(withStatus(preview, status)), Outcomes.NONE);

        assertThat(reconciler.decide(snapshot(preview)).isNothing()).isTrue();
        assertThat(first.steps().map(Step::describe))
                .containsExactly("record event InvalidPreview", "patch configmaps shop/pr-42");
        assertThat(status).startsWith(told);
        assertThat(again.isNothing()).isTrue();
    }

    @Test
    void somebody_elses_deployment_of_that_name_is_left_alone() {
        var preview = preview("image", "shop:42");
        var strange = deployed(preview).withMetadata(it -> it.ownerReferences(List.of()));
        var snapshot = snapshot(preview, strange, Duration.ZERO);

        assertThat(reconciler.decide(snapshot).isNothing()).isTrue();
        assertThat(status(reconciler.settle(snapshot, Outcomes.NONE))).contains("has another owner");
    }

    @Test
    void a_refusal_is_told_but_a_race_is_not() {
        var snapshot = snapshot(preview("image", "shop:42"));

        assertThat(status(reconciler.settle(snapshot, refusing(snapshot, 403, "Forbidden"))))
                .isEqualTo("failed: no");
        assertThat(status(reconciler.settle(snapshot, refusing(snapshot, 409, "AlreadyExists"))))
                .startsWith("0 of 1 ready");
    }

    @Test
    void a_preview_that_lost_its_label_loses_its_deployment() {
        var preview = preview("image", "shop:42");
        var unlabelled = preview.withMetadata(it -> it.labels(Map.of()));

        var plan = reconciler.decide(snapshot(unlabelled, deployed(preview), Duration.ZERO));

        assertThat(only(plan).describe()).isEqualTo("delete deployments shop/pr-42");
        assertThat(reconciler.settle(snapshot(unlabelled), Outcomes.NONE).isNothing())
                .isTrue();
    }

    private static Snapshot snapshot(ConfigMap preview) {
        return new Snapshot(preview, Optional.empty(), CREATED);
    }

    private static Snapshot snapshot(ConfigMap preview, Deployment deployment, Duration age) {
        return new Snapshot(preview, Optional.of(deployment), CREATED.plus(age));
    }

    private static ConfigMap preview(String... data) {
        var preview = ConfigMap.builder()
                .metadata(it -> it.namespace("shop")
                        .name("pr-42")
                        .uid("uid-of-pr-42")
                        .creationTimestamp(CREATED)
                        .putLabels(Labels.PREVIEW, "true"));
        for (int i = 0; i < data.length; i += 2) {
            preview.putData(data[i], data[i + 1]);
        }
        return preview.build();
    }

    private static ConfigMap withStatus(ConfigMap preview, String status) {
        return preview.withMetadata(it -> it.putAnnotations(Annotations.STATUS, status));
    }

    private static Deployment deployed(ConfigMap preview) {
        var reading = (Order.Reading.Valid) Order.read(preview.data());
        return PreviewDeployment.create(preview, reading.order());
    }

    private Outcomes refusing(Snapshot snapshot, int code, String reason) {
        var failure = ApiFailure.of(
                Status.builder().code(code).reason(reason).message("no").build());
        return new Outcomes(List.of(new Outcome.Refused(only(reconciler.decide(snapshot)), failure)));
    }

    private static Step only(Plan plan) {
        var steps = plan.steps().toList();
        assertThat(steps).hasSize(1);
        return steps.getFirst();
    }

    private static String status(Plan plan) {
        var patch = Planned.in(plan).patches().getLast().patch();
        return ((JsonObject) Json.parse(patch.toByteArray()))
                .textAt("metadata", "annotations", Annotations.STATUS)
                .orElseThrow();
    }
}
