package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.log.Log;
import dev.kcm.manager.registry.ControllerDescriptors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The controllers of one term of leadership.
record ControllerTerm(List<SupervisedController> controllers) {
    private static final Log log = Log.of(ControllerTerm.class);

    /// Longer than any process lives: `--controller-shutdown-timeout=0` means to wait for as long
    /// as it takes.
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    static final ControllerTerm NONE = new ControllerTerm(List.of());

    /// Those that are to start first get to try before the others begin; a failure of theirs holds
    /// nobody up, since they are tried again by themselves.
    void start() throws InterruptedException {
        var first = controllers.stream()
                .filter(it -> ControllerDescriptors.startsFirst(it.name()))
                .toList();
        first.forEach(SupervisedController::start);
        for (var controller : first) {
            controller.awaitFirstTry();
        }
        controllers.stream().filter(it -> !first.contains(it)).forEach(SupervisedController::start);
    }

    /// Stops all at the same time; the names of those with workers that still run after `timeout`.
    List<String> stop(Duration timeout, Clock clock) throws InterruptedException {
        var deadline = clock.deadlineIn(timeout.isPositive() ? timeout : FOR_EVER);
        var survivors = new ConcurrentLinkedQueue<String>();
        var threads = controllers.stream()
                .map(controller -> Thread.ofVirtual()
                        .name("stop-" + controller.name())
                        .start(() -> stop(controller, deadline, survivors)))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        if (survivors.isEmpty() && !controllers.isEmpty()) {
            log.info("All controllers terminated");
        }
        return survivors.stream().sorted().toList();
    }

    private static void stop(
            SupervisedController controller, Deadline deadline, ConcurrentLinkedQueue<String> survivors) {
        try {
            if (!controller.stop(deadline)) {
                survivors.add(controller.name());
            }
        } catch (InterruptedException _) {
            survivors.add(controller.name());
        }
    }
}
