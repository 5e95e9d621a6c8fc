package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.manager.GoManager;
import dev.kcm.manager.PortClient;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ServiceAccount;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// The program against a real API server that no manager looks after, asked as an administrator.
@EnabledIfEnvironmentVariable(
        named = "KCM_KUBECONFIG",
        matches = ".+",
        disabledReason =
                "needs a real API server: `conformance/run up --kcm none`, then set KCM_KUBECONFIG")
@Timeout(180)
class LiveManagerTest {
    private static final String KUBECONFIG = System.getenv().getOrDefault("KCM_KUBECONFIG", "");
    private static final String UNIQUE = "kcm-live-" + ProcessHandle.current().pid();
    private static final ObjectKey SET = ObjectKey.of(UNIQUE, "web");

    private final Clock clock = Clock.system();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var resource : opened.reversed()) {
            resource.close();
        }
    }

    @Test
    void runs_controllers_under_their_own_roles_and_hands_the_lease_back() throws Exception {
        var api = api();
        makeNamespace(api);
        int port = freePort();
        try (var manager = ManagerProcess.of(options(port), clock, () -> {})) {
            manager.start();
            var client = administrator(port);
            await(
                    () ->
                            client.get("/healthz?verbose")
                                    .body()
                                    .contains("[+]replicaset-controller ok"));
            api.on(ReplicaSet.REPLICA_SETS).create(replicaSet());
            await(() -> pods(api) == 2);
            await(() -> api.on(ReplicaSet.REPLICA_SETS).get(SET).status().replicas() == 2);
            assertThat(
                            client.get(
                                            "/debug/controllers/replicaset-controller/objects/replicasets/"
                                                    + SET)
                                    .body())
                    .contains("create pods");
            assertThat(client.get("/metrics").body())
                    .contains("running_managed_controllers{name=\"replicaset-controller\"")
                    .doesNotContain("rest_client_requests_total{code=\"403\"");
        } finally {
            api.on(ReplicaSet.REPLICA_SETS).delete(SET, DeleteOptions.plain());
            api.on(Pod.PODS).deleteAll(ListQuery.in(UNIQUE), DeleteOptions.plain());
        }
        var lease = api.on(Lease.LEASES).get(ObjectKey.of("kube-system", UNIQUE));
        assertThat(lease.spec().holderIdentity().orElse("")).isEmpty();
    }

    @Test
    void a_shadow_writes_nothing_and_agrees_with_the_leader_that_comes() throws Exception {
        var api = api();
        makeNamespace(api);
        var set = ObjectKey.of(UNIQUE, "shadowed");
        int port = freePort();
        int leading = freePort();
        try (var shadow = ManagerProcess.of(options(port, "--shadow"), clock, () -> {});
                var leader = ManagerProcess.of(options(leading), clock, () -> {})) {
            shadow.start();
            var client = administrator(port);
            api.on(ReplicaSet.REPLICA_SETS)
                    .create(replicaSet().withMetadata(m -> m.name(set.name())));
            var page = "/debug/controllers/replicaset-controller/objects/replicasets/" + set;
            await(() -> client.get(page).body().contains("withheld, shadow mode"));
            assertThat(pods(api)).isZero();
            assertThat(client.get("/metrics").body())
                    .doesNotContain("leader_election_master_status");

            leader.start();
            await(() -> pods(api) == 2);
            await(() -> agreements(client.get("/metrics").body()) >= 2);
        } finally {
            api.on(ReplicaSet.REPLICA_SETS).delete(set, DeleteOptions.plain());
            api.on(Pod.PODS).deleteAll(ListQuery.in(UNIQUE), DeleteOptions.plain());
        }
    }

    @Test
    void answers_as_upstream_does() throws Exception {
        GoManager.assumeBuilt();
        int port = freePort();
        int other = freePort();
        try (var manager = ManagerProcess.of(options(port), clock, () -> {});
                var _ = GoManager.started(flags(other, "--controllers=ttl-controller"))) {
            manager.start();
            await(() -> anonymous(other).get("/healthz").statusCode() == 200);
            for (var path :
                    List.of(
                            "/healthz",
                            "/healthz/nosuch",
                            "/livez",
                            "/metrics",
                            "/configz",
                            "/",
                            "/a%3Cb%3E")) {
                same(path, anonymous(port).get(path), anonymous(other).get(path));
                same(path, anonymous(port).ask("POST", path), anonymous(other).ask("POST", path));
                String[] wrong = {"Authorization", "Bearer nobodys"};
                same(path, anonymous(port).get(path, wrong), anonymous(other).get(path, wrong));
                String[] curl = {"User-Agent", "curl/8"};
                same(path, anonymous(port).get(path, curl), anonymous(other).get(path, curl));
            }
            for (var path : List.of("/nosuch", "/livez", "/healthz")) {
                same(path, administrator(port).get(path), administrator(other).get(path));
            }
            assertThat(administrator(port).get("/metrics").statusCode()).isEqualTo(200);
        }
    }

    private static double agreements(String metrics) {
        var name =
                "kcm_shadow_writes_total{controller=\"replicaset-controller\",verdict=\"agreed\"} ";
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

    private PortClient anonymous(int port) {
        var client = PortClient.to(port);
        opened.add(client);
        return client;
    }

    private PortClient administrator(int port) {
        var certificate =
                config().credentials()
                        .identity()
                        .certificate()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "KCM_KUBECONFIG must name a certificate"));
        var client =
                PortClient.to(port, new KeyedCertificate(certificate.chain(), certificate.key()));
        opened.add(client);
        return client;
    }

    private void await(Callable<Boolean> condition) throws Exception {
        var deadline = clock.deadlineIn(Duration.ofSeconds(90));
        while (!holds(condition)) {
            assertThat(deadline.hasPassed()).as("waited too long").isFalse();
            clock.sleep(Duration.ofMillis(100));
        }
    }

    private static boolean holds(Callable<Boolean> condition) throws Exception {
        try {
            return condition.call();
        } catch (IOException _) {
            return false; // not listening yet
        }
    }

    private static ManagerOptions options(int port, String... more) {
        var arguments =
                new ArrayList<>(
                        flags(port, "--controllers=replicaset,deployment,replicationcontroller"));
        arguments.addAll(List.of(more));
        return switch (CommandLine.read(arguments, () -> 0)) {
            case CommandLine.Run run -> run.options();
            case CommandLine.Refuse(var text) -> throw new IllegalStateException(text);
            case CommandLine.Print(var text) -> throw new IllegalStateException(text);
        };
    }

    private static List<String> flags(int port, String controllers) {
        return List.of(
                controllers,
                "--kubeconfig=" + KUBECONFIG,
                "--authentication-kubeconfig=" + KUBECONFIG,
                "--authorization-kubeconfig=" + KUBECONFIG,
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--use-service-account-credentials",
                "--leader-elect-resource-name="
                        + UNIQUE
                        + (controllers.contains("ttl") ? "-go" : ""));
    }

    private Client api() {
        var server = RemoteServer.at(config(), clock);
        opened.add(server);
        return server.client("kcm-live-test", ClientSettings.usual(), new Metrics());
    }

    private ClientConfig config() {
        return Configs.fromFlags(
                KUBECONFIG, "", new CredentialSources(clock, new Metrics(), System.getenv()));
    }

    private static void makeNamespace(Client api) {
        var known = new ArrayList<String>();
        api.on(Namespace.NAMESPACES).listAll(ListQuery.everything(), it -> known.add(it.name()));
        if (known.contains(UNIQUE)) {
            return;
        }
        api.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(m -> m.name(UNIQUE)).build());
        api.on(ServiceAccount.SERVICE_ACCOUNTS)
                .create(
                        ServiceAccount.builder()
                                .metadata(m -> m.namespace(UNIQUE).name("default"))
                                .build());
    }

    private static ReplicaSet replicaSet() {
        var labels = Map.of("app", "web");
        return ReplicaSet.builder()
                .metadata(m -> m.namespace(UNIQUE).name(SET.name()))
                .spec(
                        spec ->
                                spec.replicas(2)
                                        .selector(selector -> selector.matchLabels(labels))
                                        .template(
                                                template ->
                                                        template.metadata(m -> m.labels(labels))
                                                                .spec(
                                                                        pod ->
                                                                                pod.addContainers(
                                                                                        container ->
                                                                                                container
                                                                                                        .name(
                                                                                                                "web")
                                                                                                        .image(
                                                                                                                "web")))))
                .build();
    }

    private static int pods(Client api) {
        var found = new ArrayList<Pod>();
        api.on(Pod.PODS).listAll(ListQuery.in(UNIQUE), found::add);
        return found.size();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
