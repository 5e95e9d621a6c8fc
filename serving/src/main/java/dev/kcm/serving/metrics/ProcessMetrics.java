package dev.kcm.serving.metrics;

import dev.kcm.base.metrics.Family.Type;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// What Go's Prometheus client says about a process, under the same names, read from Linux's
/// `/proc` at each scrape. Elsewhere the families stay empty and are not shown.
public final class ProcessMetrics {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double TICKS_PER_SECOND = 100; // fixed by Linux' ABI
    private static final int KIBI = 1024;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int RECEIVED = 7;
    private static final int SENT = 8;

    private final Path proc;

    private ProcessMetrics(Path proc) {
        this.proc = proc;
    }

    public static void register(Metrics metrics) {
        new ProcessMetrics(Path.of("/proc/self")).registerIn(metrics);
    }

    private void registerIn(Metrics metrics) {
        var counters = Registrar.of(metrics, Type.COUNTER);
        var gauges = Registrar.of(metrics, Type.GAUGE);
        counters.add("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", this::cpuSeconds);
        gauges.add("process_open_fds", "Number of open file descriptors.", this::openFiles);
        gauges.add("process_max_fds", "Maximum number of open file descriptors.", () -> limit("Max open files"));
        gauges.add("process_virtual_memory_bytes", "Virtual memory size in bytes.", () -> statusBytes("VmSize:"));
        gauges.add(
                "process_virtual_memory_max_bytes",
                "Maximum amount of virtual memory available in bytes.",
                () -> limit("Max address space"));
        gauges.add("process_resident_memory_bytes", "Resident memory size in bytes.", () -> statusBytes("VmRSS:"));
        gauges.add(
                "process_start_time_seconds",
                "Start time of the process since unix epoch in seconds.",
                ProcessMetrics::startTime);
        counters.add(
                "process_network_receive_bytes_total",
                "Number of bytes received by the process over the network.",
                () -> networkBytes(RECEIVED));
        counters.add(
                "process_network_transmit_bytes_total",
                "Number of bytes sent by the process over the network.",
                () -> networkBytes(SENT));
    }

    /// Adds metrics of one type.
    private interface Registrar {
        void add(String name, String help, Supplier<OptionalDouble> reading);

        static Registrar of(Metrics metrics, Type type) {
            return (name, help, reading) -> metrics.observed(name, help, type, List.of(), () -> {
                var value = reading.get();
                return value.isPresent() ? List.of(Sample.of(value.getAsDouble())) : List.of();
            });
        }
    }

    /// The fields after the command's name, which may itself contain anything.
    private OptionalDouble cpuSeconds() {
        var stat = String.join(" ", lines("stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        if (fields.length <= SYSTEM_TICKS) {
            return OptionalDouble.empty();
        }
        long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
        return OptionalDouble.of(ticks / TICKS_PER_SECOND);
    }

    private OptionalDouble openFiles() {
        try (var files = Files.list(proc.resolve("fd"))) {
            return OptionalDouble.of(files.count());
        } catch (IOException _) {
            return OptionalDouble.empty();
        }
    }

    /// The soft limit; none is Go's largest unsigned number.
    private OptionalDouble limit(String name) {
        return lines("limits").stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).trim().split(" +")[0])
                .mapToDouble(soft -> soft.equals("unlimited") ? 0x1p64 : Double.parseDouble(soft))
                .findFirst();
    }

    private OptionalDouble statusBytes(String name) {
        return lines("status").stream()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> KIBI
                        * Double.parseDouble(
                                line.substring(name.length()).replace("kB", "").trim()))
                .findFirst();
    }

    private static OptionalDouble startTime() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .map(millis -> OptionalDouble.of(millis / MILLIS_PER_SECOND))
                .orElse(OptionalDouble.empty());
    }

    /// The second `IpExt:` line of net/netstat holds the numbers.
    private OptionalDouble networkBytes(int field) {
        return lines("net/netstat").stream()
                .filter(line -> line.startsWith("IpExt:"))
                .skip(1)
                .map(line -> line.split(" "))
                .filter(fields -> fields.length > field)
                .mapToDouble(fields -> Double.parseDouble(fields[field]))
                .findFirst();
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(proc.resolve(file));
        } catch (IOException _) {
            return List.of();
        }
    }
}
