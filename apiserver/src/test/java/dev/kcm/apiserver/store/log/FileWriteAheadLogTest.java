package dev.kcm.apiserver.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.StoreUnavailableException;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.log.FaultyDirectory.Operation;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FileWriteAheadLogTest {
    private static final String MEBIBYTE = "m".repeat(1 << 20);
    private static final IOException FULL = new IOException("No space left on device");

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FaultyDirectory disk = new FaultyDirectory(new Random(1));
    private final VersionedStore store = open();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void nobody_sees_a_write_before_the_disk_has_it() throws Exception {
        var watcher = store.watch(ConfigMap.CONFIG_MAPS, store.revision());
        long before = store.revision();
        var gate = disk.holdNextForce();
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            var write = writers.submit(() -> write("a"));
            gate.reached().await();
            assertThat(store.get(ConfigMap.CONFIG_MAPS, key("a"))).isEmpty();
            assertThat(watcher.poll()).isEmpty();
            assertThat(store.revision()).isEqualTo(before);
            assertThat(write).isNotDone();
            gate.opened().countDown();
            assertThat(write.get()).isEqualTo(store.get(ConfigMap.CONFIG_MAPS, key("a")));
            assertThat(watcher.poll()).isPresent();
        }
    }

    @Test
    void writes_that_gather_during_a_force_share_the_next_one() throws Exception {
        var shared = new FaultyDirectory(new Random(1));
        var gathering = FileWriteAheadLog.open(shared, clock);
        VersionedStore.open(gathering, HistoryLimits.DEFAULT);
        int before = shared.forces();
        var gate = shared.holdNextForce();
        var completed = new CountDownLatch(33);
        gathering.append(entry(0), _ -> completed.countDown());
        gate.reached().await();
        IntStream.rangeClosed(1, 32).forEach(i -> gathering.append(entry(i), _ -> completed.countDown()));
        gate.opened().countDown();
        completed.await();
        assertThat(shared.forces() - before).isEqualTo(2);
        gathering.close();
    }

    @Test
    void more_than_a_frame_holds_is_written_in_several() throws Exception {
        var gate = disk.holdNextForce();
        int before = disk.forces();
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = writers.submit(() -> write("first"));
            gate.reached().await();
            var others = IntStream.range(0, 6)
                    .mapToObj(i -> writers.submit(() -> write("large-" + i, MEBIBYTE)))
                    .toList();
            gate.opened().countDown();
            first.get();
            for (var other : others) {
                assertThat(other.get()).isPresent();
            }
        }
        assertThat(disk.forces() - before).isGreaterThan(2);
        disk.losePower();
        try (var again = open()) {
            assertThat(again.contents().count()).isEqualTo(7);
        }
    }

    @Test
    void who_manages_the_fields_of_an_object_survives_beside_it() throws Exception {
        var entry =
                ManagedFieldsEntry.builder().manager("alice").operation("Apply").build();
        var object = configMap("owned", "x");
        store.commit(ConfigMap.CONFIG_MAPS, object.key(), null, object, () -> List.of(entry));
        disk.losePower();
        try (var again = open()) {
            var objects = again.contents(ConfigMap.CONFIG_MAPS).objects();
            assertThat(objects.owners(object.key()).entries()).containsExactly(entry);
            assertThat(objects.get(object.key()).orElseThrow().metadata().managedFields())
                    .isEmpty();
            assertThat(objects.withManagedFields())
                    .singleElement()
                    .satisfies(it -> assertThat(it.metadata().managedFields()).containsExactly(entry));
        }
    }

    @Test
    void a_long_log_is_written_anew_and_one_that_cannot_be_is_only_longer() throws Exception {
        disk.fail(Operation.CREATE, 0, new IOException("Too many open files"));
        for (int i = 0; i < 70; i++) {
            store.commit(
                    ConfigMap.CONFIG_MAPS,
                    key("large"),
                    store.get(ConfigMap.CONFIG_MAPS, key("large")).orElse(null),
                    configMap("large", MEBIBYTE + "x".repeat(i)));
            assertThat(store.unhealthyReason()).isEmpty();
            if (i == 40) {
                assertThat(disk.bytes(DurableLog.NAME).length).isGreaterThan(40 << 20);
            }
        }
        assertThat(disk.bytes(DurableLog.NAME).length).isLessThan(32 << 20);
        disk.losePower();
        try (var again = open()) {
            assertThat(again.contents().count()).isEqualTo(1);
            assertThat(again.revision()).isEqualTo(store.revision());
        }
    }

    @Test
    void a_full_disk_refuses_writes_says_so_and_recovers_when_there_is_room() throws Exception {
        var kept = write("kept");
        disk.fill(10);
        assertThatThrownBy(() -> write("refused"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("the store takes no writes: No space left on device");
        assertThat(store.unhealthyReason())
                .contains("the store takes no writes: No space left on device (/data/store.log):"
                        + " reads go on, writes are tried again every second");
        assertThat(store.get(ConfigMap.CONFIG_MAPS, key("kept"))).isEqualTo(kept);
        assertThat(store.get(ConfigMap.CONFIG_MAPS, key("refused"))).isEmpty();

        clock.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> write("refused again")).isInstanceOf(StoreUnavailableException.class);
        disk.mend();
        clock.advance(Duration.ofSeconds(1));
        assertThat(write("taken")).isPresent();
        assertThat(store.unhealthyReason()).isEmpty();
        disk.losePower();
        try (var again = open()) {
            assertThat(again.contents(ConfigMap.CONFIG_MAPS).objects())
                    .extracting(KubeObject::name)
                    .containsExactly("kept", "taken");
        }
    }

    @Test
    void an_error_in_the_writer_refuses_what_it_was_at_and_the_writer_goes_on() throws Exception {
        disk.fail(Operation.WRITE, 0, new OutOfMemoryError("Java heap space"));
        assertThatThrownBy(() -> write("a"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("the store takes no writes: out of memory (Java heap space)");
        assertThat(store.unhealthyReason()).isPresent();
        disk.fail(Operation.FORCE, 0, new StackOverflowError());
        clock.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> write("a")).isInstanceOf(StoreUnavailableException.class);
        clock.advance(Duration.ofSeconds(1));
        assertThat(write("a")).isPresent();
    }

    @Test
    void a_force_that_hangs_is_reported_before_it_ends() throws Exception {
        var gate = disk.holdNextForce();
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<KubeObject>> write = writers.submit(() -> write("a"));
            gate.reached().await();
            assertThat(store.unhealthyReason()).isEmpty();
            clock.advance(Duration.ofSeconds(11));
            assertThat(store.unhealthyReason()).contains("a write to /data/store.log has taken more than 10 s");
            gate.opened().countDown();
            assertThat(write.get()).isPresent();
        }
    }

    @Test
    void a_write_that_lost_against_one_that_is_refused_is_refused_too() throws Exception {
        disk.fail(Operation.FORCE, 0, FULL);
        var gate = disk.holdNextForce();
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = writers.submit(() -> write("a"));
            gate.reached().await();
            var second = CompletableFuture.runAsync(
                    () -> assertThatThrownBy(() -> write("a")).isInstanceOf(StoreUnavailableException.class), writers);
            gate.opened().countDown();
            assertThatThrownBy(first::get).hasCauseInstanceOf(StoreUnavailableException.class);
            second.get();
        }
        assertThat(store.get(ConfigMap.CONFIG_MAPS, key("a"))).isEmpty();
    }

    @Test
    void a_store_that_cannot_be_written_is_not_opened() {
        store.close();
        disk.fill(3);
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("cannot write to /data/store.log: No space left on device");
    }

    private VersionedStore open() {
        return VersionedStore.open(FileWriteAheadLog.open(disk, clock), HistoryLimits.DEFAULT);
    }

    private Optional<KubeObject> write(String name) throws InterruptedException {
        return write(name, "");
    }

    private Optional<KubeObject> write(String name, String value) throws InterruptedException {
        return store.commit(ConfigMap.CONFIG_MAPS, key(name), null, configMap(name, value));
    }

    private static FileWriteAheadLog.Entry entry(int number) {
        var object = configMap("map-" + number, "");
        return new FileWriteAheadLog.Entry(
                number + 2, 0, ConfigMap.CONFIG_MAPS, object.key(), object, FieldOwners.NONE);
    }

    private static ObjectKey key(String name) {
        return ObjectKey.of("default", name);
    }

    private static ConfigMap configMap(String name, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("value", value)
                .build();
    }
}
