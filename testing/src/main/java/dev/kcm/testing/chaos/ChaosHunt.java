package dev.kcm.testing.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Runs many seeds, and makes of each that fails a report that somebody can act on: what broke, the shortest schedule
/// that still breaks it, how to run that again, and what happened.
///
/// @param shrinkingRuns how many runs it may cost to shorten one schedule
public record ChaosHunt(int shrinkingRuns) {
    private static final int MOST_PROBLEMS = 10;

    /// A schedule that fails.
    ///
    /// @param found as the seed had it
    /// @param shortest what is left when no line can be spared
    public record Failure(ChaosRun.Result found, ChaosRun.Result shortest) {
        /// For people.
        public String toText() {
            return """
                seed %d breaks promises:
                %s

                the shortest schedule that still does (keep it in a file and run it again with \
                    -Dkcm.chaos.schedule=FILE; \
                -Dkcm.chaos.seed=%d runs all of it):
                %s
                which gives:
                %s

                what happened:
                %s
                """.formatted(
                            found.schedule().seed(),
                            listed(found.problems()),
                            found.schedule().seed(),
                            shortest.schedule().toText(),
                            listed(shortest.problems()),
                            shortest.timeline());
        }

        private static String listed(List<String> problems) {
            var shown =
                    problems.stream().limit(MOST_PROBLEMS).map(it -> "  " + it).collect(Collectors.joining("\n"));
            int more = problems.size() - MOST_PROBLEMS;
            return more > 0 ? "%s\n  and %d more".formatted(shown, more) : shown;
        }
    }

    /// The failures among the seeds, in their order.
    public List<Failure> run(LongStream seeds) {
        var failures = new ArrayList<Failure>();
        seeds.forEach(seed -> run(Schedule.of(seed)).ifPresent(failures::add));
        return failures;
    }

    public Optional<Failure> run(Schedule schedule) {
        var result = ChaosRun.of(schedule);
        return result.hasFailed() ? Optional.of(shrunk(result)) : Optional.empty();
    }

    /// Shorter schedules count only if they break the same promise.
    private Failure shrunk(ChaosRun.Result found) {
        var promise = promise(found.problems().getFirst());
        var shortest = new Shrinker(
                        candidate -> ChaosRun.of(candidate).problems().stream()
                                .anyMatch(problem -> promise(problem).equals(promise)),
                        shrinkingRuns)
                .shrink(found.schedule());
        return new Failure(found, ChaosRun.of(shortest));
    }

    private static String promise(String problem) {
        return problem.substring(0, Math.max(0, problem.indexOf(':')));
    }
}
