package dev.kcm.manager.run;

import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.migration.LeaderMigration.Placement;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.registry.ControllerDescriptors;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;
import java.util.Optional;

/// Which controllers run under which lock.
///
/// @param elsewhere those that another manager runs, by name
record LockAssignment(List<ControllerSpec> main, List<ControllerSpec> migrated, List<String> elsewhere) {

    /// All under the main lock unless they migrate. Those that start first always are: others need
    /// what they do, under either lock.
    static LockAssignment of(List<ControllerSpec> selected, Optional<LeaderMigration> migration) {
        return new LockAssignment(
                selected.stream()
                        .filter(spec -> placement(spec, migration) == Placement.NOT_MIGRATED)
                        .toList(),
                selected.stream()
                        .filter(spec -> placement(spec, migration) == Placement.MIGRATED)
                        .toList(),
                selected.stream()
                        .filter(spec -> placement(spec, migration) == Placement.ELSEWHERE)
                        .map(ControllerSpec::name)
                        .toList());
    }

    private static Placement placement(ControllerSpec spec, Optional<LeaderMigration> migration) {
        return ControllerDescriptors.startsFirst(spec.name())
                ? Placement.NOT_MIGRATED
                : migration
                        .map(it -> it.placementOf(spec.name(), CommandLine.PROGRAM))
                        .orElse(Placement.NOT_MIGRATED);
    }
}
