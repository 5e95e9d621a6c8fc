package dev.kcm.controllers.planned;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the validatingadmissionpolicy-status-controller.
public record ValidatingAdmissionPolicyStatusOptions(int concurrentSyncs) {
    public static final Flags<ValidatingAdmissionPolicyStatusOptions> FLAGS = Flags.section(
                    "validatingadmissionpolicy-status-controller")
            .count(
                    "concurrent-validating-admission-policy-status-syncs",
                    5,
                    "How many policies are type-checked at the same time; at least 1.")
            .into(ValidatingAdmissionPolicyStatusOptions::new)
            .checkedBy(options ->
                    atLeast("concurrent-validating-admission-policy-status-syncs", 1, options.concurrentSyncs()));
}
