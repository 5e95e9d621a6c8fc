package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// In a JVM of its own, with the collector the launchers choose.
@Timeout(60)
class HeapTrimmerTest {
    private static final long MEGABYTE = 1 << 20;

    @Test
    void what_outlives_the_nursery_and_dies_does_not_pile_up() throws Exception {
        assertThat(mostInUse("tidy")).isLessThan(200); // a busy machine collects late
    }

    @Test
    void left_alone_it_would() throws Exception {
        assertThat(mostInUse("untidy")).isGreaterThan(400);
    }

    private static long mostInUse(String manner) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-Xmn4m",
                        "-Xms8m",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Busy.class.getName(),
                        manner)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return Long.parseLong(printed.strip());
    }

    /// Has at most sixteen megabytes alive, each piece long enough to leave the nursery.
    static final class Busy {
        private Busy() {}

        public static void main(String[] arguments) {
            if (arguments[0].equals("tidy")) {
                HeapTrimmer.keep();
            }
            var alive = new ArrayDeque<byte[]>();
            for (int i = 0; i < 40_000; i++) {
                alive.add(new byte[16 * 1024]);
                if (alive.size() > 1024) {
                    alive.remove();
                }
            }
            System.out.println(mostInOldGeneration() / MEGABYTE);
        }

        private static long mostInOldGeneration() {
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getName().equals("Tenured Gen"))
                    .mapToLong(pool -> pool.getPeakUsage().getUsed())
                    .sum();
        }
    }
}
