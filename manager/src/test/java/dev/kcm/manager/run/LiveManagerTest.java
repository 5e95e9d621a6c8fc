package dev.kcm.manager.run;

import static dev.kcm.manager.run.LiveServer.UNIQUE;
import static dev.kcm.manager.run.LiveServer.flags;
import static dev.kcm.manager.run.LiveServer.freePort;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.manager.GoManager;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.ReplicaSet;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The program against a real API server.
@EnabledIfEnvironmentVariable(named = "KCM_KUBECONFIG", matches = ".+", disabledReason = LiveServer.WHY_NOT)
@ResourceLock(LiveServer.LOCK)
@Timeout(180)
class LiveManagerTest {
    private final LiveServer server = new LiveServer();

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void runs_controllers_under_their_own_roles_and_hands_the_lease_back() throws Exception {
        int port = freePort();
        try (var _ = server.start(options(port))) {
            var client = server.administrator(port);
            server.await(
                    "the controller runs",
                    () -> client.get("/healthz?verbose").body().contains("[+]replicaset-controller ok"));
            server.createReplicaSet("web");
            var web = ObjectKey.of(UNIQUE, "web");
            server.await("there are pods", () -> server.pods("web") == 2);
            server.await(
                    "the status says so",
                    () -> server.api()
                                    .on(ReplicaSet.REPLICA_SETS)
                                    .get(web)
                                    .status()
                                    .replicas()
                            == 2);
            assertThat(client.get("/debug/controllers/replicaset-controller/objects/replicasets/" + web)
                            .body())
                    .contains("create pods");
            assertThat(client.get("/metrics").body())
                    .contains("running_managed_controllers{name=\"replicaset-controller\"")
                    .doesNotContain("rest_client_requests_total{code=\"403\"");
        }
        assertThat(server.holder(UNIQUE)).isEmpty();
    }

    @Test
    void a_shadow_writes_nothing_and_agrees_with_the_leader_that_comes() throws Exception {
        int port = freePort();
        try (var _ = server.start(options(port, "--shadow"))) {
            var client = server.administrator(port);
            server.createReplicaSet("shadowed");
            var page = "/debug/controllers/replicaset-controller/objects/replicasets/%s/shadowed".formatted(UNIQUE);
            server.await("the shadow has decided", () -> client.get(page).body().contains("withheld, shadow mode"));
            assertThat(server.pods("shadowed")).isZero();
            assertThat(client.get("/metrics").body()).doesNotContain("leader_election_master_status");

            try (var _ = server.start(options(freePort()))) {
                server.await("the leader has decided", () -> server.pods("shadowed") == 2);
                server.await(
                        "the shadow agrees",
                        () -> agreements(client.get("/metrics").body()) >= 2);
            }
        }
    }

    @Test
    void answers_as_upstream_does() throws Exception {
        GoManager.assumeBuilt();
        int port = freePort();
        int other = freePort();
        try (var _ = server.start(options(port));
                var _ = GoManager.started(flags(
                        other,
                        "--controllers=ttl-controller",
                        "--use-service-account-credentials",
                        "--leader-elect-resource-name=" + UNIQUE + "-go"))) {
            server.await(
                    "upstream's answers",
                    () -> server.anonymous(other).get("/healthz").statusCode() == 200);
            for (var path :
                    List.of("/healthz", "/healthz/nosuch", "/livez", "/metrics", "/configz", "/", "/a%3Cb%3E")) {
                var ours = server.anonymous(port);
                var theirs = server.anonymous(other);
                same(path, ours.get(path), theirs.get(path));
                same(path, ours.send("POST", path), theirs.send("POST", path));
                String[] wrong = {"Authorization", "Bearer nobodys"};
                same(path, ours.get(path, wrong), theirs.get(path, wrong));
                String[] curl = {"User-Agent", "curl/8"};
                same(path, ours.get(path, curl), theirs.get(path, curl));
            }
            for (var path : List.of("/nosuch", "/livez", "/healthz")) {
                same(
                        path,
                        server.administrator(port).get(path),
                        server.administrator(other).get(path));
            }
            assertThat(server.administrator(port).get("/metrics").statusCode()).isEqualTo(200);
        }
    }

    private static double agreements(String metrics) {
        var name = "kcm_shadow_writes_total{controller=\"replicaset-controller\",verdict=\"agreed\"} ";
        return metrics.lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }

    private static void same(String path, HttpResponse<String> ours, HttpResponse<String> theirs) {
        assertThat(described(ours)).as(path).isEqualTo(described(theirs));
    }

    private static List<String> described(HttpResponse<String> answer) {
        return List.of(
                Integer.toString(answer.statusCode()),
                answer.headers().firstValue("content-type").orElse("-"),
                answer.headers().firstValue("cache-control").orElse("-"),
                answer.headers().firstValue("x-content-type-options").orElse("-"),
                answer.body());
    }

    private static ManagerOptions options(int port, String... more) {
        var arguments = new ArrayList<>(flags(
                port,
                "--controllers=replicaset,deployment,replicationcontroller",
                "--use-service-account-credentials",
                "--leader-elect-resource-name=" + UNIQUE));
        arguments.addAll(List.of(more));
        return LiveServer.options(arguments);
    }
}
