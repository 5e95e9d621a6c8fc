package dev.kcm.runtime.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Candidates on our elector against candidates on client-go's, on a real API server with an audit
/// log: ours are killed and paused at random until `kcm.contention.rounds` of them were, and no
/// write of an old holder may follow the first of the new one. Brings the cluster up and down
/// itself; six minutes for fifty rounds. Needs Go and Linux.
///
/// `mvn -pl runtime test -Dtest=LeaseContentionTest -Dkcm.contention.rounds=50
/// -Dkcm.contention.seed=1`
@EnabledIfSystemProperty(
        named = "kcm.contention.rounds",
        matches = "\\d+",
        disabledReason = "brings a real cluster up and takes minutes: set -Dkcm.contention.rounds=50")
class LeaseContentionTest {
    private static final String CLUSTER = "contention";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PROGRAMS = Path.of("src/test/go").toAbsolutePath();

    @TempDir
    Path directory;

    @Test
    void no_write_of_an_old_holder_follows_the_first_of_the_new_one() throws Exception {
        run(PROGRAMS, "go", "build", "-o", directory + "/", "./elector", "./contention");
        var conformance = ROOT.resolve("conformance/run").toString();
        run(
                ROOT,
                conformance,
                "up",
                "--kcm=none",
                "--nodes=1",
                "--audit",
                "--name=" + CLUSTER,
                "--apiserver-arg=--audit-policy-file=" + PROGRAMS.resolve("contention/audit-policy.yaml"));
        try {
            run(
                    PROGRAMS,
                    directory.resolve("contention").toString(),
                    "--kubeconfig=" + cluster().resolve("admin.kubeconfig"),
                    "--audit=" + cluster().resolve("logs/audit.jsonl"),
                    "--go=" + directory.resolve("elector"),
                    "--java=" + candidate(),
                    "--rounds=" + Integer.getInteger("kcm.contention.rounds"),
                    "--seed=" + Long.getLong("kcm.contention.seed", 1),
                    "--lease=6s",
                    "--renew=4s",
                    "--retry=1s");
        } finally {
            run(ROOT, conformance, "down", "--name=" + CLUSTER);
        }
    }

    private static Path cluster() {
        var state = System.getenv().getOrDefault("XDG_STATE_HOME", System.getenv("HOME") + "/.local/state");
        return Path.of(state, "kcm/clusters", CLUSTER);
    }

    /// The class path goes into a file: the command is split at blanks.
    private String candidate() throws IOException {
        var arguments = Files.writeString(
                directory.resolve("candidate.arguments"),
                "-XX:TieredStopAtLevel=1\n-XX:+UseSerialGC\n-cp\n\"%s\"\n%s\n"
                        .formatted(System.getProperty("java.class.path"), ContentionCandidate.class.getName()));
        return "%s/bin/java @%s".formatted(System.getProperty("java.home"), arguments);
    }

    /// What the program says appears here line by line.
    private static void run(Path where, String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .start();
        try (var output = process.inputReader()) {
            output.lines().forEach(System.out::println);
        }
        assertThat(process.waitFor()).as(String.join(" ", List.of(command))).isZero();
    }
}
