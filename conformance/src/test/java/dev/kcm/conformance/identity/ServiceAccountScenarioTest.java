package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "serviceaccount-controller")
class ServiceAccountScenarioTest {
    private static final ObjectLocator<ServiceAccount> ACCOUNT =
            ObjectLocator.named(ServiceAccount.SERVICE_ACCOUNTS, "default");

    @Test
    void a_namespace_has_its_account_and_gets_it_back(Scenario scenario) {
        scenario.awaitQuiet().then(ACCOUNT).exists();
        var first = scenario.client().on(ACCOUNT.resource()).get(ACCOUNT.key(scenario));

        scenario.when(delete(ACCOUNT))
                .awaitQuiet()
                .then(ACCOUNT)
                .satisfies(it -> assertThat(it.uid()).isNotEqualTo(first.uid()))
                .wrote("create serviceaccounts x1");
    }

    @Test
    void a_refused_write_is_tried_again(Scenario scenario) {
        scenario.awaitQuiet();
        scenario.fault(refuse(create(ServiceAccount.SERVICE_ACCOUNTS))
                .with(serverError("not now"))
                .times(2));

        scenario.when(delete(ACCOUNT))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(ACCOUNT)
                .exists();
    }
}
