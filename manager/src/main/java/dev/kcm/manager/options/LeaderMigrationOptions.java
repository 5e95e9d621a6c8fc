package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;

/// Whether controllers move between managers under a second lock.
///
/// @param configFile a LeaderMigrationConfiguration; empty for the default one
public record LeaderMigrationOptions(boolean enabled, String configFile) {
    public static final Flags<LeaderMigrationOptions> FLAGS =
            Flags.section("leader-migration")
                    .bool(
                            "enable-leader-migration",
                            false,
                            "Hand controllers over to another controller manager under a lock of"
                                    + " their own.")
                    .text(
                            "leader-migration-config",
                            "",
                            "File with a LeaderMigrationConfiguration of"
                                + " controllermanager.config.k8s.io/v1 (v1beta1 and v1alpha1 are"
                                + " read too). Without it the three cloud controllers migrate.")
                    .into(LeaderMigrationOptions::new);
}
