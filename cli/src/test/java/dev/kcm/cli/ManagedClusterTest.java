package dev.kcm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.client.WatchQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.cluster.Persistence;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.value.Quantity;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `kcm why --manager`: a manager in a process of its own, on an API server that runs no
/// controllers itself.
@Timeout(180)
class ManagedClusterTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    private Cluster cluster;
    private Process manager;
    private Path kubeconfig;
    private String address;

    @BeforeEach
    void start() throws Exception {
        var data = directory.resolve("data");
        kubeconfig = data.resolve("kubeconfig");
        cluster = Cluster.start(ClusterSettings.inProcess()
                .withDirectory(data)
                .withPersistence(Persistence.IN_MEMORY)
                .withPort(0)
                .withControllersElsewhere());
        int port = freePort();
        address = "https://127.0.0.1:" + port;
        manager = manager(port, data.resolve("pki").resolve("ca.crt"));
    }

    @AfterEach
    void stop() throws InterruptedException {
        manager.destroy();
        manager.waitFor();
        cluster.close();
    }

    @Test
    void explains_with_the_decisions_of_the_manager() throws Exception {
        cluster.client().on(Deployment.DEPLOYMENTS).create(deployment());

        var explanation = await("deployment-controller: ", "replicaset-controller: ", "Unschedulable");

        assertThat(explanation)
                .containsSubsequence(
                        "deployment/web\n",
                        "  0 of 1 replicas are available\n",
                        "  deployment-controller: ",
                        "  replicaset/web-",
                        "    replicaset-controller: ",
                        "    pod/web-",
                        "      PodScheduled is False: Unschedulable");
        refusesWhomItDoesNotKnow();
        takesAToken();
    }

    private void refusesWhomItDoesNotKnow() throws IOException {
        assertThat(why().err()).contains("cannot reach the manager at " + address, "--insecure-skip-tls-verify");
        var nonsense = Files.writeString(directory.resolve("nonsense"), "nonsense");
        assertThat(why("--insecure-skip-tls-verify", "--token-file=" + nonsense).err())
                .contains("cannot reach the manager at " + address)
                .contains("--token-file, or --client-certificate with --client-key");
        assertThat(why("--insecure-skip-tls-verify", "--client-key=x").err())
                .contains("wants --client-certificate and --client-key together");
    }

    /// A service account without access reads which permission it lacks.
    private void takesAToken() throws IOException {
        var accounts = cluster.client().on(ServiceAccount.SERVICE_ACCOUNTS);
        accounts.create(ServiceAccount.builder()
                .metadata(m -> m.namespace("default").name("robot"))
                .build());
        var issued = accounts.createSubresource(ObjectKey.of("default", "robot"), "token", TokenRequest.EMPTY);
        var token =
                Files.writeString(directory.resolve("token"), issued.status().token());
        assertThat(why("--insecure-skip-tls-verify", "--token-file=" + token).err())
                .contains("you need permission to get the non-resource path /debug/controllers/*");
    }

    private Console why(String... more) {
        var arguments =
                new ArrayList<>(List.of("why", "deployment/web", "--manager=" + address, "--kubeconfig=" + kubeconfig));
        arguments.addAll(List.of(more));
        return Console.kcm(arguments.toArray(String[]::new));
    }

    /// Asks until the answer holds all this: the manager needs a while to start and to decide. It is
    /// asked again whenever it renews its lease, which is twice a second.
    private String await(String... wanted) {
        var deadline = Clock.system().deadlineIn(TIMEOUT);
        try (var leases = cluster.client().on(Lease.LEASES).watch(WatchQuery.in("kube-system"))) {
            var explanation = why("--insecure-skip-tls-verify");
            while (!containsAll(explanation.out(), wanted)) {
                assertThat(deadline.hasPassed())
                        .as("%s %s", explanation, manager)
                        .isFalse();
                assertThat(leases.next()).as("watch of leases").isPresent();
                explanation = why("--insecure-skip-tls-verify");
            }
            return explanation.out();
        }
    }

    private static boolean containsAll(String text, String... wanted) {
        return Stream.of(wanted).allMatch(text::contains);
    }

    private Process manager(int port, Path authority) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        java.toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        KubeControllerManager.class.getName(),
                        "--kubeconfig=" + kubeconfig,
                        "--authentication-kubeconfig=" + kubeconfig,
                        "--authorization-kubeconfig=" + kubeconfig,
                        "--client-ca-file=" + authority,
                        "--leader-elect-retry-period=500ms",
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + port,
                        "--cert-dir=" + directory.resolve("certificates"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("manager.log").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Deployment deployment() {
        return Deployment.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(spec -> spec.replicas(1)
                        .selector(s -> s.putMatchLabels("app", "web"))
                        .template(t -> t.metadata(m -> m.putLabels("app", "web"))
                                .spec(pod -> pod.addContainers(c -> c.name("main")
                                        .image("example.com/web:1")
                                        .resources(r -> r.putRequests("cpu", Quantity.parse("1000")))))))
                .build();
    }
}
