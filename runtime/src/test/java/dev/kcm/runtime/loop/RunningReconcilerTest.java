package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Failures;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The worker loop, its queue and their end, on a server of the test's own.
@Timeout(60)
class RunningReconcilerTest {
    private static final ObjectKey A = ObjectKey.of("default", "a");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Bench bench = new Bench();
    private final ScriptedReconciler reconciler = new ScriptedReconciler();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void looks_at_everything_once_and_at_what_changes() throws Exception {
        bench.server.put("a", "1");
        bench.server.put("b", "1");
        var running = started();
        assertThat(reconciler.syncs).hasValue(2);
        assertThat(running.decisionLog().of("configmaps", A))
                .extracting(DecisionLog.Entry::decided, DecisionLog.Entry::next)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("nothing to do", "waits for a change"));

        bench.server.put("a", "2");
        awaitSyncs(3, running);
        stop(running);
        bench.server.put("a", "3");
        Bench.await(() -> bench.store.told() == bench.server.revision());
        assertThat(reconciler.syncs).hasValue(3);
    }

    @Test
    void a_reconciler_that_throws_costs_its_key_a_retry_and_nobody_else_anything() throws Exception {
        bench.server.put("a", "1");
        bench.server.put("b", "1");
        var goodSyncs = new AtomicInteger();
        reconciler.decision = seen -> {
            if (seen.name().equals("a") && reconciler.syncs.get() < 5) {
                throw new IllegalStateException("expected by this test");
            }
            goodSyncs.incrementAndGet();
            return Plan.nothing("fine");
        };
        var running = started();
        for (int syncs = 3; syncs <= 5; syncs++) {
            awaitTimer();
            bench.clock.advance(bench.clock.untilNextTimer().orElseThrow());
            awaitSyncs(syncs, running);
        }
        assertThat(goodSyncs).hasValue(2);
        assertThat(bench.clock.instant())
                .as("5, 10 and 20 ms")
                .isEqualTo(java.time.Instant.parse("2026-06-01T00:00:00.035Z"));
        stop(running);
    }

    @Test
    void a_refusal_is_tried_again_after_a_growing_wait() throws Exception {
        bench.server.put("a", "1");
        bench.server.refuse(operation -> operation instanceof Operation.Create, 403, "Forbidden");
        reconciler.decision = _ -> Plan.of("more", create("more"));
        var running = started();
        assertThat(running.decisionLog().of("configmaps", A).getLast().next()).isEqualTo("retries: Forbidden");
        assertThat(bench.clock.untilNextTimer()).contains(Duration.ofMillis(5));
        bench.clock.advance(Duration.ofMillis(5));
        awaitSyncs(2, running);
        assertThat(bench.clock.untilNextTimer()).contains(Duration.ofMillis(10));
        stop(running);
    }

    /// Readers of explain may not be allowed to read the object.
    @Test
    void explain_leaves_out_what_a_refusal_quotes_of_the_object() throws Exception {
        bench.server.put("a", "1");
        bench.server.refuse(
                operation -> operation instanceof Operation.Create,
                ApiFailure.of(Status.builder()
                        .code(422)
                        .reason("Invalid")
                        .message("ConfigMap \"more\" is invalid: data[password]: Invalid value: \"hunter2\": weak")
                        .details(d -> d.addCauses(
                                cause -> cause.reason("FieldValueInvalid").field("data[password]")))
                        .build()));
        reconciler.decision = _ -> Plan.of("more", create("more"));
        var running = started();
        var last = running.decisionLog().of("configmaps", A).getLast();
        assertThat(last.toString()).doesNotContain("hunter2");
        assertThat(last.outcomes())
                .singleElement()
                .asString()
                .endsWith(": refused, Invalid: data[password] (FieldValueInvalid)");
        assertThat(last.next()).isEqualTo("retries: Invalid: data[password] (FieldValueInvalid)");
        stop(running);
    }

    @Test
    void a_server_that_says_when_is_asked_then_and_nothing_grows() throws Exception {
        bench.server.put("a", "1");
        bench.server.refuse(
                operation -> operation instanceof Operation.Create,
                ApiFailure.of(Status.builder()
                        .code(429)
                        .message("later")
                        .details(d -> d.retryAfterSeconds(100))
                        .build()));
        reconciler.decision = _ -> Plan.of("more", create("more"));
        var running = started();
        for (int syncs = 2; syncs <= 4; syncs++) {
            assertThat(bench.clock.untilNextTimer()).contains(Duration.ofSeconds(100));
            bench.clock.advance(Duration.ofSeconds(100));
            awaitSyncs(syncs, running);
        }
        stop(running);
    }

    @Test
    void what_the_caches_do_not_show_yet_is_looked_for_soon_and_then_more_rarely() throws Exception {
        bench.server.put("a", "1");
        reconciler.isStale = true;
        var running = started();
        int syncs = 1;
        for (int millis : List.of(20, 40, 80, 160, 320, 640, 1000, 1000)) {
            assertThat(bench.clock.untilNextTimer()).contains(Duration.ofMillis(millis));
            bench.clock.advance(Duration.ofMillis(millis));
            awaitSyncs(++syncs, running);
        }
        stop(running);
    }

    @Test
    void a_key_is_not_observed_before_the_caches_show_its_own_writes() throws Exception {
        bench.server.put("a", "1");
        bench.server.beforeWrites(_ -> bench.server.silenceWatches());
        var isFirst = new AtomicBoolean(true);
        reconciler.decision = snapshot -> isFirst.getAndSet(false)
                ? Plan.of("once", Step.update(snapshot)).wakingIn(Duration.ofSeconds(1))
                : Plan.nothing("done");
        var running = started();

        bench.clock.advance(Duration.ofSeconds(1));
        Bench.await(() -> reconciler.staleSyncs.get() >= 1 && running.isQuiet());
        assertThat(reconciler.syncs).as("times observed").hasValue(1);

        bench.server.breakWatches();
        Bench.await(() -> {
            bench.clock.advance(Duration.ofMillis(20));
            return reconciler.syncs.get() >= 2;
        });
        stop(running);
    }

    @Test
    void a_live_read_that_fails_is_retried_with_back_off_and_leaves_its_reason() throws Exception {
        bench.server.put("a", "1");
        reconciler.reads = _ -> {
            throw new ApiException(Failures.transport("connection refused"));
        };
        var running = started();
        int syncs = 1;
        for (int millis : List.of(5, 10, 20, 40)) {
            assertThat(bench.clock.untilNextTimer()).contains(Duration.ofMillis(millis));
            bench.clock.advance(Duration.ofMillis(millis));
            awaitSyncs(++syncs, running);
        }
        var last = running.decisionLog().of("configmaps", A).getLast();
        assertThat(last.decided()).isEqualTo("nothing: a read from the API server failed");
        assertThat(last.next()).isEqualTo("retries: connection refused");
        stop(running);
    }

    @Test
    void a_live_read_that_the_server_wants_later_is_retried_then() throws Exception {
        bench.server.put("a", "1");
        reconciler.reads = _ -> {
            throw new ApiException(ApiFailure.of(Status.builder()
                    .code(429)
                    .message("busy")
                    .details(d -> d.retryAfterSeconds(7))
                    .build()));
        };
        var running = started();
        assertThat(bench.clock.untilNextTimer()).contains(Duration.ofSeconds(7));
        assertThat(running.decisionLog().of("configmaps", A).getLast().next()).isEqualTo("retries in PT7S: busy");
        stop(running);
    }

    @Test
    void a_plan_wakes_its_key() throws Exception {
        bench.server.put("a", "1");
        reconciler.decision = _ -> Plan.nothing("later").wakingIn(Duration.ofMinutes(3));
        reconciler.settlement = _ -> Plan.nothing("even later").wakingIn(Duration.ofMinutes(5));
        var running = started();
        assertThat(bench.clock.untilNextTimer()).contains(Duration.ofMinutes(3));
        stop(running);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void status_that_was_put_off_is_written_after_its_wait(boolean inSettle) throws Exception {
        if (inSettle) {
            writingStatus();
        } else {
            reconciler.decision = RunningReconcilerTest::statusPlan;
        }
        bench.server.put("a", "1");
        var running = started();
        awaitWrites(1);
        awaitSyncs(2, running); // at the echo of the write, which must not merge with what follows
        bench.server.put("a", "2");
        awaitSyncs(3, running); // our own write, then this one
        assertThat(bench.server.writes()).hasSize(1);
        assertThat(running.decisionLog().of("configmaps", A).getLast().outcomes())
                .containsExactly("update configmaps/status default/a: in 100 ms");
        bench.clock.advance(Duration.ofMillis(100));
        awaitWrites(2);
        stop(running);
    }

    @Test
    void stopping_writes_the_status_that_was_put_off() throws Exception {
        writingStatus();
        bench.server.put("a", "1");
        var running = started();
        awaitWrites(1);
        awaitSyncs(2, running); // at the echo of the write, which must not merge with what follows
        bench.server.put("a", "2");
        awaitSyncs(3, running);
        stop(running);
        assertThat(bench.server.writes()).hasSize(2);
    }

    @Test
    void stopping_behind_a_closed_gate_writes_nothing() throws Exception {
        writingStatus();
        bench.server.put("a", "1");
        var running = started();
        awaitWrites(1);
        awaitSyncs(2, running); // at the echo of the write, which must not merge with what follows
        bench.server.put("a", "2");
        awaitSyncs(3, running);
        bench.gate.set(false);
        stop(running);
        assertThat(bench.server.writes()).hasSize(1);
    }

    @Test
    void stopping_finishes_what_is_in_hand_and_begins_nothing_more() throws Exception {
        for (int i = 0; i < 20; i++) {
            bench.server.put("object-" + i, "1");
        }
        var held = new CountDownLatch(2);
        var release = new CountDownLatch(1);
        reconciler.decision = seen -> {
            held.countDown();
            awaitLatch(release);
            return Plan.of("a write", create("of-" + seen.name()));
        };
        var running = bench.running(Bench.spec(reconciler));
        running.start();
        held.await();
        var stopping = Thread.startVirtualThread(() -> {
            try {
                stop(running);
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        Bench.await(() -> stopping.getState() == Thread.State.TIMED_WAITING);
        release.countDown();
        stopping.join();
        assertThat(bench.server.writes()).hasSize(2);
    }

    @Test
    void complains_of_a_worker_that_holds_a_key_for_too_long() throws Exception {
        bench.server.put("a", "1");
        var release = new CountDownLatch(1);
        reconciler.decision = _ -> {
            awaitLatch(release);
            return Plan.nothing("at last");
        };
        var running = bench.running(Bench.spec(reconciler));
        running.start();
        awaitSyncs(1);
        bench.clock.advance(Duration.ofMinutes(10));
        assertThat(running.unhealthyReason()).isEmpty();
        assertThat(bench.stalled("test-controller")).isZero();
        bench.clock.advance(Duration.ofMinutes(1));
        assertThat(running.unhealthyReason()).contains("a worker has been busy with default/a for 11 minutes");
        assertThat(bench.stalled("test-controller")).isEqualTo(1);
        release.countDown();
        Bench.await(running::isQuiet);
        assertThat(running.unhealthyReason()).isEmpty();
        stop(running);
    }

    @Test
    void complains_of_a_queue_that_stands_still() throws Exception {
        var release = new CountDownLatch(1);
        for (var name : new String[] {"a", "b", "c"}) {
            bench.server.put(name, "1");
        }
        reconciler.decision = _ -> {
            awaitLatch(release);
            return Plan.nothing("at last");
        };
        var running = bench.running(Bench.spec(reconciler));
        running.start();
        awaitSyncs(2);
        bench.clock.advance(Duration.ofMinutes(6));
        assertThat(running.unhealthyReason()).contains("1 keys wait and none was taken for 6 minutes");
        release.countDown();
        Bench.await(running::isQuiet);
        assertThat(running.unhealthyReason()).isEmpty();
        stop(running);
    }

    private void writingStatus() {
        reconciler.settlement = RunningReconcilerTest::statusPlan;
    }

    private static Plan statusPlan(ConfigMap seen) {
        return seen.data().get("value").startsWith("seen")
                ? Plan.nothing("status is right")
                : Plan.of("status changed", status(seen));
    }

    /// A config map has no status; its data will do.
    private static Step status(ConfigMap seen) {
        var value = "seen " + seen.data().get("value");
        return Step.updateStatus(seen.withData(java.util.Map.of("value", value)), Step.Urgency.SOON);
    }

    private static Step create(String name) {
        return Step.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build());
    }

    private RunningController started() {
        var running = bench.running(Bench.spec(reconciler));
        running.start();
        int all = bench.store.size();
        awaitSyncs(all);
        Bench.await(running::isQuiet);
        return running;
    }

    private void stop(RunningController running) throws InterruptedException {
        assertThat(running.stop(bench.clock.deadlineIn(PATIENCE))).isTrue();
    }

    private void awaitSyncs(int count) {
        Bench.await(() -> reconciler.syncs.get() >= count);
    }

    /// And until what came of the last of them is in the queue.
    private void awaitSyncs(int count, RunningController running) {
        Bench.await(() -> reconciler.syncs.get() >= count && running.isQuiet());
    }

    private void awaitWrites(int count) {
        Bench.await(() -> bench.server.writes().size() >= count);
    }

    private void awaitTimer() {
        Bench.await(() -> bench.clock.untilNextTimer().isPresent());
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
