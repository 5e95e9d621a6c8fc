package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyServiceAccountTokenCleanerController.Candidate;
import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyServiceAccountTokenCleanerController.Snapshot;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LegacyServiceAccountTokenCleanerDecisionTest {
    private static final Instant NOW = Instant.parse("2026-06-30T12:00:00Z");
    private static final String USED = "kubernetes.io/legacy-token-last-used";
    private static final String INVALID = "kubernetes.io/legacy-token-invalid-since";

    private final LegacyServiceAccountTokenCleanerController cleaner =
            new LegacyServiceAccountTokenCleanerController(Duration.ofDays(30), new LiveReads() {
                @Override
                public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
                    return Optional.empty();
                }
            });

    @Test
    void an_unused_token_is_marked_with_today() {
        var step = only(new Candidate(token(), true, false))
                .as(Operation.Patch.class)
                .orElseThrow();

        assertThat(step.patch().utf8())
                .isEqualTo("{\"metadata\":{\"uid\":\"s1\",\"labels\":{\"" + INVALID + "\":\"2026-06-30\"}}}");
    }

    @Test
    void one_used_on_the_last_day_that_counts_is_kept() {
        assertThat(plans(new Candidate(token(USED, "2026-05-31"), true, false))).isEmpty();
        assertThat(plans(new Candidate(token(USED, "2026-05-30"), true, false))).hasSize(1);
    }

    @Test
    void one_whose_last_use_cannot_be_read_is_kept() {
        assertThat(plans(new Candidate(token(USED, "yesterday"), true, false))).isEmpty();
    }

    @Test
    void one_that_pods_use_or_no_account_lists_is_kept() {
        assertThat(plans(new Candidate(token(), true, true))).isEmpty();
        assertThat(plans(new Candidate(token(), false, false))).isEmpty();
    }

    @Test
    void one_marked_for_long_is_deleted_unless_it_changed_meanwhile() {
        var step = only(new Candidate(token(INVALID, "2026-05-30"), true, false))
                .as(Operation.Delete.class)
                .orElseThrow();

        assertThat(step.resourceVersion()).contains("7");
    }

    @Test
    void one_marked_not_long_ago_waits_and_a_mark_that_cannot_be_read_is_renewed() {
        assertThat(plans(new Candidate(token(INVALID, "2026-05-31"), true, false)))
                .isEmpty();
        assertThat(only(new Candidate(token(INVALID, "soon"), true, false)))
                .satisfies(step -> assertThat(step.as(Operation.Patch.class)).isPresent());
    }

    @Test
    void a_pod_uses_secrets_in_many_ways() {
        var pod = """
            {"spec": {
              "imagePullSecrets": [{"name": "pull"}],
              "containers": [{
                "env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "variable"}}}],
                "envFrom": [{"secretRef": {"name": "environment"}}]}],
              "initContainers": [{"envFrom": [{"secretRef": {"name": "before"}}]}],
              "volumes": [
                {"name": "a", "secret": {"secretName": "volume"}},
                {"name": "b", "csi": {"driver": "d", "nodePublishSecretRef": {"name": "csi"}}},
                {"name": "c", "projected": {"sources": [{"secret": {"name": "part"}}]}},
                {"name": "d", "emptyDir": {}}]}}
            """;

        assertThat(MountedSecrets.of(LeanPod.PODS.decodeJson(pod.getBytes(StandardCharsets.UTF_8))))
                .containsExactlyInAnyOrder("pull", "variable", "environment", "before", "volume", "csi", "part");
    }

    private Step only(Candidate candidate) {
        var plans = plans(candidate);
        assertThat(plans).hasSize(1);
        return plans.getFirst().steps().findFirst().orElseThrow();
    }

    private List<Plan> plans(Candidate candidate) {
        return cleaner.decide(new Snapshot(Optional.of(Instant.EPOCH), List.of(candidate), NOW));
    }

    private static Secret token(String... labels) {
        var pairs = Arrays.asList(labels);
        return Secret.builder()
                .metadata(it -> {
                    it.namespace("shop").name("t").uid("s1").resourceVersion("7");
                    for (int i = 0; i < pairs.size(); i += 2) {
                        it.putLabels(pairs.get(i), pairs.get(i + 1));
                    }
                })
                .build();
    }
}
