package dev.kcm.bench.embedded;

import dev.kcm.base.VirtualClock;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import java.time.Duration;
import java.time.Instant;

/// Starts clusters one after the other as a JUnit test does and prints how many milliseconds each
/// took to be ready.
final class ClusterStarts {
    private ClusterStarts() {}

    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        for (int i = 0; i < count; i++) {
            long begin = System.nanoTime();
            var settings =
                    ClusterSettings.inProcess().withClock(new VirtualClock(Instant.parse("2026-01-01T00:00:00Z")));
            try (var _ = Cluster.start(settings)) {
                System.out.println(Duration.ofNanos(System.nanoTime() - begin).toMillis());
            }
        }
        System.exit(0);
    }
}
