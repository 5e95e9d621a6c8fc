package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.config.TrustSource;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.real.IdleClosingProxy;
import dev.kcm.runtime.real.WatchServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/// A cache behind a load balancer that closes connections which are quiet. Virtual time, real sockets: before time
/// passes, everything sent has arrived.
@Isolated // what is logged belongs to the whole process
@Timeout(60)
class QuietConnectionsTest {
    private static final Duration USUAL = Duration.ofSeconds(20);
    private static final Duration LONGER = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Logger LOGGER = Logger.getLogger("dev.kcm");

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final WatchServer server;
    private final IdleClosingProxy balancer;
    private final Client client;
    private final Store<ConfigMap> store = new Store<>(ConfigMap.CONFIG_MAPS);
    private final Informer<ConfigMap> informer;
    private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
    private final List<String> logged = Collections.synchronizedList(new ArrayList<>());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    QuietConnectionsTest() throws IOException {
        server = new WatchServer(clock);
        balancer = new IdleClosingProxy(server.port(), USUAL, clock);
        var config = new ClientConfig(
                ServerAddress.parse("http://127.0.0.1:" + balancer.port()),
                new TrustSource.Anyone(),
                Optional.empty(),
                FixedCredentials.ANONYMOUS,
                Optional.empty(),
                Optional.empty(),
                "default");
        client = RemoteServer.client(config, "test", ClientSettings.usual().withoutRateLimit(), clock, new Metrics());
        informer = new Informer<>(client.on(ConfigMap.CONFIG_MAPS), store, clock, new Random(1));
        store.onChange(change -> changes.add(
                change.getClass().getSimpleName() + " " + change.object().resourceVersion()));
    }

    @BeforeEach
    void start() throws InterruptedException {
        LOGGER.addHandler(handler);
        informer.start();
        assertThat(nextWatch()).contains("sendInitialEvents=true");
        assertThat(changes.take()).isEqualTo("Added 1");
    }

    @AfterEach
    void stop() throws IOException {
        LOGGER.removeHandler(handler);
        informer.close();
        client.close();
        balancer.close();
        server.close();
    }

    @Test
    void a_watch_that_is_closed_while_quiet_goes_on_at_once_each_time() throws Exception {
        for (int round = 1; round <= 10; round++) {
            quietUntilClosed(round);
            assertThat(nextWatch()).as("after %d", round).contains("resourceVersion=" + round + "&");

            server.change(round + 1);
            assertThat(changes.take()).isEqualTo("Updated " + (round + 1));
        }
        assertThat(changes).as("nothing is shown twice").isEmpty();
        assertThat(server.requests()).as("one watch for each that was closed").isEmpty();
        assertThat(informer.lastFailure()).isEmpty();
        assertThat(logged).isEmpty();
    }

    @Test
    void pauses_do_not_grow_although_nothing_is_ever_heard() throws Exception {
        for (int round = 1; round <= 10; round++) {
            quietUntilClosed(round);
            assertThat(nextWatch()).as("after %d", round).contains("resourceVersion=1&");
        }
        assertThat(server.requests()).isEmpty();
        assertThat(informer.lastFailure()).isEmpty();
        assertThat(logged).isEmpty();
    }

    @Test
    void learns_how_long_it_may_be_quiet_and_asks_for_shorter_watches() throws Exception {
        clock.advance(USUAL);
        assertThat(WatchServer.timeout(nextWatch())).isGreaterThanOrEqualTo(LONG);
        clock.advance(USUAL);
        assertThat(balancer.closedIdle()).isEqualTo(2);

        for (int watch = 1; watch <= 12; watch++) {
            assertThat(WatchServer.timeout(nextWatch())).as("watch %d", watch).isEqualTo(Duration.ofSeconds(15));
            clock.advance(Duration.ofSeconds(15));
        }
        nextWatch();
        assertThat(balancer.closedIdle()).as("closed by the balancer").isEqualTo(2);
        assertThat(balancer.opened())
                .as("watches that end keep their connection")
                .isEqualTo(3);
        server.change(2);
        assertThat(changes.take()).isEqualTo("Updated 2");
        assertThat(logged).hasSize(1);
        assertThat(logged.getFirst()).startsWith("INFO").contains("are closed when quiet for");
    }

    @Test
    void a_position_is_doubted_after_as_long_without_a_word_in_short_watches_as_in_one() throws Exception {
        var began = clock.instant();
        var watch = "";
        for (var quiet = USUAL;
                !watch.contains("sendInitialEvents=true");
                quiet = shorter(WatchServer.timeout(watch))) {
            clock.advance(quiet);
            watch = nextWatch();
        }
        assertThat(Duration.between(began, clock.instant()))
                .isBetween(LONG, LONG.plus(USUAL).plus(USUAL));
    }

    private static Duration shorter(Duration timeout) {
        return timeout.compareTo(USUAL) < 0 ? timeout : USUAL;
    }

    /// No two rounds in a row are alike, so that there is nothing to learn.
    private void quietUntilClosed(int round) {
        int before = balancer.closedIdle();
        balancer.idleTimeout(round % 2 == 0 ? USUAL : LONGER); // holds for the next connection
        clock.advance(round % 2 == 0 ? LONGER : USUAL);
        assertThat(balancer.closedIdle()).isEqualTo(before + 1);
    }

    /// The target of the next watch, once its answer has reached the client's socket.
    private String nextWatch() throws InterruptedException {
        var target = server.requests().poll(10, TimeUnit.SECONDS);
        assertThat(target).as("a watch opened without any time passing").isNotNull();
        awaitDelivered();
        return target;
    }

    private void awaitDelivered() throws InterruptedException {
        balancer.awaitDelivered(server.sent());
    }
}
