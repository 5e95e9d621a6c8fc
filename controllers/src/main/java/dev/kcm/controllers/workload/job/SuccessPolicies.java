package dev.kcm.controllers.workload.job;

import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.SuccessPolicyRule;
import java.util.List;
import java.util.Optional;

/// Whether the indexes that succeeded are enough, by the Job's success policy.
final class SuccessPolicies {
    private SuccessPolicies() {}

    /// Which rule is met, in upstream's words.
    static Optional<String> met(Job job, Indexes succeeded) {
        var rules = job.spec().successPolicy().map(policy -> policy.rules()).orElse(List.<SuccessPolicyRule>of());
        if (succeeded.isEmpty()) {
            return Optional.empty();
        }
        for (int position = 0; position < rules.size(); position++) {
            if (isMet(rules.get(position), JobSettings.indexCount(job), succeeded)) {
                return Optional.of("Matched rules at index " + position);
            }
        }
        return Optional.empty();
    }

    private static boolean isMet(SuccessPolicyRule rule, int indexCount, Indexes succeeded) {
        if (rule.succeededIndexes().isEmpty()) {
            return rule.succeededCount()
                    .filter(count -> succeeded.total() >= count)
                    .isPresent();
        }
        var required = Indexes.parse(rule.succeededIndexes().get(), indexCount);
        int done = required.overlap(succeeded);
        return !required.isEmpty()
                && (done == required.total()
                        || rule.succeededCount().filter(count -> done >= count).isPresent());
    }
}
