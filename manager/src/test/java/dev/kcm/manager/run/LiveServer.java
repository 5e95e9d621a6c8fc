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
import dev.kcm.manager.PortClient;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// A real API server that no manager looks after, named by `KCM_KUBECONFIG`, for tests that ask it
/// as an administrator and work in a namespace of their own. [#close] removes what they made.
final class LiveServer implements AutoCloseable {
    static final String KUBECONFIG = System.getenv().getOrDefault("KCM_KUBECONFIG", "");
    static final String WHY_NOT = "needs a real API server: `conformance/run up --kcm none`, then set KCM_KUBECONFIG";

    /// Tests whose managers work on the whole cluster take turns.
    static final String LOCK = "the live server";

    /// The name of this test run: its namespace, and the beginning of its leases' names.
    static final String UNIQUE = "kcm-live-" + ProcessHandle.current().pid();

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Clock clock = Clock.system();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Client api;

    LiveServer() {
        var server = RemoteServer.at(config(), clock);
        opened.add(server);
        this.api = server.client("kcm-live-test", ClientSettings.usual(), new Metrics());
        makeNamespace();
    }

    Client api() {
        return api;
    }

    Clock clock() {
        return clock;
    }

    /// One of ours, running; closed with this unless closed before.
    ManagerProcess start(ManagerOptions options) {
        var manager = ManagerProcess.of(options, clock, () -> {});
        opened.add(manager);
        manager.start();
        return manager;
    }

    PortClient anonymous(int port) {
        var client = PortClient.to(port);
        opened.add(client);
        return client;
    }

    PortClient administrator(int port) {
        var certificate = config().credentials()
                .identity()
                .certificate()
                .orElseThrow(() -> new IllegalStateException("KCM_KUBECONFIG must name a certificate"));
        var client = PortClient.to(port, new KeyedCertificate(certificate.chain(), certificate.key()));
        opened.add(client);
        return client;
    }

    /// Polls until it holds; a port that is not open yet does not.
    void await(String what, Callable<Boolean> condition) throws Exception {
        var deadline = clock.deadlineIn(PATIENCE);
        while (!holds(condition)) {
            assertThat(deadline.hasPassed()).as("waited too long until " + what).isFalse();
            clock.sleep(Duration.ofMillis(100));
        }
    }

    private static boolean holds(Callable<Boolean> condition) throws Exception {
        try {
            return condition.call();
        } catch (IOException _) {
            return false;
        }
    }

    /// Who holds a lease in kube-system; empty when nobody, or when there is none.
    String holder(String lease) {
        try {
            return api.on(Lease.LEASES)
                    .get(ObjectKey.of("kube-system", lease))
                    .spec()
                    .holderIdentity()
                    .orElse("");
        } catch (ApiException exception) {
            if (exception.failure() instanceof ApiFailure.NotFound) {
                return "";
            }
            throw exception;
        }
    }

    /// A set of two pods in our namespace.
    void createReplicaSet(String name) {
        api.on(ReplicaSet.REPLICA_SETS).create(replicaSet(name));
    }

    int pods(String replicaSet) {
        var found = new ArrayList<Pod>();
        api.on(Pod.PODS).listAll(ListQuery.in(UNIQUE).withLabelSelector("app=" + replicaSet), found::add);
        return found.size();
    }

    static ManagerOptions options(List<String> arguments) {
        return switch (CommandLine.read(arguments, () -> 0)) {
            case CommandLine.Run run -> run.options();
            case CommandLine.Refuse(var text) -> throw new IllegalStateException(text);
            case CommandLine.Print(var text) -> throw new IllegalStateException(text);
        };
    }

    /// What every manager here is started with.
    static List<String> flags(int port, String... more) {
        var flags = new ArrayList<>(List.of(
                "--kubeconfig=" + KUBECONFIG,
                "--authentication-kubeconfig=" + KUBECONFIG,
                "--authorization-kubeconfig=" + KUBECONFIG,
                "--bind-address=127.0.0.1",
                "--secure-port=" + port));
        flags.addAll(List.of(more));
        return flags;
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws Exception {
        for (var resource : opened.reversed()) {
            if (resource instanceof RemoteServer) {
                clear();
            }
            resource.close();
        }
    }

    private void clear() {
        api.on(ReplicaSet.REPLICA_SETS).deleteAll(ListQuery.in(UNIQUE), DeleteOptions.plain());
        api.on(Pod.PODS).deleteAll(ListQuery.in(UNIQUE), DeleteOptions.plain());
    }

    private ClientConfig config() {
        return Configs.fromFlags(KUBECONFIG, "", new CredentialSources(clock, new Metrics(), System.getenv()));
    }

    private void makeNamespace() {
        var known = new ArrayList<String>();
        api.on(Namespace.NAMESPACES).listAll(ListQuery.everything(), it -> known.add(it.name()));
        if (known.contains(UNIQUE)) {
            return;
        }
        api.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(m -> m.name(UNIQUE)).build());
        api.on(ServiceAccount.SERVICE_ACCOUNTS)
                .create(ServiceAccount.builder()
                        .metadata(m -> m.namespace(UNIQUE).name("default"))
                        .build());
    }

    private static ReplicaSet replicaSet(String name) {
        var labels = Map.of("app", name);
        return ReplicaSet.builder()
                .metadata(m -> m.namespace(UNIQUE).name(name))
                .spec(spec -> spec.replicas(2)
                        .selector(selector -> selector.matchLabels(labels))
                        .template(template ->
                                template.metadata(m -> m.labels(labels)).spec(LiveServer::oneContainer)))
                .build();
    }

    private static void oneContainer(PodSpec.Builder pod) {
        pod.addContainers(container -> container.name("web").image("web"));
    }
}
