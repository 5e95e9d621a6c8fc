package dev.kcm.manager.run;

import static dev.kcm.manager.run.LiveServer.UNIQUE;
import static dev.kcm.manager.run.LiveServer.flags;
import static dev.kcm.manager.run.LiveServer.freePort;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.manager.GoManager;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Two managers that share a migration lock and nothing else: each has a main lock of its own, as
/// the managers of a migration do.
@EnabledIfEnvironmentVariable(named = "KCM_KUBECONFIG", matches = ".+", disabledReason = LiveServer.WHY_NOT)
@ResourceLock(LiveServer.LOCK)
@Timeout(240)
class LiveMigrationTest {
    private static final String CONFIGURATION = """
        apiVersion: controllermanager.config.k8s.io/v1
        kind: LeaderMigrationConfiguration
        leaderName: %s
        controllerLeaders:
        - {name: replicaset-controller, component: "*"}
        - {name: deployment-controller, component: cloud-controller-manager}
        """;

    private static final Duration LEASE = Duration.ofSeconds(10);

    private final LiveServer server = new LiveServer();

    @TempDir
    Path directory;

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void what_migrates_follows_the_migration_lock_from_ours_to_ours() throws Exception {
        var migration = UNIQUE + "-migration-ours";
        int port = freePort();
        var first = server.start(LiveServer.options(arguments(port, "first", migration)));
        leadsAndWorks("first", migration);
        var health = server.administrator(port).get("/healthz?verbose").body();
        assertThat(health)
                .contains("[+]replicaset-controller ok", "[+]replicationcontroller-controller ok")
                .doesNotContain("deployment-controller");

        int other = freePort();
        server.start(LiveServer.options(arguments(other, "second", migration)));
        server.await("the second one has its main lock", () -> isHeld("second"));
        assertThat(server.administrator(other).get("/healthz?verbose").body()).doesNotContain("replicaset-controller");

        first.close();
        leadsAndWorks("second", migration);
        assertThat(server.holder(lock("first"))).isEmpty();
        server.await(
                "it shows there",
                () -> server.administrator(other)
                        .get("/healthz?verbose")
                        .body()
                        .contains("[+]replicaset-controller ok"));
    }

    /// Upstream's manager ends as soon as it has won a migration lock: it cannot name its informers
    /// a second time (v1.36.3). So it takes the lock and leaves it to run out.
    @Test
    void the_lock_goes_to_upstreams_manager_and_comes_back() throws Exception {
        GoManager.assumeBuilt();
        var migration = UNIQUE + "-migration-go";
        var ours = server.start(LiveServer.options(arguments(freePort(), "ours", migration)));
        leadsAndWorks("ours", migration);

        try (var go = GoManager.started(arguments(freePort(), "go", migration))) {
            server.await("upstream's has its main lock", () -> isHeld("go"));
            server.await("our lease has been renewed for long", () -> isOlderThan(migration, LEASE));
            assertThat(server.holder(migration)).isEqualTo(server.holder(lock("ours")));
            assertThat(go.process().isAlive()).isTrue();

            ours.close();
            server.await(
                    "upstream's has the migration lock",
                    () -> server.holder(migration).equals(server.holder(lock("go"))));
            assertThat(go.process().waitFor()).isEqualTo(1);
            server.start(LiveServer.options(arguments(freePort(), "again", migration)));
            leadsAndWorks("again", migration);
        }
    }

    private boolean isOlderThan(String lease, Duration duration) {
        var spec = server.api()
                .on(Lease.LEASES)
                .get(ObjectKey.of("kube-system", lease))
                .spec();
        var held = Duration.between(
                spec.acquireTime().orElseThrow(), spec.renewTime().orElseThrow());
        return held.compareTo(duration) > 0;
    }

    /// The manager with this main lock also holds the migration lock, and runs what migrates.
    private void leadsAndWorks(String name, String migration) throws Exception {
        server.await("%s has its main lock".formatted(name), () -> isHeld(name));
        server.await(
                "%s has the migration lock".formatted(name),
                () -> server.holder(migration).equals(server.holder(lock(name))));
        server.createReplicaSet(name);
        server.await("%s has made pods".formatted(name), () -> server.pods(name) == 2);
    }

    private boolean isHeld(String name) {
        return !server.holder(lock(name)).isEmpty();
    }

    private static String lock(String name) {
        return UNIQUE + "-" + name;
    }

    private List<String> arguments(int port, String name, String migration) throws IOException {
        var file = Files.writeString(directory.resolve(name + ".yaml"), CONFIGURATION.formatted(migration));
        return flags(
                port,
                "--controllers=serviceaccount-token,replicaset,deployment,replicationcontroller",
                "--service-account-private-key-file="
                        + Path.of(LiveServer.KUBECONFIG).resolveSibling("pki/sa.key"),
                "--leader-elect-resource-name=" + lock(name),
                "--leader-elect-lease-duration=%ds".formatted(LEASE.toSeconds()),
                "--leader-elect-renew-deadline=8s",
                "--leader-elect-retry-period=1s",
                "--enable-leader-migration",
                "--leader-migration-config=" + file);
    }
}
