package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.UnreliableServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FreshnessBarrierTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final UnreliableServer server = new UnreliableServer(clock);
    private final Client client = new Client(server, ClientSettings.usual().withoutRateLimit(), clock, new Metrics());
    private final Informers informers = new Informers(client, clock, new Random(1));
    private final Store<ConfigMap> store = informers.store(ConfigMap.CONFIG_MAPS);
    private final AtomicBoolean isWanted = new AtomicBoolean(true);

    @BeforeEach
    void fill() {
        server.put("changes", "1");
        server.put("goes", "1");
        server.put("stays", "1");
        informers.start();
        await(store::isFilled);
        server.silenceWatches();
    }

    @AfterEach
    void close() {
        informers.close();
    }

    @Test
    void waits_for_what_was_created() {
        server.put("new", "1");
        waitsUntilTheWatchLives();
    }

    @Test
    void waits_for_what_was_changed() {
        server.put("changes", "2");
        waitsUntilTheWatchLives();
    }

    @Test
    void waits_for_what_was_deleted() {
        server.delete("goes");
        waitsUntilTheWatchLives();
    }

    /// Its position is old and will be until something happens, yet it lacks nothing.
    @Test
    void an_idle_cache_holds_nobody_up() {
        server.put("brief", "1");
        server.delete("brief");
        var waiting = waiting();

        await(() -> !waiting.isAlive());
        assertThat(store.position()).isLessThan(server.revision());
    }

    @Test
    void a_large_cache_that_moves_is_not_listed_again() {
        for (int i = 0; i < 1000; i++) {
            server.put("object-" + i, "1");
        }
        server.breakWatches();
        await(() -> store.size() == 1003);
        server.put("changes", "2");
        int before = server.lists();
        var waiting = waiting();

        await(() -> !waiting.isAlive());
        assertThat(server.lists()).isEqualTo(before + 1);
    }

    @Test
    void a_server_that_fails_is_asked_again() {
        server.refuse(Operation.ListObjects.class::isInstance, 500, "InternalError");
        server.put("changes", "2");
        var waiting = waiting();
        pass(Duration.ofSeconds(2));
        assertThat(waiting.isAlive()).isTrue();

        server.accept();
        server.breakWatches();
        await(() -> !waiting.isAlive());
    }

    @Test
    void nobody_waits_when_the_term_is_over() {
        server.put("new", "1");
        var waiting = waiting();
        pass(Duration.ofSeconds(1));
        assertThat(waiting.isAlive()).isTrue();

        isWanted.set(false);
        await(() -> !waiting.isAlive());
    }

    private void waitsUntilTheWatchLives() {
        var waiting = waiting();
        pass(Duration.ofSeconds(7));
        assertThat(waiting.isAlive()).isTrue();

        server.breakWatches();
        await(() -> !waiting.isAlive());
        assertThat(store.position()).isEqualTo(server.revision());
    }

    private Thread waiting() {
        var catchUp = FreshnessBarrier.begun(Set.of(ConfigMap.CONFIG_MAPS), informers, client, clock, isWanted::get);
        return Thread.startVirtualThread(() -> {
            try {
                catchUp.await(List.of(ConfigMap.CONFIG_MAPS));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void await(BooleanSupplier condition) {
        new PassingTime(clock, server).until(condition);
    }

    private void pass(Duration duration) {
        new PassingTime(clock, server).pass(duration);
    }
}
