package dev.kcm.cluster.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.client.WatchQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.run.ManagerProcess;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/// An embedded cluster without controllers, served over HTTPS, and whole managers that work on it
/// as they would on a real one, in real time.
final class EmbeddedServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Clock clock = Clock.system();
    private final Path directory;
    private final Cluster cluster;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    EmbeddedServer(Path directory) throws InterruptedException, IOException {
        this.directory = directory;
        this.cluster = Cluster.start(
                ClusterSettings.inProcess().withPort(0).withNodes(1).withControllersElsewhere());
        opened.push(cluster);
        Files.writeString(kubeconfig(), cluster.kubeconfig().orElseThrow());
    }

    Client client() {
        return cluster.client();
    }

    /// A manager with leases of a few seconds that has started.
    ManagerProcess start(String... flags) {
        var manager = ManagerProcess.of(options(flags), clock, () -> {});
        opened.push(manager);
        manager.start();
        return manager;
    }

    /// What [#start] gives a manager, `flags` among it.
    ManagerOptions options(String... flags) {
        var all = new ArrayList<>(List.of(
                "--kubeconfig=" + kubeconfig(),
                "--authentication-kubeconfig=" + kubeconfig(),
                "--authorization-kubeconfig=" + kubeconfig(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + freePort(),
                "--leader-elect-lease-duration=4s",
                "--leader-elect-renew-deadline=3s",
                "--leader-elect-retry-period=500ms"));
        all.addAll(List.of(flags));
        return switch (CommandLine.read(all, () -> 0)) {
            case CommandLine.Run run -> run.options();
            case CommandLine.Refuse(var text) -> throw new IllegalArgumentException(text);
            case CommandLine.Print(var text) -> throw new IllegalArgumentException(text);
        };
    }

    /// The certificate of whoever signed the server's.
    String authority() {
        var field = "certificate-authority-data: ";
        var data = cluster.kubeconfig()
                .orElseThrow()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(field))
                .findFirst()
                .orElseThrow()
                .substring(field.length());
        return new String(Base64.getDecoder().decode(data), StandardCharsets.US_ASCII);
    }

    Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    /// Who holds a lease in kube-system; empty when nobody, or when there is none.
    String holder(String lease) {
        try {
            return client().on(Lease.LEASES)
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

    /// Waits for a condition of a manager, which has no listeners: it is checked again whenever a lease
    /// in kube-system changes, as a leader's does twice a second.
    void await(String what, BooleanSupplier condition) {
        var deadline = clock.deadlineIn(TIMEOUT);
        try (var leases = client().on(Lease.LEASES).watch(WatchQuery.in("kube-system"))) {
            while (!condition.getAsBoolean()) {
                assertThat(deadline.hasPassed()).as("timed out until " + what).isFalse();
                assertThat(leases.next()).as("watch of leases until " + what).isPresent();
            }
        }
    }

    @Override
    public void close() throws Exception {
        for (var resource : opened) {
            resource.close();
        }
    }

    private Path kubeconfig() {
        return directory.resolve("kubeconfig");
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
