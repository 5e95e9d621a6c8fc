package dev.kcm.runtime.loop;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.runtime.queue.QueueProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// Tells work that takes its time from work that has come to a halt. The limits leave room for a
/// server that is down and for plans of thousands of writes at the usual rate limit.
final class Watchdog {
    static final Duration LONGEST_SYNC = Duration.ofMinutes(10);
    static final Duration LONGEST_STANDSTILL = Duration.ofMinutes(5);

    private Watchdog() {}

    static Optional<String> unhealthyReason(QueueProgress<?> progress) {
        if (progress.longestHeld().isPresent() && progress.heldFor().compareTo(LONGEST_SYNC) > 0) {
            return Optional.of("a worker has been busy with %s for %d minutes"
                    .formatted(progress.longestHeld().get(), progress.heldFor().toMinutes()));
        }
        return progress.stillFor().compareTo(LONGEST_STANDSTILL) > 0
                ? Optional.of("%d keys wait and none was taken for %d minutes"
                        .formatted(progress.waiting(), progress.stillFor().toMinutes()))
                : Optional.empty();
    }

    /// Shows as a metric whether there is a reason; of two controllers with one name the one made last is asked.
    static void show(String controller, Metrics metrics, Supplier<Optional<String>> unhealthyReason) {
        metrics.gauge("kcm_controller_stalled", "[ALPHA] 1 while a controller's workers make no progress", "name")
                .observe(() -> unhealthyReason.get().isPresent() ? 1 : 0, controller);
    }
}
