package dev.kcm.manager.run;

import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;

/// The platform threads that carry the virtual ones: by default as many as there are processors.
///
/// A start needs them all. A manager that runs has thousands of short tasks, and the more
/// carriers there are, the more of its time goes into waking another one for each; half of them do
/// the same work for a tenth to a quarter less.
final class VirtualThreadCarriers {
    private static final String SAID_BY_OPERATOR = "jdk.virtualThreadScheduler.parallelism";

    private VirtualThreadCarriers() {}

    /// From now on, for the life of the process; whoever said how many on the JVM's command line is
    /// obeyed.
    static void spare() {
        if (System.getProperty(SAID_BY_OPERATOR) == null) {
            var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
            scheduler.setParallelism(Math.max(1, scheduler.getParallelism() / 2));
        }
    }
}
