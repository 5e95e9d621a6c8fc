package dev.kcm.manager.port;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.kcm.serving.Exchange;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;

/// Where Go has its profiles, `/debug/pprof/`, a JVM's counterparts: all threads with their stacks,
/// and what fills the heap.
final class JvmPages {
    private static final int OK = 200;
    private static final String INDEX = """
        goroutine  all threads, virtual ones too, with their stacks
        heap       how many objects of which class are alive (runs a collection)
        """;

    private JvmPages() {}

    static Pages addTo(Pages pages) {
        return pages.add("/debug/pprof", exchange -> exchange.respondText(OK, INDEX))
                .add("/debug/pprof/goroutine", JvmPages::threads)
                .add("/debug/pprof/heap", JvmPages::heap)
                .add("/debug/pprof/", exchange -> exchange.respondText(OK, INDEX));
    }

    /// The JVM only writes to files.
    private static void threads(Exchange exchange) throws IOException {
        Path directory = Files.createTempDirectory("kcm-threads");
        Path dump = directory.resolve("threads.txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            exchange.respondText(OK, Files.readString(dump));
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(directory);
        }
    }

    private static void heap(Exchange exchange) throws IOException {
        try {
            var histogram = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            exchange.respondText(OK, String.valueOf(histogram));
        } catch (JMException unavailable) {
            throw new IOException("This JVM makes no histogram", unavailable);
        }
    }
}
