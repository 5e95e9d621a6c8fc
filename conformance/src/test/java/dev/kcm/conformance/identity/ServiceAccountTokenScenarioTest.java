package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(
        controllers = "serviceaccount-token-controller",
        managerFlags =
                "--service-account-private-key-file=src/test/resources/dev/kcm/conformance/identity/service-accounts.key")
class ServiceAccountTokenScenarioTest {

    @Test
    void a_token_is_written_and_goes_with_its_account(Scenario scenario) {
        scenario.given(account("cart"))
                .given(token("cart-token", "cart"))
                .awaitQuiet()
                .then(token("cart-token", "cart"))
                .satisfies(it -> assertThat(it.data()).containsKeys("token", "namespace", "ca.crt"))
                .wrote("update secrets x1");

        scenario.when(delete(account("cart")))
                .awaitQuiet()
                .then(token("cart-token", "cart"))
                .isGone()
                .wrote("delete secrets x1");
    }

    @Test
    void a_secret_for_nobody_goes(Scenario scenario) {
        scenario.given(token("cart-token", "nobody"))
                .awaitQuiet()
                .then(token("cart-token", "nobody"))
                .isGone();
    }

    @Test
    void a_token_that_goes_is_taken_off_its_account(Scenario scenario) {
        scenario.given(object(ServiceAccount.builder()
                        .metadata(it -> it.name("cart"))
                        .addSecrets(it -> it.name("cart-token"))
                        .addSecrets(it -> it.name("not-there-yet"))
                        .build()))
                .given(token("cart-token", "cart"))
                .awaitQuiet();

        scenario.when(delete(token("cart-token", "cart")))
                .awaitQuiet()
                .then(account("cart"))
                .satisfies(it -> assertThat(it.secrets())
                        .extracting(secret -> secret.name())
                        .containsExactly("not-there-yet"))
                .wrote("update serviceaccounts x1");
    }

    @Test
    void a_token_that_somebody_takes_out_is_written_anew(Scenario scenario) {
        var token = token("cart-token", "cart");
        scenario.given(account("cart")).given(token).awaitQuiet();

        scenario.when(patch(token, "{\"data\": {\"token\": null}}"))
                .awaitQuiet()
                .then(token)
                .satisfies(it -> assertThat(it.data()).containsKeys("token", "namespace", "ca.crt"))
                .wrote("update secrets x1");
    }

    @Test
    void a_token_comes_in_the_end(Scenario scenario) {
        var token = token("cart-token", "cart");
        scenario.fault(conflictOnce(update(Secret.SECRETS)));

        scenario.given(account("cart"))
                .given(token)
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .awaitQuiet()
                .then(token)
                .satisfies(it -> assertThat(it.data()).containsKey("token"));
    }

    private static AnyObjectBuilder<ServiceAccount> account(String name) {
        return object(ServiceAccount.builder().metadata(it -> it.name(name)).build());
    }

    private static AnyObjectBuilder<Secret> token(String name, String account) {
        return object(Secret.builder()
                .metadata(it -> it.name(name).putAnnotations("kubernetes.io/service-account.name", account))
                .type("kubernetes.io/service-account-token")
                .build());
    }
}
