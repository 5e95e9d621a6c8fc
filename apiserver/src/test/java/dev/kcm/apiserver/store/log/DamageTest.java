package dev.kcm.apiserver.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A log that was changed from outside: what a crash leaves is cut off, everything else is refused and named.
class DamageTest {
    private static final String NAME = DurableLog.NAME;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FaultyDirectory disk = new FaultyDirectory(new Random(1));
    private byte[] log = {};
    private int lastFrame;

    @BeforeEach
    void writeLog() throws Exception {
        try (var store = open()) {
            for (int i = 0; i < 3; i++) {
                write(store, "map-" + i, "x".repeat(40));
            }
            lastFrame = disk.bytes(NAME).length;
            write(store, "last", "y".repeat(1200));
            log = disk.bytes(NAME);
        }
    }

    @Test
    void a_flipped_bit_anywhere_is_refused_and_its_place_is_named() {
        for (int at = 0; at < log.length; at++) {
            var damaged = log.clone();
            damaged[at] ^= (byte) (1 << (at % 8));
            disk.put(NAME, damaged);
            int flipped = at;
            assertThatThrownBy(this::open)
                    .as("byte %d of %d, last frame at %d", flipped, log.length, lastFrame)
                    .isInstanceOf(UnusableLogException.class)
                    .hasMessageContaining("/data/store.log");
            assertThat(disk.bytes(NAME)).isEqualTo(damaged);
        }
        var damaged = log.clone();
        damaged[lastFrame + 100] ^= 1;
        disk.put(NAME, damaged);
        assertThatThrownBy(this::open)
                .hasMessage(
                        "/data/store.log is damaged at byte %d: the checksum of a frame is wrong".formatted(lastFrame));
    }

    @Test
    void a_last_write_that_was_cut_off_anywhere_is_as_if_it_had_not_been() {
        for (int length = lastFrame; length < log.length; length++) {
            disk.put(NAME, Arrays.copyOf(log, length));
            try (var store = open()) {
                assertThat(store.contents().count()).as("cut to %d", length).isEqualTo(3);
            }
        }
    }

    @Test
    void a_last_write_of_which_a_sector_is_missing_is_as_if_it_had_not_been() {
        for (int sector = lastFrame / 512; sector * 512 < log.length; sector++) {
            var torn = log.clone();
            Arrays.fill(torn, Math.max(lastFrame, sector * 512), Math.min(log.length, (sector + 1) * 512), (byte) 0);
            disk.put(NAME, torn);
            try (var store = open()) {
                assertThat(store.contents().count())
                        .as("without sector %d", sector)
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void a_missing_sector_in_what_was_acknowledged_is_refused() {
        var damaged = log.clone();
        Arrays.fill(damaged, FileHeader.LENGTH + 5, lastFrame, (byte) 0);
        disk.put(NAME, damaged);
        assertThatThrownBy(this::open)
                .hasMessageContaining("is damaged at byte")
                .hasMessageContaining("and more was written later (at byte %d)".formatted(lastFrame));
    }

    @Test
    void a_newer_format_is_refused_with_a_sentence() {
        var newer = log.clone();
        System.arraycopy(FileHeader.bytes(FileHeader.FORMAT + 1).array(), 0, newer, 0, FileHeader.LENGTH);
        disk.put(NAME, newer);
        assertThatThrownBy(this::open)
                .hasMessage("cannot use /data/store.log: a newer kcm wrote it (format 2, this one reads up to 1):"
                        + " start that one");
    }

    @Test
    void data_of_an_older_kcm_is_refused_with_a_sentence() {
        var older = new FaultyDirectory(new Random(1));
        older.put("store.db", new byte[] {1});
        assertThatThrownBy(() -> FileWriteAheadLog.open(older, clock))
                .isInstanceOf(UnusableLogException.class)
                .hasMessageContaining("/data/store.db: an older kcm wrote it");
        assertThat(older.bytes(NAME)).isEmpty();
    }

    private VersionedStore open() {
        return VersionedStore.open(FileWriteAheadLog.open(disk, clock), HistoryLimits.DEFAULT);
    }

    private static void write(VersionedStore store, String name, String value) throws Exception {
        var object = ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("value", value)
                .build();
        store.commit(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", name), null, object);
    }
}
