package dev.kcm.serving.metrics;

import dev.kcm.base.metrics.Family.Type;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The JVM's own metrics: memory, collections, threads, processors, classes. Nothing of
/// the management API is touched before the first scrape, which keeps it off the start-up path.
public final class JvmMetrics {
    private static final double MILLIS_PER_SECOND = 1000;

    private JvmMetrics() {}

    public static void register(Metrics metrics) {
        memory(metrics);
        collections(metrics);
        threads(metrics);
        classes(metrics);
        metrics.observed(
                "jvm_info",
                "The Java runtime; always 1.",
                Type.GAUGE,
                List.of("version", "vendor", "runtime"),
                () -> List.of(Sample.of(
                        1,
                        Runtime.version().toString(),
                        System.getProperty("java.vendor", ""),
                        System.getProperty("java.runtime.name", ""))));
        metrics.observed(
                "jvm_available_processors",
                "Processors the JVM may use.",
                Type.GAUGE,
                List.of(),
                () -> List.of(Sample.of(Runtime.getRuntime().availableProcessors())));
    }

    private static void memory(Metrics metrics) {
        area(metrics, "used", "Memory in use.", MemoryUsage::getUsed);
        area(metrics, "committed", "Memory the JVM holds.", MemoryUsage::getCommitted);
        area(metrics, "max", "Memory the JVM may take; -1 for no limit.", MemoryUsage::getMax);
        metrics.observed(
                "jvm_memory_pool_used_bytes",
                "Memory in use by pool.",
                Type.GAUGE,
                List.of("pool"),
                () -> ManagementFactory.getMemoryPoolMXBeans().stream()
                        .map(pool -> Sample.of(pool.getUsage().getUsed(), pool.getName()))
                        .toList());
        metrics.observed(
                "jvm_buffer_pool_used_bytes",
                "Memory outside the heap held by buffers.",
                Type.GAUGE,
                List.of("pool"),
                () -> ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .map(pool -> Sample.of(pool.getMemoryUsed(), pool.getName()))
                        .toList());
    }

    private static void area(Metrics metrics, String what, String help, ToDoubleFunction<MemoryUsage> reading) {
        metrics.observed("jvm_memory_" + what + "_bytes", help, Type.GAUGE, List.of("area"), () -> {
            var memory = ManagementFactory.getMemoryMXBean();
            var heap = reading.applyAsDouble(memory.getHeapMemoryUsage());
            var other = reading.applyAsDouble(memory.getNonHeapMemoryUsage());
            return List.of(Sample.of(heap, "heap"), Sample.of(other, "nonheap"));
        });
    }

    private static void collections(Metrics metrics) {
        metrics.observed(
                "jvm_gc_collections_total",
                "Garbage collections by collector.",
                Type.COUNTER,
                List.of("gc"),
                () -> ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(gc -> Sample.of(gc.getCollectionCount(), gc.getName()))
                        .toList());
        metrics.observed(
                "jvm_gc_collection_seconds_total",
                "Time spent in garbage collections by collector.",
                Type.COUNTER,
                List.of("gc"),
                () -> ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(gc -> Sample.of(gc.getCollectionTime() / MILLIS_PER_SECOND, gc.getName()))
                        .toList());
    }

    private static void threads(Metrics metrics) {
        metrics.observed(
                "jvm_threads",
                "Platform threads; virtual ones are not counted by the JVM.",
                Type.GAUGE,
                List.of("kind"),
                () -> {
                    var threads = ManagementFactory.getThreadMXBean();
                    return List.of(
                            Sample.of(threads.getDaemonThreadCount(), "daemon"),
                            Sample.of(threads.getThreadCount(), "live"),
                            Sample.of(threads.getPeakThreadCount(), "peak"));
                });
    }

    private static void classes(Metrics metrics) {
        metrics.observed(
                "jvm_classes_loaded",
                "Classes loaded now.",
                Type.GAUGE,
                List.of(),
                () -> List.of(
                        Sample.of(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount())));
        metrics.observed(
                "jvm_classes_unloaded_total",
                "Classes unloaded since the start.",
                Type.COUNTER,
                List.of(),
                () -> List.of(
                        Sample.of(ManagementFactory.getClassLoadingMXBean().getUnloadedClassCount())));
    }
}
