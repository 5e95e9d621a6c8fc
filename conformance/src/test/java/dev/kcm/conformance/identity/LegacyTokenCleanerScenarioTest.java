package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.unlabel;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.patch;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(
        controllers = "legacy-serviceaccount-token-cleaner-controller",
        managerFlags = "--legacy-service-account-token-clean-up-period=48h",
        nodes = 0)
@NotOverTheWire("connections do not last for hours of virtual time")
class LegacyTokenCleanerScenarioTest {
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";
    private static final String LAST_USED = "kubernetes.io/legacy-token-last-used";
    private static final Duration TWO_DAYS = Duration.ofDays(2);

    @Test
    @EmbeddedOnly("it runs once a day")
    void an_unused_token_is_marked_and_then_goes(Scenario scenario) {
        scenario.given(tracking(), account(), token())
                .advance(Duration.ofHours(20))
                .awaitQuiet()
                .then(token())
                .lacksLabel(INVALID_SINCE)
                .advance(TWO_DAYS)
                .advance(Duration.ofDays(1))
                .awaitQuiet()
                .then(token())
                .satisfies(it -> requireMark(it))
                .advance(TWO_DAYS)
                .advance(TWO_DAYS)
                .awaitQuiet()
                .then(token())
                .isGone();
    }

    @Test
    @EmbeddedOnly("it runs once a day")
    void one_that_was_used_lately_stays(Scenario scenario) {
        scenario.given(tracking(), account(), token().label(LAST_USED, "2026-01-05"))
                .advance(Duration.ofDays(5))
                .awaitQuiet()
                .then(token())
                .lacksLabel(INVALID_SINCE)
                .wroteNothing();
    }

    @Test
    @EmbeddedOnly("it runs once a day")
    void one_that_a_pod_mounts_stays(Scenario scenario) {
        scenario.given(tracking(), account(), token(), podWithToken())
                .advance(Duration.ofDays(5))
                .awaitQuiet()
                .then(token())
                .lacksLabel(INVALID_SINCE);
    }

    @Test
    @EmbeddedOnly("it runs once a day")
    void one_that_somebody_asked_for_stays(Scenario scenario) {
        scenario.given(tracking(), token())
                .given(object(
                        ServiceAccount.builder().metadata(it -> it.name("cart")).build()))
                .advance(Duration.ofDays(5))
                .awaitQuiet()
                .then(token())
                .lacksLabel(INVALID_SINCE);
    }

    @Test
    @EmbeddedOnly("it runs once a day")
    void a_mark_that_is_taken_away_comes_back_and_counts_anew(Scenario scenario) {
        scenario.fault(conflictOnce(patch(Secret.SECRETS)));
        scenario.given(tracking(), account(), token())
                .advance(Duration.ofDays(5))
                .awaitQuiet()
                .then(token())
                .satisfies(it -> requireMark(it));

        scenario.when(unlabel(token(), INVALID_SINCE))
                .advance(Duration.ofDays(1))
                .awaitQuiet()
                .then(token())
                .satisfies(it -> requireMark(it))
                .wrote("patch secrets x1");
    }

    private static void requireMark(Secret secret) {
        if (!secret.labels().containsKey(INVALID_SINCE)) {
            throw new AssertionError("expected to be marked invalid: " + secret.labels());
        }
    }

    /// Since when the server notes uses.
    private static AnyObjectBuilder<ConfigMap> tracking() {
        return object(ConfigMap.builder()
                        .metadata(it -> it.name("kube-apiserver-legacy-service-account-token-tracking"))
                        .putData("since", "2025-12-31")
                        .build())
                .in("kube-system");
    }

    private static AnyObjectBuilder<ServiceAccount> account() {
        return object(ServiceAccount.builder()
                .metadata(it -> it.name("cart"))
                .addSecrets(it -> it.name("cart-token"))
                .build());
    }

    private static AnyObjectBuilder<Secret> token() {
        return object(Secret.builder()
                .metadata(it -> it.name("cart-token").putAnnotations("kubernetes.io/service-account.name", "cart"))
                .type("kubernetes.io/service-account-token")
                .build());
    }

    private static AnyObjectBuilder<Pod> podWithToken() {
        return object(Pod.builder()
                .metadata(it -> it.name("web"))
                .spec(spec -> spec.addContainers(it -> it.name("main").image("example.com/app:1"))
                        .addVolumes(it -> it.name("token").secret(secret -> secret.secretName("cart-token"))))
                .build());
    }
}
