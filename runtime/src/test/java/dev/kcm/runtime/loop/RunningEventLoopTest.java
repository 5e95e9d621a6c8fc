package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.EventLoop;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One thread takes events in order; what it wants done comes back as events.
@Timeout(60)
class RunningEventLoopTest {
    private final Bench bench = new Bench();
    private final Recorder recorder = new Recorder();

    /// Notes every event, and answers as the test says.
    private static final class Recorder implements EventLoop<String> {
        final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        volatile Function<String, List<Effect<String>>> reaction = _ -> List.of();
        volatile boolean changesCanWait;

        @Override
        public List<Effect<String>> begin(Instant now) {
            return List.of(new Effect.Follow<>(List.of(ConfigMap.CONFIG_MAPS)));
        }

        @Override
        public List<Effect<String>> take(String event, Instant now) {
            taken.add(event);
            return reaction.apply(event);
        }

        @Override
        public boolean canWait(Resource<?> followed) {
            return changesCanWait;
        }

        @Override
        public Optional<String> changed(Resource<?> followed, Change<? extends KubeObject> change) {
            var object = (ConfigMap) change.object();
            return object.name().equals("ignored")
                    ? Optional.empty()
                    : Optional.of(change.getClass().getSimpleName() + " " + object.name() + " "
                            + object.data().get("value"));
        }

        @Override
        public String listed(Resource<?> followed) {
            return "listed " + followed.plural();
        }

        @Override
        public Optional<String> picture(List<String> uids) {
            return Optional.of("picture of " + uids);
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void what_is_followed_comes_as_events_and_then_that_it_is_listed() throws Exception {
        bench.server.put("a", "1");
        bench.server.put("ignored", "1");
        var running = started();

        assertThat(recorder.taken.take()).isEqualTo("Added a 1");
        assertThat(recorder.taken.take()).isEqualTo("listed configmaps");
        bench.server.put("ignored", "2");
        bench.server.put("a", "2");
        assertThat(recorder.taken.take()).isEqualTo("Updated a 2");
        stop(running);
    }

    @Test
    void a_loop_slower_than_its_watches_gets_the_newest_of_each_object() throws Exception {
        var entered = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        recorder.reaction = event -> {
            if (event.equals("Added a 1")) {
                entered.countDown();
                awaitLatch(release);
            }
            return List.of();
        };
        bench.server.put("a", "1");
        var running = started();
        entered.await();
        for (int value = 2; value <= 50; value++) {
            bench.server.put("a", Integer.toString(value));
            bench.server.put("b", Integer.toString(value));
        }
        Bench.await(() -> bench.store.told() == bench.server.revision());
        release.countDown();
        Bench.await(running::isQuiet);

        assertThat(recorder.taken).containsExactly("Added a 1", "listed configmaps", "Updated a 50", "Added b 50");
        stop(running);
    }

    @Test
    void what_can_wait_does_not_wake_the_loop_and_is_taken_before_what_does() throws Exception {
        recorder.changesCanWait = true;
        recorder.reaction = event -> event.startsWith("listed")
                ? List.of(new Effect.Schedule<>(Duration.ofHours(1), "an hour later"))
                : List.of();
        var running = started();
        assertThat(recorder.taken.take()).isEqualTo("listed configmaps");
        bench.server.put("a", "1");
        bench.server.put("b", "1");
        bench.server.put("a", "2");
        Bench.await(() -> bench.store.told() == bench.server.revision());
        Bench.await(running::isQuiet);
        assertThat(recorder.taken).isEmpty();

        bench.clock.advance(Duration.ofHours(1));
        assertThat(recorder.taken.take()).isEqualTo("Added a 2");
        assertThat(recorder.taken.take()).isEqualTo("Added b 1");
        assertThat(recorder.taken.take()).isEqualTo("an hour later");
        Bench.await(running::isQuiet);
        stop(running);
    }

    @Test
    void the_outcome_of_a_plan_comes_back_as_an_event_and_is_logged_under_its_object() throws Exception {
        var delete = Step.delete(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", "gone"), "uid-gone");
        recorder.reaction = event -> event.startsWith("listed")
                ? List.of(new Effect.Execute<>(
                        ConfigMap.CONFIG_MAPS,
                        Plan.of("for the test", delete),
                        outcomes -> "outcome " + (outcomes.all().getFirst() instanceof Outcome.Moot)))
                : List.of();
        var running = started();

        assertThat(recorder.taken.take()).isEqualTo("listed configmaps");
        assertThat(recorder.taken.take()).isEqualTo("outcome true");
        Bench.await(running::isQuiet);
        assertThat(running.decisionLog().of("configmaps", ObjectKey.of("default", "gone")))
                .extracting(DecisionLog.Entry::decided)
                .containsExactly("for the test");
        stop(running);
    }

    @Test
    void a_scheduled_event_comes_when_it_is_due() throws Exception {
        recorder.reaction = event -> event.startsWith("listed")
                ? List.of(new Effect.Schedule<>(Duration.ofHours(1), "an hour later"))
                : List.of();
        var running = started();
        assertThat(recorder.taken.take()).isEqualTo("listed configmaps");
        Bench.await(running::isQuiet);

        bench.clock.advance(Duration.ofMinutes(59));
        assertThat(recorder.taken).isEmpty();
        bench.clock.advance(Duration.ofMinutes(1));
        assertThat(recorder.taken.take()).isEqualTo("an hour later");
        stop(running);
    }

    @Test
    void an_event_the_loop_cannot_handle_costs_nothing_but_itself() throws Exception {
        recorder.reaction = event -> {
            if (event.contains("poison")) {
                throw new IllegalStateException("expected by this test");
            }
            return List.of();
        };
        var running = started();
        assertThat(recorder.taken.take()).isEqualTo("listed configmaps");
        bench.server.put("poison", "1");
        bench.server.put("a", "1");
        assertThat(recorder.taken.take()).isEqualTo("Added poison 1");
        assertThat(recorder.taken.take()).isEqualTo("Added a 1");
        Bench.await(running::isQuiet);
        stop(running);
    }

    @Test
    void its_picture_is_drawn_by_its_own_thread() throws Exception {
        var running = started();
        assertThat(running.picture(List.of("uid"))).contains("picture of [uid]");
        stop(running);
    }

    private RunningController started() {
        var spec = ControllerSpec.named("test-loop").workers(_ -> 2).<String>loopedBy(_ -> recorder);
        var running = bench.running(spec);
        running.start();
        return running;
    }

    private void stop(RunningController running) throws InterruptedException {
        assertThat(running.stop(bench.clock.deadlineIn(Duration.ofSeconds(10)))).isTrue();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
