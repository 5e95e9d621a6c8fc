package dev.kcm.manager;

import dev.kcm.client.tls.TlsSettings;
import dev.kcm.client.tls.Trust;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// Upstream's own kube-controller-manager, where the conformance set-up has built it.
public final class GoManager {
    private static final Path BINARY = Path.of(
            System.getenv().getOrDefault("XDG_CACHE_HOME", System.getenv("HOME") + "/.cache"),
            "kcm/conformance/v1.36.3/bin/kube-controller-manager");
    private static final String KUBECONFIG = """
        apiVersion: v1
        kind: Config
        clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
        users: [{name: none, user: {token: none}}]
        contexts: [{name: none, context: {cluster: none, user: none}}]
        current-context: none
        """;

    private static final String FLAGZ = "application/json;g=config.k8s.io;v=v1beta1;as=Flagz";

    private GoManager() {}

    /// Skips the calling test, saying why, where the binary has not been built.
    public static void assumeBuilt() {
        Assumptions.assumeTrue(
                Files.isExecutable(BINARY),
                "upstream's kube-controller-manager is not built: run conformance/run build first");
    }

    public record Ended(int exitCode, String output, String errors) {}

    /// Runs it to its end.
    public static Ended run(List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(BINARY.toString()));
        command.addAll(arguments);
        Path output = Files.createTempFile("kcm", ".out");
        Path errors = Files.createTempFile("kcm", ".err");
        try {
            var process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IllegalStateException("It did not end: " + arguments);
            }
            return new Ended(process.exitValue(), Files.readString(output), Files.readString(errors));
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }

    /// One that runs until closed, with exactly these arguments.
    public static Running started(List<String> arguments) throws IOException {
        var command = new ArrayList<String>(List.of(BINARY.toString()));
        command.addAll(arguments);
        return new Running(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    public record Running(Process process) implements AutoCloseable {
        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    /// What a running one showed; it finds no API server and so does nothing else.
    ///
    /// @param port where it listened
    /// @param bodies the pages, in the order asked for
    public record Pages(int port, List<String> bodies) {}

    /// Starts one and reads some of its pages.
    public static Pages pages(List<String> arguments, List<String> paths) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("kcm");
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), KUBECONFIG);
        int port = freePort();
        var command = new ArrayList<String>(List.of(BINARY.toString()));
        command.addAll(arguments);
        command.addAll(List.of(
                "--kubeconfig=" + kubeconfig.getFileName(),
                "--secure-port=" + port,
                "--bind-address=127.0.0.1",
                "--authorization-always-allow-paths=*"));
        var process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        try {
            return new Pages(port, read(process, port, paths, directory.resolve("log")));
        } finally {
            process.destroyForcibly().waitFor();
            Files.delete(kubeconfig);
            Files.delete(directory.resolve("log"));
            Files.delete(directory);
        }
    }

    /// The arguments [#pages] adds, so that ours can be given the same.
    public static List<String> added(int port) {
        return List.of(
                "--kubeconfig=kubeconfig",
                "--secure-port=" + port,
                "--bind-address=127.0.0.1",
                "--authorization-always-allow-paths=*");
    }

    private static List<String> read(Process process, int port, List<String> paths, Path log)
            throws IOException, InterruptedException {
        var tls = new TlsSettings(new Trust.Anyone(), Optional.empty(), Optional.empty());
        try (var client = HttpClient.newBuilder().sslContext(tls.context()).build()) {
            var pages = new ArrayList<String>();
            for (String path : paths) {
                pages.add(get(client, process, port, path, log));
            }
            return pages;
        }
    }

    /// Tries again until the port is open; the process ending ends the wait.
    private static String get(HttpClient client, Process process, int port, String path, Path log)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
                .header("Accept", path.equals("/flagz") ? FLAGZ : "*/*")
                .build();
        for (int attempt = 0; attempt < 600; attempt++) {
            try {
                var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
            } catch (IOException _) {
                // Not listening yet.
            }
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("It ended: " + Files.readString(log));
            }
        }
        throw new IllegalStateException("No answer from " + path + ": " + Files.readString(log));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
