package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// In JVMs of their own: how many carriers there are is a matter of the whole process.
@Timeout(60)
class VirtualThreadCarriersTest {

    @Test
    void half_of_them_are_left() throws Exception {
        assertThat(carriersAfterwards("-XX:ActiveProcessorCount=4")).isEqualTo(2);
        assertThat(carriersAfterwards("-XX:ActiveProcessorCount=1")).isEqualTo(1);
    }

    @Test
    void an_operator_who_said_how_many_is_obeyed() throws Exception {
        assertThat(carriersAfterwards("-Djdk.virtualThreadScheduler.parallelism=3"))
                .isEqualTo(3);
    }

    private static int carriersAfterwards(String option) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var path = System.getProperty("java.class.path");
        var process = new ProcessBuilder(List.of(java, option, "-cp", path, Sparing.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return Integer.parseInt(printed.strip());
    }

    /// With threads under way before and after.
    static final class Sparing {
        private Sparing() {}

        public static void main(String[] arguments) throws InterruptedException {
            runSome();
            VirtualThreadCarriers.spare();
            runSome();
            System.out.println(ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class)
                    .getParallelism());
        }

        private static void runSome() throws InterruptedException {
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 100; i++) {
                threads.add(Thread.startVirtualThread(Thread::yield));
            }
            for (var thread : threads) {
                thread.join();
            }
        }
    }
}
