package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Faults.delete;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;

import dev.kcm.model.core.v1.Secret;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@KubeScenario(controllers = "token-cleaner-controller", wholeCluster = true)
@Execution(ExecutionMode.SAME_THREAD)
class TokenCleanerScenarioTest {

    @Test
    void a_token_goes_when_it_expires(Scenario scenario) {
        var token = BootstrapTokens.token("hhhhhh").expiring(in(scenario, 8));
        scenario.given(token).awaitQuiet().then(token).exists();

        scenario.advance(Duration.ofSeconds(8)).awaitQuiet().then(token).isGone();
    }

    @Test
    void one_that_is_over_goes_at_once(Scenario scenario) {
        var token = BootstrapTokens.token("iiiiii").expiring(Instant.EPOCH);
        scenario.given(token).awaitQuiet().then(token).isGone().wrote("delete secrets x1");
    }

    @Test
    void one_without_an_end_stays(Scenario scenario) {
        var token = BootstrapTokens.token("jjjjjj").draft();
        scenario.given(token)
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(token)
                .exists()
                .wroteNothing();
    }

    @Test
    void a_refused_deletion_is_tried_again(Scenario scenario) {
        var token = BootstrapTokens.token("kkkkkk").expiring(Instant.EPOCH);
        scenario.fault(refuse(delete(Secret.SECRETS)).with(serverError("not now")));
        scenario.given(token).awaitQuiet().then(token).exists();

        scenario.heal();
        scenario.advance(Duration.ofSeconds(15)).awaitQuiet().then(token).isGone();
    }

    private static Instant in(Scenario scenario, int seconds) {
        return scenario.backend().clock().instant().plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS);
    }
}
