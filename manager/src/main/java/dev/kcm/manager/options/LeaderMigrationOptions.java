package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.migration.LeaderMigrationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Whether controllers move between managers under a second lock.
///
/// @param configFile a LeaderMigrationConfiguration; empty for the default one
public record LeaderMigrationOptions(boolean enabled, String configFile) {
    public static final Flags<LeaderMigrationOptions> FLAGS = Flags.section("leader-migration")
            .bool(
                    "enable-leader-migration",
                    false,
                    "Hand controllers over to another controller manager under a lock of" + " their own.")
            .text(
                    "leader-migration-config",
                    "",
                    "File with a LeaderMigrationConfiguration of"
                            + " controllermanager.config.k8s.io/v1 (v1beta1 and v1alpha1 are"
                            + " read too). Without it the three cloud controllers migrate.")
            .into(LeaderMigrationOptions::new);

    /// Who runs what, if controllers migrate.
    ///
    /// @throws ConfigException when the file cannot be read or says something wrong
    public Optional<LeaderMigration> migration() {
        if (!enabled) {
            return Optional.empty();
        }
        return Optional.of(configFile.isEmpty() ? LeaderMigration.cloudProviderExtraction() : readFile());
    }

    private LeaderMigration readFile() {
        try {
            return LeaderMigrationFile.parse(Files.readString(Path.of(configFile)));
        } catch (IOException unreadable) {
            throw new ConfigException(
                    "--leader-migration-config: %s cannot be read: %s".formatted(configFile, unreadable), unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new ConfigException(
                    "--leader-migration-config: %s: %s".formatted(configFile, wrong.getMessage()), wrong);
        }
    }
}
