package dev.kcm.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The program `src/test/go/informer`: client-go's informer in a process of its own, which takes
/// commands and reports what it observes.
final class GoInformer implements AutoCloseable {
    private static final Path SOURCES = Path.of("src", "test", "go");
    private static final File ERRORS = Path.of("target", "informer.log").toFile();
    private static final int TIMEOUT_SECONDS = 60;
    private static final String END = "(it ended)";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> reported = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> responses = new LinkedBlockingQueue<>();

    private GoInformer(Process process) {
        this.process = process;
        this.commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        var lines = process.inputReader(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(() -> read(lines));
    }

    /// Builds the program; skips the test where Go is not installed.
    static Path built(Path directory) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(it -> Files.isExecutable(Path.of(it, "go"))),
                "Go is not installed, so client-go's informer was not tried on the embedded" + " cluster");
        var program = directory.resolve("informer");
        var build = new ProcessBuilder("go", "build", "-o", program.toString(), "./informer")
                .directory(SOURCES.toFile())
                .redirectErrorStream(true);
        build.environment().put("CGO_ENABLED", "0");
        build.environment().put("GOWORK", "off");
        var building = build.start();
        var said = new String(building.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(building.waitFor()).as(said).isZero();
        return program;
    }

    static GoInformer started(Path program, Path kubeconfig, String encoding) throws IOException {
        var command = List.of(program.toString(), kubeconfig.toString(), encoding);
        return new GoInformer(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(ERRORS))
                .start());
    }

    /// Sends a command; returns its response.
    String send(String command) throws InterruptedException {
        commands.println(command);
        return next(responses, "a response to " + command);
    }

    /// Waits until it has reported all of this, in any order, whatever else it reports in between.
    void expect(String... events) throws InterruptedException {
        var missing = new HashSet<>(List.of(events));
        while (!missing.isEmpty()) {
            var line = next(reported, missing.toString());
            assertThat(line).as("waiting for %s", missing).isNotEqualTo(END);
            missing.remove(line);
        }
    }

    /// It ends with its input.
    @Override
    public void close() throws InterruptedException {
        commands.close();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private static String next(BlockingQueue<String> queue, String awaited) throws InterruptedException {
        var next = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("waiting for \"%s\"", awaited).isNotNull();
        return next;
    }

    private void read(BufferedReader lines) {
        lines.lines().forEach(line -> (isResponse(line) ? responses : reported).add(line));
        reported.add(END);
        responses.add(END);
    }

    private static boolean isResponse(String line) {
        return line.equals("done") || line.startsWith("refused ") || line.startsWith("cache ");
    }
}
