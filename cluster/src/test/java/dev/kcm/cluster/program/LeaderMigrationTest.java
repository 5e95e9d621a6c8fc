package dev.kcm.cluster.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.run.ManagerProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whole managers, on the embedded server, that share a migration lock.
class LeaderMigrationTest extends WithEmbeddedServer {
    private static final String MOVING = "replicaset-controller";
    private static final String STAYING = "replicationcontroller-controller";
    private static final String MIGRATION = "moving";

    @Test
    void what_migrates_moves_with_the_migration_lock_and_all_else_stays() throws Exception {
        var first = manager("first");
        server.await("all of it runs", () -> first.running().containsAll(List.of(MOVING, STAYING)));
        assertThat(first.running()).doesNotContain("deployment-controller");
        assertThat(server.holder(MIGRATION)).isEqualTo(server.holder("first"));

        var second = manager("second");
        server.await("the second one works", () -> second.running().contains(STAYING));
        assertThat(second.running()).doesNotContain(MOVING);

        first.close();
        assertThat(first.running()).isEmpty();
        server.await("the second one has it", () -> second.running().contains(MOVING));
        assertThat(server.holder(MIGRATION)).isEqualTo(server.holder("second"));
        assertThat(server.holder("first")).isEmpty();
    }

    /// Otherwise one could hold the main lock and another one the migration lock, both waiting.
    @Test
    void a_standby_for_the_main_lock_does_not_stand_for_the_migration_lock() throws Exception {
        var leader = manager("main");
        server.await("the leader has both", () -> leader.running().contains(MOVING));
        var standby = manager("main");
        var before = server.holder("main");

        leader.close();
        server.await("the standby has both", () -> standby.running().containsAll(List.of(MOVING, STAYING)));
        assertThat(server.holder("main")).isNotEqualTo(before);
        assertThat(server.holder(MIGRATION)).isEqualTo(server.holder("main"));
    }

    @Test
    void a_configuration_that_says_something_wrong_is_refused_by_name() {
        assertThatThrownBy(() -> server.start(
                        "--enable-leader-migration",
                        "--leader-migration-config=" + server.write("broken.yaml", "kind: Pod")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--leader-migration-config")
                .hasMessageContaining("broken.yaml");
    }

    private ManagerProcess manager(String mainLock) throws IOException {
        var file = server.write("migration.yaml", """
            apiVersion: controllermanager.config.k8s.io/v1
            kind: LeaderMigrationConfiguration
            leaderName: %s
            controllerLeaders:
            - {name: %s, component: "*"}
            - {name: deployment-controller, component: cloud-controller-manager}
            """.formatted(MIGRATION, MOVING));
        return server.start(
                "--controllers=replicaset,deployment,replicationcontroller",
                "--leader-elect-resource-name=" + mainLock,
                "--enable-leader-migration",
                "--leader-migration-config=" + file);
    }
}
