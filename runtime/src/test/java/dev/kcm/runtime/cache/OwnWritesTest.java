package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.runtime.UnreliableServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
    private static final ObjectKey OWNER = ObjectKey.of("default", "owner");

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final Client client = new Client(new UnreliableServer(clock), ClientSettings.usual(), clock, new Metrics());
    private final Informers informers = new Informers(client, clock, new Random(1));
    private final Store<ConfigMap> store = informers.store(ConfigMap.CONFIG_MAPS);
    private final OwnWrites ownWrites = new OwnWrites(informers, clock);

    @Test
    void a_write_is_shown_when_the_cache_has_come_to_it() {
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "20");
        store.advanceTo(19);
        assertThat(ownWrites.areShown(OWNER)).isFalse();
        store.advanceTo(20);
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    @Test
    void the_resource_that_is_behind_is_told() {
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "20");
        store.advanceTo(19);
        assertThat(ownWrites.behind(OWNER)).contains(ConfigMap.CONFIG_MAPS);
        store.advanceTo(20);
        assertThat(ownWrites.behind(OWNER)).isEmpty();
    }

    @Test
    void the_newest_of_several_writes_counts_in_whatever_order_they_come_in() {
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "30");
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "20");
        store.advanceTo(25);
        assertThat(ownWrites.areShown(OWNER)).isFalse();
        store.advanceTo(30);
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    @Test
    void a_deletion_is_shown_when_the_object_is_gone_going_or_another() {
        store.apply(object("gone", "uid-1"), false);
        store.apply(object("going", "uid-2"), false);
        store.apply(object("other", "uid-3"), false);
        for (var name : new String[] {"gone", "going", "other"}) {
            var key = ObjectKey.of("default", name);
            ownWrites.deleted(
                    OWNER, ConfigMap.CONFIG_MAPS, key, store.find(key).get().uid());
        }
        assertThat(ownWrites.areShown(OWNER)).isFalse();
        store.remove(object("gone", "uid-1"));
        store.apply(
                object("going", "uid-2")
                        .withMetadata(m -> m.resourceVersion("9").deletionTimestamp(Instant.EPOCH)),
                false);
        assertThat(ownWrites.areShown(OWNER)).isFalse();
        store.apply(object("other", "uid-4"), false);
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    @Test
    void what_is_not_shown_in_five_minutes_is_given_up() {
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "20");
        clock.advance(Duration.ofMinutes(4));
        assertThat(ownWrites.areShown(OWNER)).isFalse();
        clock.advance(Duration.ofMinutes(1));
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    @Test
    void each_key_waits_for_its_own_writes_only() {
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "20");
        assertThat(ownWrites.areShown(ObjectKey.of("default", "another"))).isTrue();
        ownWrites.forget(OWNER);
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    @Test
    void what_nobody_caches_or_cannot_be_compared_is_not_waited_for() {
        ownWrites.wrote(OWNER, Secret.SECRETS, "20");
        ownWrites.wrote(OWNER, ConfigMap.CONFIG_MAPS, "not-a-number");
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    private static ConfigMap object(String name, String uid) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name).uid(uid).resourceVersion("1"))
                .build();
    }
}
