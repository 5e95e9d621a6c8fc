package dev.kcm.runtime.real;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A cluster of `conformance/run up`, known by its directory, whose processes can be maltreated. A
/// server started here ends with [#close]; `conformance/run down` does the rest.
public final class LocalCluster implements AutoCloseable {
    private static final Duration UP = Duration.ofSeconds(60);

    private final Path directory;
    private final List<String> serverCommand;
    private final long etcd;
    private final URI etcdAddress;
    private Optional<ProcessHandle> server;
    private Optional<ProcessHandle> startedHere = Optional.empty();

    public LocalCluster(Path directory) {
        this.directory = directory;
        var record = record("kube-apiserver");
        this.serverCommand = command(record);
        this.server = ProcessHandle.of(pid(record)).filter(LocalCluster::isServer);
        var store = record("etcd");
        this.etcd = pid(store);
        this.etcdAddress = URI.create(command(store).stream()
                .filter(it -> it.startsWith("--listen-client-urls="))
                .map(it -> it.substring(it.indexOf('=') + 1))
                .findFirst()
                .orElseThrow());
    }

    /// Who may do everything, and is exempt from the server's limits.
    public Path administrator() {
        return directory.resolve("admin.kubeconfig");
    }

    /// Who may read everything, within the server's limits.
    public Path controllerManager() {
        return directory.resolve("kube-controller-manager.kubeconfig");
    }

    public int serverPort() {
        return serverCommand.stream()
                .filter(it -> it.startsWith("--secure-port="))
                .map(it -> Integer.parseInt(it.substring(it.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow();
    }

    /// Starts the server if an earlier run has left the cluster without.
    public void ensureServer() throws IOException {
        if (server.filter(ProcessHandle::isAlive).isEmpty()) {
            startServer();
        }
    }

    /// As if the power went.
    public void killServer() {
        var victim = server.orElseThrow();
        victim.destroyForcibly();
        victim.onExit().join();
    }

    /// @param more arguments that win over the usual ones
    public void startServer(String... more) throws IOException {
        var command = new ArrayList<>(serverCommand);
        command.addAll(List.of(more));
        startedHere = Optional.of(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("logs/kube-apiserver.log").toFile()))
                .start()
                .toHandle());
        server = startedHere;
    }

    public void awaitReady(Client client) throws InterruptedException {
        var clock = Clock.system();
        var deadline = clock.deadlineIn(UP);
        while (!isReady(client)) {
            if (deadline.hasPassed()) {
                throw new AssertionError("The API server is not ready after " + UP);
            }
            clock.sleep(Duration.ofMillis(100));
        }
    }

    /// Lets etcd forget all history.
    public void compact() throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var range = post(http, "/v3/kv/range", "{\"key\":\"AA==\"}");
            var revision = range.textAt("header", "revision").orElseThrow();
            var _ = post(http, "/v3/kv/compaction", "{\"revision\":\"" + revision + "\",\"physical\":true}");
        }
    }

    /// Stops etcd in its tracks, so that the server answers 500 and worse.
    public void pauseStore(Duration duration) throws IOException, InterruptedException {
        signalStore("STOP");
        try {
            Clock.system().sleep(duration);
        } finally {
            signalStore("CONT");
        }
    }

    @Override
    public void close() {
        startedHere.ifPresent(mine -> {
            mine.destroyForcibly();
            mine.onExit().join(); // and with it its port
        });
    }

    private static boolean isServer(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("kube-apiserver");
    }

    private Json post(HttpClient http, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(etcdAddress.resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new AssertionError("etcd " + path + ": " + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return Json.parse(answer.body());
    }

    private void signalStore(String signal) throws IOException, InterruptedException {
        var code = new ProcessBuilder("kill", "-" + signal, Long.toString(etcd))
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("etcd (pid %d) cannot be signalled".formatted(etcd));
        }
    }

    private static boolean isReady(Client client) {
        try {
            return client.raw("/readyz", "text/plain").code() == 200;
        } catch (ApiException _) {
            return false;
        }
    }

    private Json record(String name) {
        try {
            return Json.parse(Files.readAllBytes(directory.resolve("run").resolve(name + ".json")));
        } catch (IOException missing) {
            throw new AssertionError("%s is no cluster of `conformance/run up`".formatted(directory), missing);
        }
    }

    private static long pid(Json record) {
        return record.longAt("pid").orElseThrow();
    }

    private static List<String> command(Json record) {
        return record.itemsAt("command").stream()
                .map(item -> item.textAt().orElseThrow())
                .toList();
    }
}
