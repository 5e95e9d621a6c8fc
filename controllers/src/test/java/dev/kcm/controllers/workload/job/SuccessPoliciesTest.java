package dev.kcm.controllers.workload.job;

import static dev.kcm.controllers.workload.job.Jobs.indexed;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuccessPoliciesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                // required indexes, required count (-1: none), succeeded, met
                "'0-2'  | -1 | '0-2'   | true",
                "'0-2'  | -1 | '0,1'   | false",
                "'0-2'  | 2  | '0,1'   | true",
                "'0-2'  | 2  | '0,5,6' | false",
                "'0,9'  | -1 | '0-9'   | true",
                "'x'    | 1  | '0-9'   | false",
                "'20'   | -1 | '0-9'   | false",
                "''     | 3  | '4-6'   | true",
                "''     | 3  | '4,5'   | false",
                "''     | 1  | ''      | false",
            })
    void a_rule_asks_for_indexes_or_a_number_of_them(String required, int count, String succeeded, boolean met) {
        var job = indexed(
                10,
                spec -> spec.successPolicy(policy -> policy.addRules(rule -> {
                    if (!required.isEmpty()) {
                        rule.succeededIndexes(required);
                    }
                    if (count >= 0) {
                        rule.succeededCount(count);
                    }
                })));

        assertThat(SuccessPolicies.met(job, Indexes.parse(succeeded, 10)).isPresent())
                .isEqualTo(met);
    }

    @Test
    void the_message_names_the_rule_that_is_met() {
        var job = indexed(
                10,
                spec -> spec.successPolicy(policy ->
                        policy.addRules(rule -> rule.succeededCount(9)).addRules(rule -> rule.succeededIndexes("1"))));

        assertThat(SuccessPolicies.met(job, Indexes.parse("1", 10))).contains("Matched rules at index 1");
    }
}
