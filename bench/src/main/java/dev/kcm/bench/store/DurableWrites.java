package dev.kcm.bench.store;

import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.log.DiskDirectory;
import dev.kcm.apiserver.store.log.FileWriteAheadLog;
import dev.kcm.base.Clock;
import dev.kcm.model.core.v1.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// How many creates of a ConfigMap of 1 KiB a second the store acknowledges, by one writer and by many, with and
/// without waiting for the disk. Argument: a directory to work in.
public final class DurableWrites {
    private static final Duration TIME = Duration.ofSeconds(3);
    private static final int MANY = 32;

    private DurableWrites() {}

    public static void main(String[] arguments) throws Exception {
        var directory = Path.of(arguments[0]);
        System.out.println("writers  fsync  creates/s");
        for (boolean forces : new boolean[] {true, false}) {
            for (int writers : new int[] {1, MANY}) {
                measured(directory, writers, forces); // warms up
                System.out.printf("%7d  %5s  %9d%n", writers, forces, measured(directory, writers, forces));
            }
        }
    }

    private static long measured(Path above, int writers, boolean forces) throws IOException {
        var directory = Files.createTempDirectory(above, "writes");
        var clock = Clock.system();
        var count = new AtomicInteger();
        var log = FileWriteAheadLog.open(new DiskDirectory(directory, forces), clock);
        try (var store = VersionedStore.open(log, HistoryLimits.DEFAULT);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var deadline = clock.deadlineIn(TIME);
            for (int i = 0; i < writers; i++) {
                threads.submit(() -> {
                    while (!deadline.hasPassed()) {
                        var object = configMap(count.incrementAndGet());
                        store.commit(ConfigMap.CONFIG_MAPS, object.key(), null, object);
                    }
                    return 0;
                });
            }
        }
        Files.delete(directory.resolve("store.log"));
        Files.delete(directory);
        return count.get() / TIME.toSeconds();
    }

    private static ConfigMap configMap(int number) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("map-" + number))
                .putData("value", "x".repeat(1024))
                .build();
    }
}
