package dev.kcm.controllers.identity.tokencleaner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.tokencleaner.TokenCleanerController.Snapshot;
import dev.kcm.controllers.shared.bootstraptokens.BootstrapToken;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenCleanerDecisionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void a_token_goes_when_it_expires() {
        assertThat(decide("2026-03-01T12:00:00Z").steps().map(Step::describe))
                .containsExactly("delete secrets kube-system/t");
        assertThat(decide("2026-03-01T12:00:01Z").wakeIn()).contains(Duration.ofSeconds(1));
        assertThat(decide("2026-03-01T12:00:01Z").isNothing()).isTrue();
    }

    @Test
    void one_without_an_end_stays_and_one_whose_end_cannot_be_read_goes() {
        assertThat(decide("").isNothing()).isTrue();
        assertThat(decide("").wakeIn()).isEmpty();
        assertThat(decide("soon").isNothing()).isFalse();
    }

    private static Plan decide(String expiration) {
        var secret = Secret.builder()
                .metadata(it -> it.namespace("kube-system").name("t").uid("u"))
                .type("bootstrap.kubernetes.io/token")
                .putData("expiration", Bytes.utf8(expiration))
                .build();
        return new TokenCleanerController().decide(new Snapshot(new BootstrapToken(secret), NOW));
    }
}
