package dev.kcm.manager.run;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import javax.management.NotificationEmitter;

/// Keeps the heap near what is alive in it.
///
/// The serial collector, which our launchers choose for its small footprint, lets its old
/// generation grow sooner than it collects it: what outlived the nursery in a busy hour would stay
/// resident until the largest heap is reached. A collection of what a cluster's caches hold takes
/// some tens of milliseconds, so it is asked for whenever as much has come as was alive the last
/// time. Other collectors know when to begin, and are left alone.
final class HeapTrimmer {
    private static final String OLD_GENERATION_OF_SERIAL = "Tenured Gen";
    private static final long LEAST_ROOM = 24L << 20;

    private final MemoryPoolMXBean old;

    private HeapTrimmer(MemoryPoolMXBean old) {
        this.old = old;
    }

    /// From now on, for the life of the process.
    static void keep() {
        ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(OLD_GENERATION_OF_SERIAL))
                .findFirst()
                .ifPresent(pool -> new HeapTrimmer(pool).begin());
    }

    private void begin() {
        var memory = (NotificationEmitter) ManagementFactory.getMemoryMXBean();
        memory.addNotificationListener(
                (notification, _) -> {
                    if (notification.getType().equals(MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED)) {
                        collect();
                    }
                },
                null,
                null);
        allowAsMuchAgain();
    }

    private void collect() {
        System.gc();
        allowAsMuchAgain();
    }

    private void allowAsMuchAgain() {
        var usage = old.getUsage();
        long next = usage.getUsed() + Math.max(LEAST_ROOM, usage.getUsed());
        old.setUsageThreshold(usage.getMax() < 0 ? next : Math.min(next, usage.getMax()));
    }
}
