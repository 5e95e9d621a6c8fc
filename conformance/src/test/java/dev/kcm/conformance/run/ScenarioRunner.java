package dev.kcm.conformance.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs scenarios with JUnit, several at the same time, and appends their results to a directory.
final class ScenarioRunner implements TestExecutionListener {
    private final Path directory;
    private final int parallel;
    private final Map<String, Long> started = new ConcurrentHashMap<>();
    private final AtomicInteger failed = new AtomicInteger();

    ScenarioRunner(Path directory, int parallel) {
        this.directory = directory;
        this.parallel = parallel;
    }

    /// Whether none failed.
    boolean run(Scenarios scenarios) throws IOException {
        Files.createDirectories(directory);
        System.setProperty("kcm.scenario.output", directory.toString());
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(scenarios.methods().stream()
                        .map(method -> DiscoverySelectors.selectMethod(method.getDeclaringClass(), method))
                        .toList())
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter(
                        "junit.jupiter.execution.parallel.config.fixed.parallelism", Integer.toString(parallel))
                .configurationParameter(
                        "junit.jupiter.execution.parallel.config.executor-service", "WORKER_THREAD_POOL")
                .build();
        LauncherFactory.create().execute(request, this);
        return failed.get() == 0;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        name(test).ifPresent(name -> keep(new Result(name, Result.Outcome.SKIPPED, 0, reason), ""));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        var name = name(test);
        var why = result.getThrowable();
        if (name.isEmpty()) {
            why.ifPresent(problem -> problem.printStackTrace(System.out));
            failed.addAndGet(why.isPresent() ? 1 : 0);
            return;
        }
        long millis = Duration.ofNanos(System.nanoTime() - started.get(test.getUniqueId()))
                .toMillis();
        var outcome = switch (result.getStatus()) {
            case SUCCESSFUL -> Result.Outcome.PASSED;
            case ABORTED -> Result.Outcome.SKIPPED;
            case FAILED -> Result.Outcome.FAILED;
        };
        var message = why.map(Throwable::toString).orElse("");
        keep(
                new Result(name.get(), outcome, millis, message.lines().limit(2).reduce("", ScenarioRunner::joined)),
                outcome == Result.Outcome.FAILED ? message : "");
    }

    private static String joined(String one, String other) {
        return one.isEmpty() ? other : one + " " + other;
    }

    private synchronized void keep(Result result, String details) {
        if (result.outcome() == Result.Outcome.FAILED) {
            failed.incrementAndGet();
        }
        System.out.printf(
                "  %-8s %6.1f s  %s%s%n",
                result.outcome(), result.millis() / 1e3, result.scenario(), details.isEmpty() ? "" : "\n" + details);
        try {
            Files.writeString(
                    directory.resolve("results.tsv"),
                    result.line(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot write results to " + directory, problem);
        }
    }

    private static Optional<String> name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .filter(_ -> test.isTest())
                .map(source -> Scenarios.name(source.getJavaMethod()));
    }
}
