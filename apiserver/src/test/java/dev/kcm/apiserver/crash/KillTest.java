package dev.kcm.apiserver.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.log.DiskDirectory;
import dev.kcm.apiserver.store.log.FileWriteAheadLog;
import dev.kcm.base.Clock;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills a server in the middle of its writes, again and again on the same data: what it
/// acknowledged is there, and no resource version is given twice. `-Dkcm.kills=200` kills it 200
/// times; the seed of a run is its number.
class KillTest {
    private static final int KILLS = Integer.getInteger("kcm.kills", 3);
    private static final int MOST_WRITES = 400;

    /// What the killed process said of one name: the last value it acknowledged, and the one it was
    /// at work on. Negative values are removals; none is 0.
    private record Claim(int acknowledged, int begun) {
        static final Claim NONE = new Claim(0, 0);

        boolean allows(int found) {
            return found == Math.max(acknowledged, 0) || found == Math.max(begun, 0);
        }
    }

    private final Map<String, Claim> claims = new HashMap<>();
    private final Set<Long> versions = new HashSet<>();
    private int highest;

    @Test
    void nothing_acknowledged_is_lost_and_no_version_comes_twice(@TempDir Path directory) throws Exception {
        for (int seed = 1; seed <= KILLS; seed++) {
            runAndKill(directory, seed);
            check(directory, seed);
        }
        assertThat(versions).hasSizeGreaterThan(KILLS);
    }

    private void runAndKill(Path data, int seed) throws Exception {
        int writes = 1 + new Random(seed).nextInt(MOST_WRITES);
        var process = start(data, seed);
        try (var lines = process.inputReader()) {
            for (int done = 0; done < writes; ) {
                var line = lines.readLine();
                assertThat(line)
                        .as("the server of seed %d ended by itself with %s", seed, process)
                        .isNotNull();
                done += note(line, seed);
            }
            process.toHandle().destroyForcibly(); // leaves what it said to be read
            noteRest(lines, seed);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(Path data, int seed) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BusyServer.class.getName(),
                        data.toString(),
                        Integer.toString(seed),
                        Integer.toString(highest + 1)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void noteRest(BufferedReader lines, int seed) throws IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            note(line, seed);
        }
    }

    /// Returns how many writes the line acknowledges.
    private int note(String line, int seed) {
        var words = line.split(" ", -1);
        var isDone = words[0].equals("done") && words.length == 4;
        if (!isDone && !(words[0].equals("begin") && words.length == 3)) {
            return 0; // the kill cut the line off
        }
        int value = Integer.parseInt(words[2]);
        highest = Math.max(highest, Math.abs(value));
        claims.merge(
                words[1],
                new Claim(isDone ? value : 0, value),
                (known, _) -> new Claim(isDone ? value : known.acknowledged, value));
        if (isDone && !words[3].equals("-")) {
            assertThat(versions.add(Long.parseLong(words[3])))
                    .as("version %s of %s with seed %d is new", words[3], words[1], seed)
                    .isTrue();
        }
        return isDone ? 1 : 0;
    }

    private void check(Path data, int seed) {
        try (var store = VersionedStore.open(
                FileWriteAheadLog.open(new DiskDirectory(data, true), Clock.system()), HistoryLimits.DEFAULT)) {
            long last = versions.stream().mapToLong(Long::longValue).max().orElse(0);
            assertThat(store.revision()).as("revision after seed %d", seed).isGreaterThanOrEqualTo(last);
            for (var name : Set.copyOf(claims.keySet())) {
                int found = value(store, name);
                assertThat(claims.getOrDefault(name, Claim.NONE).allows(found))
                        .as("%s is %d after seed %d, said %s", name, found, seed, claims.get(name))
                        .isTrue();
                claims.put(name, new Claim(found, found));
            }
        }
    }

    private static int value(VersionedStore store, String name) {
        return store.get(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", name))
                .map(found -> Integer.parseInt(((ConfigMap) found).data().getOrDefault("value", "0")))
                .orElse(0);
    }
}
