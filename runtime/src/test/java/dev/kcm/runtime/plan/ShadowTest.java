package dev.kcm.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ShadowTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final Metrics metrics = new Metrics();
    private final UnreliableServer server = new UnreliableServer(clock);
    private final Client client = new Client(server, ClientSettings.usual().withoutRateLimit(), clock, metrics);
    private final Informers informers = new Informers(client, clock, new Random(1));
    private final Store<ConfigMap> store = informers.store(ConfigMap.CONFIG_MAPS);
    private final Shadow shadow = new Shadow(informers, clock, metrics);
    private final ShadowListener ours = shadow.of("test-controller");

    @BeforeEach
    void fill() {
        server.put("a", "1");
        server.put("b", "1");
        informers.start();
        awaitCache();
    }

    @AfterEach
    void close() {
        informers.close();
    }

    @Test
    void what_the_leader_does_too_is_agreed() {
        ours.withheld(Step.delete(held("a")));
        ours.withheld(Step.updateStatus(held("b"), Step.Urgency.SOON));
        ours.withheld(Step.create(object("c")));
        assertThat(verdicts()).isEqualTo("agreed 0, alone 0");

        server.delete("a");
        server.put("b", "2");
        server.put("c", "1");
        awaitCache();
        clock.advance(Shadow.WAIT);
        assertThat(verdicts()).isEqualTo("agreed 3, alone 0");
    }

    @Test
    void what_the_leader_does_not_do_in_time_leaves_us_alone() {
        ours.withheld(Step.delete(held("a")));
        clock.advance(Shadow.WAIT);
        assertThat(verdicts()).isEqualTo("agreed 0, alone 1");

        server.delete("a");
        awaitCache();
        assertThat(verdicts()).isEqualTo("agreed 0, alone 1");
    }

    @Test
    void deciding_the_same_again_counts_once() {
        for (int i = 0; i < 5; i++) {
            ours.withheld(Step.update(held("a")));
        }
        server.put("a", "2");
        awaitCache();
        clock.advance(Shadow.WAIT);
        assertThat(verdicts()).isEqualTo("agreed 1, alone 0");
    }

    @Test
    void objects_with_chosen_names_are_counted() {
        var several = Step.create(ConfigMap.builder()
                        .metadata(m -> m.namespace("default").generateName("made-"))
                        .build())
                .times(3);
        ours.withheld(several);
        ours.withheld(several);
        for (int i = 0; i < 2; i++) {
            client.send(several.operation());
        }
        awaitCache();
        clock.advance(Shadow.WAIT);
        assertThat(verdicts()).isEqualTo("agreed 2, alone 1");
    }

    @Test
    void a_leader_who_was_faster_than_the_plan_agrees() {
        var before = held("a");
        server.delete("a");
        awaitCache();
        ours.withheld(Step.delete(before));
        assertThat(verdicts()).isEqualTo("agreed 1, alone 0");
    }

    @Test
    void writes_that_no_cache_shows_are_unseen() {
        ours.withheld(Step.create(
                Secret.builder().metadata(m -> m.namespace("default").name("a")).build()));
        assertThat(count("unseen")).isEqualTo(1);
    }

    private ConfigMap held(String name) {
        return store.find(ObjectKey.of("default", name)).orElseThrow();
    }

    private void awaitCache() {
        while (!store.isFilled() || store.told() != server.revision()) {
            Thread.yield();
        }
    }

    private String verdicts() {
        return "agreed %d, alone %d".formatted(count("agreed"), count("alone"));
    }

    private int count(String verdict) {
        return (int) metrics.counter("kcm_shadow_writes_total", "", "controller", "verdict")
                .with("test-controller", verdict)
                .value();
    }

    private static ConfigMap object(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build();
    }
}
