package dev.kcm.controllers.identity.bootstrapsigner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.bootstrapsigner.BootstrapSignerController.Snapshot;
import dev.kcm.controllers.shared.bootstraptokens.BootstrapToken;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BootstrapSignerDecisionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String CONTENT = "apiVersion: v1\nkind: Config\n";

    /// What upstream v1.36.3 writes for this content and token.
    private static final String SIGNATURE =
            "eyJhbGciOiJIUzI1NiIsImtpZCI6ImFiY2RlZiJ9..vH_kT4yiol-nrAWgjfCYqvum5wsKETXe0S7OOp1VgnE";

    private final BootstrapSignerController signer = new BootstrapSignerController();

    @Test
    void the_signature_equals_upstreams() {
        assertThat(DetachedSignature.of(CONTENT, token("abcdef"))).isEqualTo(SIGNATURE);
    }

    @Test
    void every_signing_token_signs_and_signatures_of_others_go() {
        var info = info(Map.of("kubeconfig", CONTENT, "jws-kubeconfig-gone00", "x", "own", "y"));

        assertThat(written(decide(info, token("abcdef"))).data())
                .isEqualTo(Map.of("kubeconfig", CONTENT, "jws-kubeconfig-abcdef", SIGNATURE, "own", "y"));
    }

    @Test
    void signed_is_signed() {
        var info = info(Map.of("kubeconfig", CONTENT, "jws-kubeconfig-abcdef", SIGNATURE));

        assertThat(decide(info, token("abcdef")).isNothing()).isTrue();
        assertThat(decide(info(Map.of("other", "x")), token("abcdef")).isNothing())
                .isTrue();
    }

    @Test
    void tokens_that_are_incomplete_expired_misnamed_or_for_something_else_do_not_sign() {
        var info = info(Map.of("kubeconfig", CONTENT));

        assertThat(decide(
                                info,
                                token("abcdef", "token-secret", ""),
                                token("abcdef", "token-id", "fedcba"),
                                token("abcdef", "usage-bootstrap-signing", "yes"),
                                token("abcdef", "expiration", "2026-03-01T11:59:59Z"),
                                token("abcdef", "expiration", "tomorrow"),
                                token("ABCDEF"))
                        .isNothing())
                .isTrue();
    }

    @Test
    void it_syncs_again_when_the_next_token_expires() {
        var plan = decide(
                info(Map.of("kubeconfig", CONTENT)),
                token("abcdef", "expiration", "2026-03-01T14:00:00+01:00"),
                token("fedcba"));

        assertThat(plan.wakeIn()).contains(Duration.ofHours(1));
    }

    @Test
    void a_token_does_not_show_its_secret() {
        assertThat(token("abcdef").toString()).doesNotContain("0123456789abcdef");
    }

    private Plan decide(ConfigMap info, BootstrapToken... tokens) {
        return signer.decide(new Snapshot(info, List.of(tokens), NOW));
    }

    private static ConfigMap written(Plan plan) {
        var step = plan.steps().findFirst().orElseThrow();
        return (ConfigMap) step.as(Operation.Update.class).orElseThrow().object();
    }

    private static ConfigMap info(Map<String, String> data) {
        return ConfigMap.builder()
                .metadata(it -> it.namespace("kube-public").name("cluster-info"))
                .data(data)
                .build();
    }

    private static BootstrapToken token(String id, String... changes) {
        var secret = Secret.builder()
                .metadata(it -> it.namespace("kube-system").name("bootstrap-token-" + id))
                .type("bootstrap.kubernetes.io/token")
                .putData("token-id", Bytes.utf8(id))
                .putData("token-secret", Bytes.utf8("0123456789abcdef"))
                .putData("usage-bootstrap-signing", Bytes.utf8("true"));
        var pairs = Arrays.asList(changes);
        for (int i = 0; i < pairs.size(); i += 2) {
            secret.putData(pairs.get(i), Bytes.utf8(pairs.get(i + 1)));
        }
        return new BootstrapToken(secret.build());
    }
}
