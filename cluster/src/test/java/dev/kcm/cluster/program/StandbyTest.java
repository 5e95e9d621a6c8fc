package dev.kcm.cluster.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Sample;
import dev.kcm.manager.run.ManagerProcess;
import org.junit.jupiter.api.Test;

/// Whole managers, on the embedded server, one of which leads.
class StandbyTest extends WithEmbeddedServer {
    private static final String CONTROLLER = "replicaset-controller";

    @Test
    void takes_over_when_the_leader_ends() throws Exception {
        takesOver(server.start("--controllers=replicaset"));
    }

    @Test
    void a_cold_one_takes_over_too_and_has_asked_for_less_until_then() throws Exception {
        var leader = server.start("--controllers=replicaset");
        server.await("the leader works", () -> leader.running().contains(CONTROLLER));
        var warm = server.start("--controllers=replicaset");
        var cold = server.start("--controllers=replicaset", "--warm-standby=false");
        server.await("the warm one has its caches", () -> reads(warm) >= reads(cold) + 2);
        warm.close();
        leader.close();

        server.await("the cold one works", () -> cold.running().contains(CONTROLLER));
    }

    private void takesOver(ManagerProcess leader) throws Exception {
        server.await("the leader works", () -> leader.running().contains(CONTROLLER));
        var standby = server.start("--controllers=replicaset");
        assertThat(standby.running()).isEmpty();

        leader.close();

        server.await("the standby works", () -> standby.running().contains(CONTROLLER));
        assertThat(leader.running()).isEmpty();
    }

    private static double reads(ManagerProcess manager) {
        return manager.metrics().families().stream()
                .filter(family -> family.head().name().equals("rest_client_requests_total"))
                .flatMap(family -> family.samples().stream())
                .filter(sample -> sample.labels().contains("GET"))
                .mapToDouble(sample -> ((Sample.Number) sample.value()).value())
                .sum();
    }
}
