package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the legacy-serviceaccount-token-cleaner-controller.
public record LegacyTokenCleanerOptions(Duration cleanUpPeriod) {
    public static final Flags<LegacyTokenCleanerOptions> FLAGS = Flags.section(
                    LegacyServiceAccountTokenCleanerController.NAME)
            .duration(
                    "legacy-service-account-token-clean-up-period",
                    Duration.ofDays(365),
                    "How long a secret-based service account token must have been unused"
                            + " before it may be deleted.")
            .into(LegacyTokenCleanerOptions::new);
}
