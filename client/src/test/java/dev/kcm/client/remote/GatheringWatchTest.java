package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.config.TrustSource;
import dev.kcm.client.http.ScriptedServer;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.model.core.v1.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A watch whose reader is in no hurry waits before it reads, and then reads all that has come.
@Timeout(60)
class GatheringWatchTest {
    private static final Duration TIME = Duration.ofMillis(100);

    /// While the reader sleeps the server sends two events, and the reader wakes when they are on their way.
    private static final class SleepySide implements Clock {
        private final VirtualClock time = new VirtualClock(Instant.EPOCH);
        private final BlockingQueue<String> toSend = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        private final List<Duration> slept = new CopyOnWriteArrayList<>();

        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            return time.after(delay, task);
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            slept.add(duration);
            int number = 2 * slept.size();
            toSend.add(chunk(number) + chunk(number + 1));
            sent.take();
        }
    }

    private final SleepySide clock = new SleepySide();

    @Test
    void one_pause_for_all_events_that_came_meanwhile() throws Exception {
        try (var server = server();
                var client = RemoteServer.client(
                        config(server), "test/1", ClientSettings.usual().withoutRateLimit(), clock, new Metrics());
                var watch = client.on(ConfigMap.CONFIG_MAPS).watch(WatchQuery.everything())) {
            assertThat(watch.next()).isPresent();
            assertThat(clock.slept).as("nobody has asked it to gather").isEmpty();
            watch.gather(TIME);

            assertThat(watch.next()).isPresent();
            assertThat(watch.next()).isPresent();
            assertThat(clock.slept).containsExactly(TIME);
            assertThat(watch.next()).isPresent();
            assertThat(clock.slept).containsExactly(TIME, TIME);
        }
    }

    private ScriptedServer server() {
        return ScriptedServer.playing(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + chunk(1));
            for (; ; ) {
                var next = clock.toSend.take();
                peer.send(next);
                clock.sent.add(next);
            }
        });
    }

    private static String chunk(int number) {
        var line =
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"n%d\",\"namespace\":\"default\",\"resourceVersion\":\"%d\"}}}\n"
                        .formatted(number, number);
        return Integer.toHexString(line.length()) + "\r\n" + line + "\r\n";
    }

    private static ClientConfig config(ScriptedServer server) {
        return new ClientConfig(
                ServerAddress.parse("http://127.0.0.1:" + server.port()),
                new TrustSource.Anyone(),
                Optional.empty(),
                FixedCredentials.ANONYMOUS,
                Optional.empty(),
                Optional.empty(),
                "default");
    }
}
