package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.workload.deployment.DeploymentController;
import dev.kcm.runtime.loop.RunningController;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SupervisedControllerTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final LinkedBlockingQueue<Instant> starts = new LinkedBlockingQueue<>();
    private final SupervisedController controller = new SupervisedController(
            DeploymentController.SPEC,
            Duration.ZERO,
            this::failingToStart,
            clock,
            new Metrics().gauge("running", "Whether it runs.", "name").with("deployment-controller"));

    @Test
    void waits_longer_and_longer_between_starts_that_fail() throws Exception {
        controller.start();
        var began = nextStart();
        assertThat(Duration.between(began, afterTheNextTimer())).isEqualTo(Duration.ofSeconds(1));
        assertThat(Duration.between(began, afterTheNextTimer())).isEqualTo(Duration.ofSeconds(3));
        assertThat(Duration.between(began, afterTheNextTimer())).isEqualTo(Duration.ofSeconds(7));
        assertThat(controller.unhealthyReason()).isEmpty();
        assertThat(Duration.between(began, afterTheNextTimer())).isEqualTo(Duration.ofSeconds(15));
        assertThat(Duration.between(began, afterTheNextTimer())).isEqualTo(Duration.ofSeconds(31));
        clock.awaitTimers(1);
        assertThat(controller.unhealthyReason()).get().asString().contains("failed 6 times", "no account");
        assertThat(controller.running()).isEmpty();
        assertThat(controller.stop(clock.deadlineIn(Duration.ofSeconds(10)))).isTrue();
    }

    @Test
    void one_that_was_stopped_stays_so() throws Exception {
        controller.start();
        var _ = nextStart();
        clock.awaitTimers(1);
        assertThat(controller.stop(clock.deadlineIn(Duration.ofSeconds(10)))).isTrue();
        clock.advance(Duration.ofMinutes(10));
        assertThat(starts).isEmpty();
    }

    private RunningController failingToStart() {
        starts.add(clock.instant());
        throw new IllegalStateException("no account");
    }

    private Instant nextStart() throws InterruptedException {
        var start = starts.poll(20, TimeUnit.SECONDS);
        assertThat(start).as("the controller is started").isNotNull();
        return start;
    }

    private Instant afterTheNextTimer() throws InterruptedException {
        clock.advance(clock.awaitTimers(1));
        return nextStart();
    }
}
