package dev.kcm.base;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// How both clocks run a timer's task: its failure must not end the timer thread.
final class TimerTasks {
    private static final Logger LOG = System.getLogger("dev.kcm.base.clock");

    private TimerTasks() {}

    static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "Timer task failed", failure);
        }
    }
}
