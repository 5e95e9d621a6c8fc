package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunningSweepTest {
    private static final Duration PERIOD = Duration.ofSeconds(20);

    private final Bench bench = new Bench();
    private final AtomicInteger passes = new AtomicInteger();
    private volatile Function<List<ConfigMap>, List<Plan>> decision = _ -> List.of();

    private final class Everything implements Sweep<List<ConfigMap>> {
        @Override
        public Duration period() {
            return PERIOD;
        }

        @Override
        public List<ConfigMap> observe(Caches caches, Instant now) {
            passes.incrementAndGet();
            return caches.of(ConfigMap.CONFIG_MAPS).all();
        }

        @Override
        public List<Plan> decide(List<ConfigMap> seen) {
            return decision.apply(seen);
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void passes_at_once_and_then_after_each_period() throws Exception {
        var running = started();
        for (int pass = 2; pass <= 4; pass++) {
            assertThat(bench.clock.untilNextTimer()).contains(PERIOD);
            bench.clock.advance(PERIOD);
            awaitPass(pass, running);
        }
        stop(running);
    }

    @Test
    void a_pass_that_throws_is_followed_by_the_next() throws Exception {
        decision = _ -> {
            throw new IllegalStateException("expected by this test");
        };
        var running = started();
        bench.clock.advance(PERIOD);
        awaitPass(2, running);
        stop(running);
    }

    @Test
    void what_was_done_is_told_of_the_object_it_was_done_to() throws Exception {
        bench.server.put("a", "1");
        decision =
                all -> all.stream().map(it -> Plan.of("too old", deletion(it))).toList();
        var running = started();
        assertThat(bench.server.writes()).containsExactly("DELETE configmaps default/a");
        assertThat(running.decisionLog().of("configmaps", ObjectKey.of("default", "a")))
                .extracting(DecisionLog.Entry::decided)
                .containsExactly("too old");
        stop(running);
    }

    @Test
    void complains_of_a_pass_that_gets_nothing_done() throws Exception {
        var release = new CountDownLatch(1);
        decision = _ -> {
            try {
                release.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        };
        var running = bench.running(Bench.spec(new Everything()));
        running.start();
        Bench.await(() -> passes.get() == 1);
        assertThat(running.unhealthyReason()).isEmpty();
        bench.clock.advance(Duration.ofMinutes(12));
        assertThat(running.unhealthyReason()).contains("the pass has made no progress for 12 minutes");
        assertThat(bench.stalled("test-sweep")).isEqualTo(1);
        release.countDown();
        Bench.await(running::isQuiet);
        assertThat(running.unhealthyReason()).isEmpty();
        stop(running);
    }

    private static Step deletion(ConfigMap object) {
        return Step.delete(object);
    }

    private RunningController started() {
        var running = bench.running(Bench.spec(new Everything()));
        running.start();
        awaitPass(1, running);
        return running;
    }

    private void awaitPass(int count, RunningController running) {
        Bench.await(() -> passes.get() >= count
                && running.isQuiet()
                && bench.clock.untilNextTimer().isPresent());
    }

    private void stop(RunningController running) throws InterruptedException {
        assertThat(running.stop(bench.clock.deadlineIn(Duration.ofSeconds(10)))).isTrue();
    }
}
