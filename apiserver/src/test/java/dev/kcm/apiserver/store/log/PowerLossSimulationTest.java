package dev.kcm.apiserver.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.StoreUnavailableException;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.Watcher;
import dev.kcm.apiserver.store.log.FaultyDirectory.Operation;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random writes to a store whose disk fails at random and loses power again and again. Every acknowledged write is
/// there afterwards, of a refused one all or nothing, nobody saw a refused one while it was refused, revisions never
/// go back, and once the disk is mended a store takes writes again without being opened anew. `-Dkcm.seeds=N` takes
/// more seeds.
class PowerLossSimulationTest {
    private static final int SEEDS = Integer.getInteger("kcm.seeds", 200);
    private static final int LIVES = 5;
    private static final int MOST_WRITES = 40;
    private static final int KEYS = 6;
    private static final int LARGEST_VALUE = 3000;

    /// What may be found under a name: what was acknowledged last, or something that was refused since.
    private static final class Expected {
        private Optional<KubeObject> acknowledged = Optional.empty();
        private final Set<Optional<String>> refused = new HashSet<>();

        boolean allows(Optional<KubeObject> found) {
            return found.equals(acknowledged) || refused.contains(found.map(PowerLossSimulationTest::value));
        }
    }

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Map<String, Expected> expected = new HashMap<>();
    private Random random = new Random();
    private FaultyDirectory disk = new FaultyDirectory(random);
    private long lastRevision = 1;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_was_acknowledged_survives(long seed) throws Exception {
        random = new Random(seed);
        disk = new FaultyDirectory(random);
        for (int life = 0; life < LIVES; life++) {
            var store = opened();
            checkContents(store);
            live(store);
            disk.losePower();
            store.close();
        }
        checkContents(opened());
    }

    private void live(VersionedStore store) throws Exception {
        var watcher = store.watch(ConfigMap.CONFIG_MAPS, store.revision());
        int writes = random.nextInt(MOST_WRITES);
        for (int i = 0; i < writes; i++) {
            if (random.nextInt(8) == 0) {
                breakSomething();
            }
            boolean isMended = random.nextInt(4) == 0;
            if (isMended) {
                disk.mend();
                clock.advance(Duration.ofSeconds(1));
            }
            write(store, watcher, isMended);
        }
    }

    /// One random write. When it must succeed, a refusal is a failure of the test.
    private void write(VersionedStore store, Watcher watcher, boolean mustSucceed) throws Exception {
        var name = "map-" + random.nextInt(KEYS);
        var known = expected.computeIfAbsent(name, _ -> new Expected());
        var key = ObjectKey.of("default", name);
        var before = store.get(ConfigMap.CONFIG_MAPS, key);
        assertThat(before).isEqualTo(known.acknowledged);
        var wanted = before.isPresent() && random.nextInt(3) == 0 ? null : configMap(name);
        if (before.isEmpty() && wanted == null) {
            return;
        }
        try {
            var written = store.commit(ConfigMap.CONFIG_MAPS, key, before.orElse(null), wanted)
                    .orElseThrow();
            long revision = Long.parseLong(written.metadata().resourceVersion());
            assertThat(revision).isGreaterThan(lastRevision);
            assertThat(watcher.poll().orElseThrow().revision()).isEqualTo(revision);
            lastRevision = revision;
            known.acknowledged = wanted == null ? Optional.empty() : Optional.of(written);
            known.refused.clear();
            assertThat(store.unhealthyReason()).isEmpty();
        } catch (StoreUnavailableException refused) {
            assertThat(mustSucceed)
                    .as("refused on a disk without faults: %s", refused)
                    .isFalse();
            assertThat(store.unhealthyReason()).isPresent();
            known.refused.add(Optional.ofNullable(wanted).map(PowerLossSimulationTest::value));
        }
        assertThat(watcher.poll()).isEmpty();
        assertThat(store.get(ConfigMap.CONFIG_MAPS, key)).isEqualTo(known.acknowledged);
    }

    private void breakSomething() {
        switch (random.nextInt(9)) {
            case 0 -> disk.fill(random.nextInt(LARGEST_VALUE));
            case 1 -> disk.fail(Operation.WRITE, random.nextInt(3), new IOException("Input/output error"));
            case 2 -> disk.fail(Operation.FORCE, random.nextInt(3), new IOException("Input/output error"));
            case 3 -> disk.fail(Operation.WRITE, random.nextInt(3), new OutOfMemoryError("Java heap space"));
            case 4 -> disk.fail(Operation.REPLACE, 0, new IOException("Input/output error"));
            case 5 -> disk.fail(Operation.CREATE, 0, new IOException("Too many open files"));
            case 6 -> disk.fail(Operation.TRUNCATE, 0, new IOException("Input/output error"));
            case 7 -> disk.fail(Operation.FORCE_NAMES, 0, new IOException("Input/output error"));
            default -> {
                disk.fill(random.nextInt(LARGEST_VALUE));
                disk.fail(Operation.TRUNCATE, 0, new IOException("Input/output error"));
            }
        }
    }

    /// A disk that fails while a store is opened is not opened, and nothing is lost by that.
    private VersionedStore opened() {
        if (random.nextInt(3) == 0) {
            var operation = Operation.values()[random.nextInt(Operation.values().length)];
            disk.fail(operation, random.nextInt(3), new IOException("Too many open files"));
        }
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                var log = FileWriteAheadLog.open(disk, clock);
                return VersionedStore.open(log, HistoryLimits.DEFAULT);
            } catch (UnusableLogException | StoreUnavailableException unable) {
                assertThat(unable).hasMessageContaining("Too many open files");
                if (random.nextBoolean()) {
                    disk.losePower();
                }
                disk.mend();
            }
        }
        throw new AssertionError("a mended disk was not opened");
    }

    private void checkContents(VersionedStore store) {
        assertThat(store.revision()).isGreaterThanOrEqualTo(lastRevision);
        lastRevision = store.revision();
        expected.forEach((name, known) -> {
            var found = store.get(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", name));
            assertThat(known.allows(found))
                    .as("%s is %s, acknowledged %s, refused %s", name, found, known.acknowledged, known.refused)
                    .isTrue();
            known.acknowledged = found;
            known.refused.clear();
        });
        assertThat(store.contents(ConfigMap.CONFIG_MAPS).objects())
                .allMatch(object -> expected.containsKey(object.name()));
    }

    private ConfigMap configMap(String name) {
        var value = Long.toHexString(random.nextLong()).repeat(1 + random.nextInt(LARGEST_VALUE) / 16);
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("value", value)
                .build();
    }

    private static String value(KubeObject object) {
        return ((ConfigMap) object).data().getOrDefault("value", "");
    }
}
