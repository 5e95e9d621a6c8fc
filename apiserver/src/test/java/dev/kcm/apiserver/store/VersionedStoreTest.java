package dev.kcm.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.store.log.DiskDirectory;
import dev.kcm.apiserver.store.log.FileWriteAheadLog;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionedStoreTest {
    private static final int KEYS = 40;

    private final VersionedStore store = VersionedStore.inMemory();

    @Test
    void a_write_gets_the_next_revision_of_the_whole_store() throws Exception {
        var map = write(store, configMap("a", "1"));
        store.commit(Secret.SECRETS, ObjectKey.of("ns", "s"), null, Secret.EMPTY);
        assertThat(map.resourceVersion()).isEqualTo("2");
        assertThat(store.revision()).isEqualTo(3);
        assertThat(store.contents(ConfigMap.CONFIG_MAPS).revision()).isEqualTo(3);
    }

    @Test
    void a_write_over_something_else_than_was_read_is_refused() throws Exception {
        var first = write(store, configMap("a", "1"));
        store.commit(ConfigMap.CONFIG_MAPS, first.key(), first, configMap("a", "2"));
        assertThat(store.commit(ConfigMap.CONFIG_MAPS, first.key(), first, null))
                .isEmpty();
        assertThat(store.commit(ConfigMap.CONFIG_MAPS, first.key(), null, first))
                .isEmpty();
    }

    @Test
    void a_removed_object_is_told_with_the_revision_of_its_removal() throws Exception {
        var first = write(store, configMap("a", "1"));
        var watcher = store.watch(ConfigMap.CONFIG_MAPS, store.revision());
        store.commit(ConfigMap.CONFIG_MAPS, first.key(), first, null);
        var change = watcher.poll().orElseThrow();
        assertThat(change.isRemoval()).isTrue();
        assertThat(change.state().resourceVersion()).isEqualTo("3");
        assertThat(change.before()).isEqualTo(first);
    }

    @Test
    void a_dash_in_a_namespace_sorts_before_its_end_as_in_etcd() throws Exception {
        for (var key : List.of("a/x", "a-b/x", "a/b", "b/a", "/z")) {
            var parsed = ObjectKey.of(key.split("/", -1)[0], key.split("/", -1)[1]);
            store.commit(ConfigMap.CONFIG_MAPS, parsed, null, named(parsed));
        }
        assertThat(store.contents(ConfigMap.CONFIG_MAPS).objects())
                .extracting(object -> object.namespace() + "/" + object.name())
                .containsExactly("/z", "a-b/x", "a/b", "a/x", "b/a");
    }

    @Test
    void history_ends_where_it_was_compacted() throws Exception {
        write(store, configMap("a", "1"));
        write(store, configMap("b", "1"));
        write(store, configMap("c", "1"));
        store.compact(3);
        assertThat(store.watch(ConfigMap.CONFIG_MAPS, 3).poll()).isPresent();
        assertThat(store.contentsAt(ConfigMap.CONFIG_MAPS, 3).objects().size()).isEqualTo(2);
        assertThatThrownBy(() -> store.watch(ConfigMap.CONFIG_MAPS, 2))
                .isInstanceOf(CompactedException.class)
                .hasMessage("too old resource version: 2 (3)");
    }

    @Test
    void a_watcher_too_far_behind_is_cut_off_and_others_are_not() throws Exception {
        var small = VersionedStore.open(WriteAheadLog.none(), new HistoryLimits(100, 10));
        var slow = small.watch(ConfigMap.CONFIG_MAPS, 1);
        var quick = small.watch(ConfigMap.CONFIG_MAPS, 1);
        for (int i = 0; i < 30; i++) {
            write(small, configMap("m" + i, "1"));
            assertThat(quick.poll()).isPresent();
        }
        assertThat(slow.isCutOff()).isTrue();
        assertThat(slow.await()).isInstanceOf(Watcher.Event.Ended.class);
        assertThat(quick.isEnded()).isFalse();
    }

    @Test
    void a_waiting_watcher_is_woken_by_a_change_a_nudge_and_its_end() throws Exception {
        var watcher = store.watch(ConfigMap.CONFIG_MAPS, 1);
        var events = new LinkedBlockingQueue<Watcher.Event>();
        var reader = Thread.ofVirtual().start(() -> {
            try {
                Watcher.Event event;
                do {
                    event = watcher.await();
                    events.add(event);
                } while (!(event instanceof Watcher.Event.Ended));
            } catch (InterruptedException problem) {
                throw new IllegalStateException(problem);
            }
        });
        write(store, configMap("a", "1"));
        assertThat(events.take()).isInstanceOf(Watcher.Event.Changed.class);
        watcher.nudge();
        assertThat(events.take()).isInstanceOf(Watcher.Event.Nudged.class);
        watcher.close();
        assertThat(events.take()).isInstanceOf(Watcher.Event.Ended.class);
        reader.join();
        assertThat(events).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void random_writes_equal_a_plain_map_at_every_revision_and_watchers_see_exactly_them(long seed) throws Exception {
        var random = new Random(seed);
        var plain = new TreeMap<String, KubeObject>();
        var watcher = store.watch(ConfigMap.CONFIG_MAPS, 1);
        var replayed = new TreeMap<String, KubeObject>();
        for (int i = 0; i < 1500; i++) {
            randomWrite(random, plain);
            watcher.poll().ifPresent(change -> replay(change, replayed));
            assertThat(replayed).isEqualTo(plain);
            if (i % 50 == 0) {
                var held = store.contents(ConfigMap.CONFIG_MAPS);
                assertThat(held.objects()).containsExactlyElementsOf(plain.values());
                assertThat(held.objects().size()).isEqualTo(plain.size());
                var after = "m" + random.nextInt(KEYS);
                assertThat(held.objects().after(ObjectKey.of("ns", after)))
                        .containsExactlyElementsOf(plain.tailMap(after, false).values());
                assertThat(store.contentsAt(ConfigMap.CONFIG_MAPS, held.revision())
                                .objects())
                        .containsExactlyElementsOf(plain.values());
            }
        }
    }

    @Test
    void what_was_acknowledged_is_there_after_opening_the_file_again(@TempDir Path folder) throws Exception {
        var random = new Random(7);
        var plain = new TreeMap<String, KubeObject>();
        long revision;
        try (var durable = VersionedStore.open(
                FileWriteAheadLog.open(new DiskDirectory(folder, true), Clock.system()), HistoryLimits.DEFAULT)) {
            for (int i = 0; i < 300; i++) {
                randomWrite(durable, random, plain);
            }
            revision = durable.revision();
        }
        try (var again = VersionedStore.open(
                FileWriteAheadLog.open(new DiskDirectory(folder, true), Clock.system()), HistoryLimits.DEFAULT)) {
            assertThat(again.revision()).isEqualTo(revision);
            assertThat(again.contents(ConfigMap.CONFIG_MAPS).objects()).containsExactlyElementsOf(plain.values());
            assertThatThrownBy(() -> again.watch(ConfigMap.CONFIG_MAPS, revision - 1))
                    .isInstanceOf(CompactedException.class);
        }
    }

    private void randomWrite(Random random, TreeMap<String, KubeObject> plain) throws Exception {
        randomWrite(store, random, plain);
    }

    private static void randomWrite(VersionedStore store, Random random, TreeMap<String, KubeObject> plain)
            throws Exception {
        var name = "m" + random.nextInt(KEYS);
        var key = ObjectKey.of("ns", name);
        var current = plain.get(name);
        var isRemoval = current != null && random.nextInt(3) == 0;
        var wanted = isRemoval ? null : configMap(name, Integer.toString(random.nextInt()));
        var held = store.get(ConfigMap.CONFIG_MAPS, key).orElse(null);
        assertThat(held).isEqualTo(current);
        var written = store.commit(ConfigMap.CONFIG_MAPS, key, held, wanted).orElseThrow();
        if (isRemoval) {
            plain.remove(name);
        } else {
            plain.put(name, written);
        }
    }

    private static void replay(RevisionChange change, TreeMap<String, KubeObject> into) {
        var after = change.after();
        if (after == null) {
            into.remove(change.key().name());
        } else {
            into.put(change.key().name(), after);
        }
    }

    private static KubeObject write(VersionedStore store, KubeObject object) throws Exception {
        return store.commit(ConfigMap.CONFIG_MAPS, object.key(), null, object).orElseThrow();
    }

    private static ConfigMap named(ObjectKey key) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace(key.namespace()).name(key.name()))
                .build();
    }

    private static ConfigMap configMap(String name, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("ns").name(name))
                .putData("value", value)
                .build();
    }
}
