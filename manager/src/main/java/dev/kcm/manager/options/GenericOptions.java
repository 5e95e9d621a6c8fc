package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;
import dev.kcm.manager.registry.ControllerDescriptors;
import java.time.Duration;
import java.util.List;

/// What concerns the manager as a whole.
///
/// @param controllers names, aliases, `*` and `-name`, as given
public record GenericOptions(
        Duration minResyncPeriod,
        RequestOptions requests,
        Duration controllerStartInterval,
        List<String> controllers,
        LeaderElectionOptions leaderElection,
        Duration shutdownTimeout) {
    static final String SECTION = "generic";

    public static final Flags<GenericOptions> FLAGS = Flags.section(SECTION)
            .duration(
                    "min-resync-period",
                    Duration.ofHours(12),
                    "Everything is synced again after a random time between this and" + " twice this.")
            .group(RequestOptions.FLAGS)
            .duration(
                    "controller-start-interval",
                    Duration.ZERO,
                    "How long to wait between starting one controller and the next.")
            .list("controllers", List.of("*"), controllersHelp())
            .group(LeaderElectionOptions.FLAGS)
            .duration(
                    "controller-shutdown-timeout",
                    Duration.ofSeconds(10),
                    "How long controllers get to finish their work before the program ends" + " without them.")
            .into(GenericOptions::new);

    private static String controllersHelp() {
        return "Which controllers to run: '*' for all that are on by default, 'name' for one more,"
                + " '-name' for all but that one.\n"
                + "All controllers: "
                + String.join(", ", ControllerDescriptors.names())
                + "\nOff by default: "
                + String.join(", ", ControllerDescriptors.namesDisabledByDefault());
    }
}
