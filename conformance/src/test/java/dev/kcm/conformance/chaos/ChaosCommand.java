package dev.kcm.conformance.chaos;

import dev.kcm.testing.chaos.RemoteChaos;
import dev.kcm.testing.chaos.Schedule;
import dev.kcm.testing.trajectory.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// What `conformance/run chaos` starts.
///
/// - `run DIRECTORY FIRST SEEDS PARALLEL`: runs the users of these seeds on the cluster that system properties name,
///   several at the same time; what they leave and which promises were broken go to the directory
/// - `report DIRECTORY`: compares `DIRECTORY/java` with `DIRECTORY/go`
///
/// Ends with 1 if a run could not be judged, or if ours broke a promise that Go's manager kept, or left something else
/// behind.
final class ChaosCommand {
    private ChaosCommand() {}

    public static void main(String[] arguments) throws Exception {
        var directory = Path.of(arguments[1]);
        boolean isGood = switch (arguments[0]) {
            case "run" ->
                run(
                        directory,
                        LongStream.range(0, Long.parseLong(arguments[3])).map(it -> it + Long.parseLong(arguments[2])),
                        Integer.parseInt(arguments[4]));
            case "report" -> report(directory);
            default -> throw new IllegalArgumentException("unknown command %s: run or report".formatted(arguments[0]));
        };
        System.exit(isGood ? 0 : 1);
    }

    private static boolean run(Path directory, LongStream seeds, int parallel) throws Exception {
        Files.createDirectories(directory);
        var runs = new ArrayList<Callable<Boolean>>();
        seeds.forEach(seed -> runs.add(() -> run(directory, seed)));
        try (var threads = Executors.newFixedThreadPool(parallel)) {
            boolean isGood = true;
            for (Future<Boolean> each : threads.invokeAll(runs)) {
                isGood &= each.get();
            }
            return isGood;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    private static boolean run(Path directory, long seed) throws IOException, InterruptedException {
        var schedule = Schedule.of(seed).withoutAdversary();
        Files.writeString(directory.resolve(seed + ".schedule"), schedule.toText());
        try {
            var result = RemoteChaos.of(schedule);
            Files.writeString(directory.resolve(seed + ".json"), result.endState());
            Files.writeString(directory.resolve(seed + ".violations"), lines(result.violations()));
            System.out.printf(
                    "  seed %d: %d promises broken%n", seed, result.violations().size());
            return true;
        } catch (RuntimeException failed) {
            System.out.printf("  seed %d could not be judged: %s%n", seed, failed);
            return false;
        }
    }

    private static boolean report(Path directory) throws IOException {
        var comparisons = new ArrayList<ChaosComparison>();
        for (var seed : seeds(directory)) {
            comparisons.add(ChaosComparison.of(seed, directory.resolve("go"), directory.resolve("java")));
        }
        comparisons.forEach(it -> System.out.print(it.toText()));
        System.out.printf(
                "%d seeds: ours broke %d promises and Go's manager %d; %d end states differ%n",
                comparisons.size(),
                comparisons.stream().mapToInt(it -> it.ours().size()).sum(),
                comparisons.stream().mapToInt(it -> it.upstreams().size()).sum(),
                comparisons.stream().filter(it -> !it.difference().isEmpty()).count());
        return !comparisons.isEmpty() && comparisons.stream().allMatch(ChaosComparison::isGood);
    }

    /// Those that ran with both.
    private static List<Long> seeds(Path directory) throws IOException {
        try (var files = Files.list(directory.resolve("java"))) {
            return files.map(it -> it.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .filter(name -> Files.exists(directory.resolve("go").resolve(name)))
                    .map(name -> Long.valueOf(name.replace(".json", "")))
                    .sorted()
                    .toList();
        }
    }

    private static String lines(List<Violation> violations) {
        return violations.stream().map(it -> it + "\n").collect(Collectors.joining());
    }
}
