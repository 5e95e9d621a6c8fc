package dev.kcm.testing.chaos;

import dev.kcm.model.json.Json;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.BackendSettings;
import dev.kcm.testing.scenario.EndState;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.trajectory.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// The users of a schedule on a real cluster, in a namespace of their own and in real time, with whichever manager
/// runs there. Nobody disturbs that manager, so that any can be compared with any other.
public final class RemoteChaos {
    /// Whether a manager has seen one change before the next comes must not be a matter of how busy the machine is.
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1_500);

    private static final Duration SETTLING = Duration.ofSeconds(5);

    /// What a controller waits at most before it tries again what a broken webhook refused for the rest of a schedule.
    private static final Duration BACK_OFF = Duration.ofSeconds(70);

    /// @param endState what is left, in the form in which end states are compared, and without what a matter of
    ///   milliseconds decides: messages and events
    public record Result(Schedule schedule, List<Violation> violations, String endState) {}

    private final Schedule schedule;
    private final Scenario scenario;

    private RemoteChaos(Schedule schedule, Scenario scenario) {
        this.schedule = schedule;
        this.scenario = scenario;
    }

    /// On the cluster that system properties name.
    ///
    /// @throws IllegalStateException if it does not become quiet
    public static Result of(Schedule schedule) throws InterruptedException {
        var settings =
                new BackendSettings("chaos-" + schedule.seed(), ChaosRun.CONTROLLERS, List.of(), List.of(), 0, false);
        try (var scenario = Scenario.on(Backend.open(settings))) {
            return new RemoteChaos(schedule, scenario).run();
        }
    }

    private Result run() {
        try (var webhooks = new UnreachableWebhooks(scenario)) {
            var playground = new Playground(scenario, webhooks);
            var start = now();
            for (var timed : schedule.users()) {
                var left = Duration.between(now(), start.plus(timed.at()));
                scenario.advance(left.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : left);
                scenario.backend().log().note(playground.perform(timed.what()));
            }
        }
        scenario.awaitQuiet().advance(breaksWebhooks() ? BACK_OFF : SETTLING).awaitQuiet();
        return new Result(
                schedule,
                scenario.backend().trajectory().violations(),
                compared(EndState.of(scenario).withoutMessages()).toText());
    }

    /// Which pod of a rollout somebody orphaned depends on how far that was: it counts only that there is one.
    private static EndState compared(EndState end) {
        return new EndState(
                end.objects().stream()
                        .map(it -> isOrphan(it) ? Json.object("orphan", Json.of(label(it))) : it)
                        .sorted(Comparator.comparing(Json::toText))
                        .toList(),
                end.events());
    }

    private static boolean isOrphan(Json object) {
        return label(object).endsWith(UserAction.ORPHAN);
    }

    private static String label(Json object) {
        return object.textAt("metadata", "labels", "app").orElse("");
    }

    private boolean breaksWebhooks() {
        return schedule.users().stream().anyMatch(it -> it.what() instanceof UserAction.BreakWebhook);
    }

    private Instant now() {
        return scenario.backend().clock().instant();
    }
}
