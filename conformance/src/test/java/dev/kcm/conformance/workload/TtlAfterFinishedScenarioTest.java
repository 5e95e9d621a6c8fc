package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.job;
import static dev.kcm.testing.scenario.Faults.delete;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Locators.all;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.JobBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = {"ttl-after-finished-controller", "job-controller", "garbage-collector-controller"})
class TtlAfterFinishedScenarioTest {

    @Test
    void a_job_goes_some_time_after_it_has_finished(Scenario scenario) {
        scenario.given(living(8))
                .awaitQuiet()
                .then(job("sums"))
                .condition("Complete", "True")
                .advance(Duration.ofSeconds(12))
                .then(job("sums"))
                .isGone()
                .then(all(Pod.PODS))
                .none();
    }

    @Test
    void a_failed_job_goes_too(Scenario scenario) {
        scenario.given(living(8).podsExitWith(1).with(it -> it.withSpec(spec -> spec.backoffLimit(0))))
                .awaitQuiet()
                .then(job("sums"))
                .condition("Failed", "True")
                .advance(Duration.ofSeconds(12))
                .then(job("sums"))
                .isGone();
    }

    @Test
    void a_job_may_go_at_once(Scenario scenario) {
        scenario.given(living(0))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(job("sums"))
                .isGone();
    }

    @Test
    void a_job_that_asks_for_nothing_stays(Scenario scenario) {
        scenario.given(job("sums").podsExitWith(0).podsRunFor(Duration.ofSeconds(1)))
                .awaitQuiet()
                .advance(Duration.ofSeconds(12))
                .then(job("sums"))
                .condition("Complete", "True");
    }

    @Test
    void a_job_may_be_given_more_time(Scenario scenario) {
        scenario.given(living(8))
                .awaitQuiet()
                .when(patch(job("sums"), "{\"spec\":{\"ttlSecondsAfterFinished\":3600}}"))
                .advance(Duration.ofSeconds(12))
                .then(job("sums"))
                .condition("Complete", "True")
                .when(patch(job("sums"), "{\"spec\":{\"ttlSecondsAfterFinished\":null}}"))
                .awaitQuiet()
                .then(job("sums"))
                .condition("Complete", "True");
    }

    @Test
    void less_time_counts_at_once(Scenario scenario) {
        scenario.given(living(3600))
                .awaitQuiet()
                .when(patch(job("sums"), "{\"spec\":{\"ttlSecondsAfterFinished\":1}}"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(job("sums"))
                .isGone();
    }

    @Test
    void a_job_that_is_held_stays_until_it_is_let_go(Scenario scenario) {
        scenario.given(living(1).finalizer("example.com/hold"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(job("sums"))
                .isTerminating();
    }

    // ---- when things go wrong

    @Test
    void a_restart_forgets_nobody(Scenario scenario) {
        scenario.given(living(8))
                .awaitQuiet()
                .restart()
                .advance(Duration.ofSeconds(12))
                .then(job("sums"))
                .isGone();
    }

    @Test
    void a_refused_deletion_is_tried_again(Scenario scenario) {
        scenario.fault(refuse(delete(Job.JOBS)).with(serverError("not now")))
                .given(living(1))
                .awaitQuiet()
                .then(job("sums"))
                .condition("Complete", "True");

        scenario.heal().advance(Duration.ofMinutes(1)).then(job("sums")).isGone();
    }

    private static JobBuilder living(int seconds) {
        return job("sums")
                .podsExitWith(0)
                .podsRunFor(Duration.ofSeconds(1))
                .with(it -> it.withSpec(spec -> spec.ttlSecondsAfterFinished(seconds)));
    }
}
