package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.UnreliableServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One trouble at a time; [InformerTortureTest] has them all at once.
@Timeout(60)
class InformerTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final UnreliableServer server = new UnreliableServer(clock);
    private final Client client = new Client(server, ClientSettings.usual().withoutRateLimit(), clock, new Metrics());
    private final Store<ConfigMap> store = new Store<>(ConfigMap.CONFIG_MAPS);
    private final Metrics metrics = new Metrics();
    private final Mirror<ConfigMap> mirror = new Mirror<>();
    private final Informer<ConfigMap> informer = new Informer<>(
            client.on(ConfigMap.CONFIG_MAPS),
            store,
            new InformerMetrics("test", metrics).of(ConfigMap.CONFIG_MAPS, store),
            clock,
            new Random(1));

    @AfterEach
    void stop() {
        informer.close();
        assertThat(mirror.nonsense()).isEmpty();
    }

    @Test
    void lists_then_follows() {
        server.put("a", "1");
        start();
        assertThat(store.isFilled()).isTrue();

        server.put("b", "1");
        server.put("a", "2");
        server.delete("b");
        awaitEqual();
        assertThat(store.position()).isEqualTo(server.revision());
        assertThat(server.lists()).isEqualTo(1);
    }

    @Test
    void counts_the_changes_it_takes_in() {
        start();
        server.put("a", "1");
        server.put("a", "2");
        await(() -> taken() >= 2);

        assertThat(sample("informer_store_resource_version")).isEqualTo(new Sample.Number(server.revision()));
        await(() -> sample("informer_queued_items").equals(new Sample.Number(0)));
    }

    private long taken() {
        return ((Sample.Distribution) sample("informer_processing_latency_seconds")).count();
    }

    private Sample.Value sample(String name) {
        return metrics.families().stream()
                .filter(family -> family.head().name().equals(name))
                .flatMap(family -> family.samples().stream())
                .filter(one -> one.labels().equals(List.of("test", "", "v1", "configmaps")))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void a_broken_watch_is_resumed_without_listing() {
        start();
        server.breakWatches();
        server.put("a", "1");
        awaitEqual();
        assertThat(server.lists()).isEqualTo(1);
    }

    @Test
    void an_expired_position_is_listed_anew_at_once() {
        server.put("a", "1");
        server.put("b", "1");
        start();
        server.down(true);
        server.delete("a");
        server.put("b", "2");
        server.put("c", "1");
        server.compact();
        server.down(false);
        awaitEqual();
        assertThat(server.lists()).isEqualTo(2);
        assertThat(informer.lastFailure()).isEmpty();
    }

    @Test
    void a_server_without_streamed_lists_is_paged() {
        server.refuse(
                operation -> operation instanceof Operation.Watch watch && watch.startsWithObjects(), 422, "Invalid");
        for (int i = 0; i < 1234; i++) {
            server.put("object-" + i, "1");
        }
        start();
        server.put("later", "1");
        awaitEqual();
        assertThat(server.lists()).isEqualTo(1);
    }

    @Test
    void a_stream_that_ends_before_all_were_sent_leaves_nothing_behind() {
        server.put("a", "1");
        server.endAtOnce(true);
        informer.start();
        await(() -> informer.lastFailure().isPresent());
        assertThat(store.isFilled()).isFalse();
        server.endAtOnce(false);
        store.onChange(mirror);
        awaitEqual();
    }

    @Test
    void watches_that_end_as_soon_as_they_open_come_further_and_further_apart() {
        start();
        server.endAtOnce(true);
        server.endWatches();
        int before = server.requests();
        pass(Duration.ofMinutes(5));
        assertThat(server.requests() - before).isBetween(5, 25);
        assertThat(informer.lastFailure()).containsInstanceOf(ApiFailure.Transport.class);

        server.endAtOnce(false);
        server.put("a", "1");
        awaitEqual();
        assertThat(informer.lastFailure()).isEmpty();
    }

    @Test
    void a_server_that_expires_every_position_is_not_listed_in_a_hurry() {
        start();
        server.refuse(
                operation -> operation instanceof Operation.Watch watch && !watch.startsWithObjects(), 410, "Expired");
        server.breakWatches();
        // Every new list is followed by a watch that breaks, then by a refused one.
        for (int i = 0; i < 300; i++) {
            pass(Duration.ofSeconds(1));
            server.breakWatches();
        }
        assertThat(server.lists()).isBetween(5, 40);
    }

    @Test
    void a_half_open_connection_is_given_up() {
        start();
        server.put("a", "1");
        awaitEqual();
        server.silenceWatches();
        server.put("b", "1");
        clock.advance(UnreliableServer.LONGEST_SILENCE.minusSeconds(1));
        assertThat(store.size()).isEqualTo(1);
        awaitEqual();
    }

    @Test
    void a_cluster_restored_from_a_backup_is_listed_anew() {
        for (int i = 0; i < 50; i++) {
            server.put("object-" + i, "1");
        }
        start();
        server.restore(Map.of("object-1", "old", "gone", "back"), 110);
        server.breakWatches();
        awaitEqual();
        assertThat(store.position()).isEqualTo(server.revision());
    }

    @Test
    void a_position_of_which_nothing_is_heard_in_a_whole_watch_is_doubted() {
        start();
        server.endWatches(); // that of the list; the next one goes on from its position
        pass(Duration.ofSeconds(3));
        assertThat(server.lists()).isEqualTo(1);

        clock.advance(Duration.ofMinutes(6));
        server.endWatches();
        await(() -> server.lists() == 2);
    }

    @Test
    void a_bug_in_an_index_does_not_end_it() {
        store.index(new Index<>(ConfigMap.CONFIG_MAPS, "fragile", object -> {
            if ("poison".equals(object.data().get("value"))) {
                throw new IllegalStateException("expected by this test");
            }
            return java.util.List.of();
        }));
        start();
        server.put("a", "poison");
        await(() -> informer.lastFailure().isPresent());
        server.put("a", "harmless");
        server.put("b", "1");
        await(() -> store.size() == 2 && store.position() == server.revision());
    }

    @Test
    void resyncing_happens_between_events() {
        server.put("a", "1");
        start();
        var shown = new java.util.concurrent.CountDownLatch(1);
        store.onChange(change -> {
            if (change instanceof Change.Resynced<ConfigMap>) {
                shown.countDown();
            }
        });
        informer.resync();
        server.put("b", "1");
        await(() -> shown.getCount() == 0);
        awaitEqual();
    }

    @Test
    void closing_ends_a_wait_as_well_as_a_watch() {
        start();
        server.down(true);
        await(() -> informer.lastFailure().isPresent());
        informer.close();
        server.down(false);
        int before = server.requests();
        clock.advance(Duration.ofMinutes(10));
        assertThat(server.requests()).isEqualTo(before);
    }

    private void start() {
        store.onChange(mirror);
        informer.start();
        await(store::isFilled);
    }

    private void awaitEqual() {
        await(() -> mirror.versions().equals(server.versions()));
        await(() -> store.position() == server.revision());
        assertThat(store.size()).isEqualTo(server.versions().size());
    }

    private void await(BooleanSupplier condition) {
        new PassingTime(clock, server).until(condition);
    }

    private void pass(Duration duration) {
        new PassingTime(clock, server).pass(duration);
    }
}
