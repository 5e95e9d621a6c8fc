package dev.kcm.controllers.workload.job;

import static dev.kcm.controllers.workload.job.Jobs.failed;
import static dev.kcm.controllers.workload.job.Jobs.job;
import static dev.kcm.controllers.workload.job.Jobs.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.PodFailurePolicyRule;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailurePolicyTest {

    @ParameterizedTest
    @CsvSource({
        "In, 42, 42, true",
        "In, 42, 1, false",
        "NotIn, 42, 1, true",
        "NotIn, 42, 42, false",
        "NotIn, 42, 0, false",
        "Near, 42, 42, false",
    })
    void an_exit_code_matches_by_its_operator(String operator, int listed, int code, boolean matches) {
        var job = withRules(onExitCodes(FailurePolicyActions.IGNORE, operator, listed));

        assertThat(FailurePolicy.of(job, failed("a", 1, code)).counts()).isEqualTo(!matches);
    }

    @Test
    void a_job_fails_in_upstreams_words() {
        var job = withRules(onExitCodes(FailurePolicyActions.IGNORE, "In", 1), onExitCodes("FailJob", "In", 42));

        assertThat(FailurePolicy.of(job, failed("a", 1, 42)).failJob())
                .contains("Container main for pod default/a failed with exit code 42 matching FailJob"
                        + " rule at index 1");
    }

    @Test
    void a_condition_matches_by_type_and_status() {
        var job = withRules(rule -> rule.action(FailurePolicyActions.FAIL_JOB)
                .addOnPodConditions(c -> c.type("DisruptionTarget").status("True")));
        var disrupted = pod(
                "a",
                status -> status.phase("Failed")
                        .addConditions(c -> c.type("DisruptionTarget").status("True")));
        var spared = pod(
                "b",
                status -> status.phase("Failed")
                        .addConditions(c -> c.type("DisruptionTarget").status("False")));

        assertThat(FailurePolicy.of(job, disrupted).failJob())
                .contains("Pod default/a has condition DisruptionTarget matching FailJob rule at" + " index 0");
        assertThat(FailurePolicy.of(job, spared).action()).isEmpty();
    }

    @Test
    void the_first_rule_that_matches_decides() {
        var job = withRules(
                onExitCodes(FailurePolicyActions.COUNT, "In", 3),
                onExitCodes(FailurePolicyActions.IGNORE, "In", 3),
                onExitCodes(FailurePolicyActions.FAIL_INDEX, "In", 4));

        assertThat(FailurePolicy.of(job, failed("a", 1, 3)).action()).contains(FailurePolicyActions.COUNT);
        assertThat(FailurePolicy.of(job, failed("a", 1, 4)).failsIndex()).isTrue();
        assertThat(FailurePolicy.of(job, failed("a", 1, 5)).counts()).isTrue();
    }

    @Test
    void a_rule_may_be_about_one_container_and_an_unknown_action_is_passed_over() {
        var job = withRules(
                onExitCodes("Sing", "In", 1),
                rule -> rule.action(FailurePolicyActions.IGNORE)
                        .onExitCodes(codes ->
                                codes.containerName("sidecar").operator("In").values(List.of(1))),
                onExitCodes(FailurePolicyActions.FAIL_INDEX, "In", 1));

        assertThat(FailurePolicy.of(job, failed("a")).action()).contains(FailurePolicyActions.FAIL_INDEX);
    }

    static Consumer<PodFailurePolicyRule.Builder> onExitCodes(String action, String operator, int code) {
        return rule -> rule.action(action)
                .onExitCodes(codes -> codes.operator(operator).values(List.of(code)));
    }

    @SafeVarargs
    static Job withRules(Consumer<PodFailurePolicyRule.Builder>... rules) {
        return job(spec -> spec.podFailurePolicy(policy -> Arrays.stream(rules).forEach(policy::addRules)));
    }
}
