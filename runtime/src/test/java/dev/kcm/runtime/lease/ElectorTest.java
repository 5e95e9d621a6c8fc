package dev.kcm.runtime.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ElectorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration SECOND = Duration.ofSeconds(1);

    /// Of real time: long enough for the other threads to act before virtual time goes on.
    private static final Duration MOMENT = Duration.ofMillis(2);

    private final VirtualClock clock = new VirtualClock(START);
    private final Metrics metrics = new Metrics();
    private final MemoryLease lease = new MemoryLease();
    private final News news = new News();
    private volatile CountDownLatch windingDown = new CountDownLatch(0);
    private volatile CountDownLatch stopping = new CountDownLatch(0);
    private final AtomicReference<Fence> lastFence = new AtomicReference<>();

    @Test
    void leads_records_an_event_and_gives_the_lease_up_when_closed() throws InterruptedException {
        var elector = elector(true);
        elector.start();
        awaitAll("event me became leader", "started", "leader me");
        assertThat(isLeaderMetric()).isEqualTo(1);
        assertThat(fence().isOpen()).isTrue();

        closeWhileTimePasses(elector);

        awaitAll("event me stopped leading", "stopped with a closed fence", "leader ");
        assertThat(isLeaderMetric()).isZero();
        assertThat(lease.record().orElseThrow().holder()).isEmpty();
        assertThat(lease.record().orElseThrow().durationSeconds()).isEqualTo(1);
    }

    @Test
    void closing_lets_the_term_come_to_rest_behind_an_open_fence_while_it_renews() throws InterruptedException {
        var elector = elector(true);
        elector.start();
        await("started");
        windingDown = new CountDownLatch(1);
        var closing = Thread.startVirtualThread(elector::close);
        await("stopping with an open fence");
        var before = clock.instant();
        while (clock.instant().isBefore(before.plusSeconds(60))) {
            clock.advance(min(clock.awaitTimers(1), SECOND));
            assertThat(fence().isEnded()).isFalse();
        }
        assertThat(lease.record().orElseThrow().holder()).isEqualTo("me");

        windingDown.countDown();

        await("stopped with a closed fence");
        closing.join();
        assertThat(lease.record().orElseThrow().holder()).isEmpty();
    }

    @Test
    void closed_without_releasing_it_leaves_the_lease_to_run_out() throws InterruptedException {
        var elector = elector(false);
        elector.start();
        await("started");
        closeWhileTimePasses(elector);

        assertThat(lease.record().orElseThrow().holder()).isEqualTo("me");
        assertThat(fence().isOpen()).isFalse();
    }

    @Test
    void a_standby_takes_over_at_once_when_the_leader_releases() throws InterruptedException {
        lease.put(heldBy("other"));
        var elector = elector(true);
        elector.start();
        awaitWithoutTime("leader other");

        lease.put(heldBy("other").released(START));

        awaitWithoutTime("started");
        assertThat(clock.instant()).isEqualTo(START);
        assertThat(lease.record().orElseThrow().transitions()).isEqualTo(4);
        closeWhileTimePasses(elector);
    }

    @Test
    void a_standby_takes_over_when_the_leader_is_silent_for_its_lease() throws InterruptedException {
        lease.put(heldBy("other"));
        var elector = elector(true);
        elector.start();
        awaitWithoutTime("leader other");

        await("started");

        assertThat(clock.instant()).isAfterOrEqualTo(START.plusSeconds(15));
        closeWhileTimePasses(elector);
    }

    @Test
    void a_leader_without_a_server_steps_down_and_comes_back() throws InterruptedException {
        var elector = elector(true);
        elector.start();
        await("started");
        var first = fence();
        lease.setUnreachable(true);

        await("stopped with a closed fence");
        assertThat(clock.instant()).isBeforeOrEqualTo(START.plusSeconds(60));
        lease.setUnreachable(false);
        await("started");

        assertThat(first.isOpen()).isFalse();
        assertThat(fence().isOpen()).isTrue();
        closeWhileTimePasses(elector);
    }

    @Test
    void the_health_check_fails_for_a_leader_that_should_have_stepped_down_long_ago() throws InterruptedException {
        stopping = new CountDownLatch(1);
        var elector = elector(true);
        elector.start();
        await("started");
        lease.setUnreachable(true);
        await("event me stopped leading");
        assertThat(elector.unhealthyReason()).isEmpty();

        clock.advance(Duration.ofSeconds(36));

        assertThat(elector.unhealthyReason()).contains("failed election to renew leadership on lease test");
        stopping.countDown();
        await("stopped with a closed fence");
        lease.setUnreachable(false);
        await("started");
        assertThat(elector.unhealthyReason()).isEmpty();
        closeWhileTimePasses(elector);
    }

    @Test
    void yields_to_whom_the_server_prefers_when_the_term_has_come_to_rest_and_stands_by() throws InterruptedException {
        lease.put(appointed(""));
        var elector =
                elector(ElectionSettings.usual("test", "me", LeaseTimes.USUAL).coordinated());
        elector.start();
        awaitWithoutTime("event me became leader");
        windingDown = new CountDownLatch(1);
        lease.put(appointed("other"));
        await("stopping with an open fence");
        assertThat(lease.record().orElseThrow().holder()).isEqualTo("me");

        windingDown.countDown();

        awaitAll("stopped with a closed fence", "leader ");
        assertThat(lease.record().orElseThrow().holder()).isEmpty();
        lease.put(appointed(""));
        await("event me became leader");
        closeWhileTimePasses(elector);
    }

    private Fence fence() {
        return Objects.requireNonNull(lastFence.get());
    }

    private Elector elector(boolean isReleasing) {
        return elector(new ElectionSettings("test", "me", LeaseTimes.USUAL, isReleasing, false));
    }

    private Elector elector(ElectionSettings settings) {
        return new Elector(
                settings,
                lease.lock(),
                new Listener(),
                what -> news.add("event " + what),
                clock,
                new Random(1),
                metrics);
    }

    private static LeaseRecord heldBy(String identity) {
        var time = Optional.of(START);
        return new LeaseRecord(identity, 15, time, time, 3, "", "");
    }

    private static LeaseRecord appointed(String preferred) {
        var time = Optional.of(START);
        return new LeaseRecord("me", 5, time, time, 3, "OldestEmulationVersion", preferred);
    }

    private void awaitAll(String... wanted) throws InterruptedException {
        for (var one : wanted) {
            await(one);
        }
    }

    /// Lets time pass until there is that news.
    private void await(String wanted) throws InterruptedException {
        while (!news.remove(wanted, MOMENT)) {
            passTime();
        }
    }

    /// Giving the lease up may take a second try, and that a while.
    private void closeWhileTimePasses(Elector elector) throws InterruptedException {
        var closing = Thread.startVirtualThread(elector::close);
        while (!closing.join(MOMENT)) {
            passTime();
        }
    }

    private void awaitWithoutTime(String wanted) throws InterruptedException {
        assertThat(news.remove(wanted, Duration.ofSeconds(20)))
                .as("news of \"%s\", not only of %s", wanted, news)
                .isTrue();
    }

    /// A second at most, as nobody acts while the clock moves.
    private void passTime() {
        clock.untilNextTimer().ifPresent(next -> clock.advance(min(next, SECOND)));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private double isLeaderMetric() {
        return metrics.gauge("leader_election_master_status", "", "name")
                .with("test")
                .value();
    }

    /// What happened, for those who wait for it. Thread-safe.
    private static final class News {
        private final List<String> all = new ArrayList<>();

        synchronized void add(String item) {
            all.add(item);
            notifyAll();
        }

        /// Whether it came within so much real time.
        synchronized boolean remove(String wanted, Duration patience) throws InterruptedException {
            var deadline = Clock.system().deadlineIn(patience);
            while (!all.remove(wanted)) {
                if (deadline.hasPassed()) {
                    return false;
                }
                wait(deadline.remaining().toMillis() + 1);
            }
            return true;
        }

        @Override
        public synchronized String toString() {
            return all.toString();
        }
    }

    private final class Listener implements ElectionListener {
        @Override
        public void started(Fence begun) {
            lastFence.set(begun);
            news.add("started");
        }

        @Override
        public void stopped() {
            hang(stopping);
            news.add("stopped with %s fence".formatted(fence().isOpen() ? "an open" : "a closed"));
        }

        @Override
        public void stopping() {
            news.add("stopping with %s fence".formatted(fence().isOpen() ? "an open" : "a closed"));
            hang(windingDown);
        }

        private void hang(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void newLeader(String identity) {
            news.add("leader " + identity);
        }
    }
}
