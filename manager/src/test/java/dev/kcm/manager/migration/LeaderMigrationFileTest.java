package dev.kcm.manager.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.manager.migration.LeaderMigration.ControllerLeader;
import dev.kcm.manager.migration.LeaderMigration.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaderMigrationFileTest {
    private static final String LEADERS = """
        kind: LeaderMigrationConfiguration
        leaderName: 1-35-to-1-36
        controllerLeaders:
          - name: node-route-controller
            component: kube-controller-manager
          - name: service-lb-controller
            component: cloud-controller-manager
        """;

    @ParameterizedTest
    @ValueSource(strings = {"v1alpha1", "v1beta1", "v1"})
    void reads_every_version(String version) {
        String lock = version.equals("v1") ? "" : "resourceLock: leases\n";
        assertThat(parse(version, lock + LEADERS))
                .isEqualTo(new LeaderMigration(
                        "1-35-to-1-36",
                        "leases",
                        List.of(
                                new ControllerLeader("node-route-controller", "kube-controller-manager"),
                                new ControllerLeader("service-lb-controller", "cloud-controller-manager"))));
    }

    @Test
    void says_under_which_lock_a_controller_runs() {
        var migration = parse("v1", LEADERS);
        String us = "kube-controller-manager";
        assertThat(migration.placementOf("node-route-controller", us)).isEqualTo(Placement.MIGRATED);
        assertThat(migration.placementOf("service-lb-controller", us)).isEqualTo(Placement.ELSEWHERE);
        assertThat(migration.placementOf("job-controller", us)).isEqualTo(Placement.NOT_MIGRATED);
        assertThat(LeaderMigration.cloudProviderExtraction().placementOf("cloud-node-lifecycle-controller", us))
                .isEqualTo(Placement.MIGRATED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1|resourceLock: leases|there is no field resourceLock",
                "v1|leaderNmae: x|there is no field leaderNmae, did you mean leaderName?",
                "v1|leaderName: twice|not readable as YAML",
                "v1beta1|resourceLock: configmaps|resourceLock must be leases or endpoints",
                "v2|x: y|not a LeaderMigrationConfiguration",
            })
    void refuses_mistakes(String version, String line, String reason) {
        assertThatThrownBy(() -> parse(version, line + "\n" + LEADERS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void reports_all_missing_parts_together() {
        assertThatThrownBy(() -> parse(
                        "v1",
                        "kind: LeaderMigrationConfiguration\n" + "controllerLeaders: [{name: a}, {component: b}]\n"))
                .hasMessageContainingAll(
                        "leaderName is missing",
                        "controllerLeaders[0].component is missing",
                        "controllerLeaders[1].name is missing");
        assertThatThrownBy(() -> LeaderMigrationFile.parse(""))
                .hasMessageContaining("holds no LeaderMigrationConfiguration");
    }

    private static LeaderMigration parse(String version, String rest) {
        return LeaderMigrationFile.parse("apiVersion: controllermanager.config.k8s.io/" + version + "\n" + rest);
    }
}
