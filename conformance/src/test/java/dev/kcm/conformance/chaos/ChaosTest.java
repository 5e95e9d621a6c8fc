package dev.kcm.conformance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.testing.chaos.ChaosHunt;
import dev.kcm.testing.chaos.ChaosRun;
import dev.kcm.testing.chaos.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random users and a random adversary: no promise is broken on the way, and everything is as it should be at the end.
///
/// | property | |
/// |---|---|
/// | `kcm.chaos.seeds` | how many seeds, 200 if nothing is said |
/// | `kcm.chaos.first` | the first of them, 1 if nothing is said |
/// | `kcm.chaos.seed` | only this one |
/// | `kcm.chaos.schedule` | instead, the schedule in this file |
class ChaosTest {
    private static final Path KEPT = Path.of("src/test/resources/chaos");
    private static final ChaosHunt HUNT = new ChaosHunt(60);

    /// A build that goes wrong shows some of what is wrong; the rest needs a look at these first.
    private static final int MOST_FAILURES = 3;

    private static final int SEEDS_BETWEEN_LINES = 500;

    @Test
    void no_seed_breaks_a_promise() throws IOException {
        var failures = chosen().peek(ChaosTest::showProgress)
                .map(HUNT::run)
                .flatMap(Optional::stream)
                .limit(MOST_FAILURES)
                .toList();

        assertThat(failures)
                .as(failures.stream().map(ChaosHunt.Failure::toText).collect(Collectors.joining("\n")))
                .isEmpty();
    }

    @Test
    void the_same_seed_gives_the_same_writes() {
        var first = ChaosRun.of(Schedule.of(11));
        var second = ChaosRun.of(Schedule.of(11));

        assertThat(second.writes()).hasSizeGreaterThan(20).isEqualTo(first.writes());
    }

    /// Each broke a promise once.
    @ParameterizedTest
    @MethodSource("kept")
    void a_schedule_that_failed_once_does_so_no_more(Path file) throws IOException {
        var result = ChaosRun.of(Schedule.parse(Files.readString(file)));

        assertThat(result.problems()).as(result.timeline()).isEmpty();
    }

    private static void showProgress(Schedule schedule) {
        if (schedule.seed() % SEEDS_BETWEEN_LINES == 0) {
            IO.println("Chaos: at seed " + schedule.seed());
        }
    }

    static List<Path> kept() throws IOException {
        try (var files = Files.list(KEPT)) {
            return files.sorted().toList();
        }
    }

    private static Stream<Schedule> chosen() throws IOException {
        var file = System.getProperty("kcm.chaos.schedule", "");
        if (!file.isEmpty()) {
            return Stream.of(Schedule.parse(Files.readString(Path.of(file))));
        }
        var seed = Long.getLong("kcm.chaos.seed");
        if (seed != null) {
            return Stream.of(Schedule.of(seed));
        }
        long first = Long.getLong("kcm.chaos.first", 1);
        return LongStream.range(first, first + Long.getLong("kcm.chaos.seeds", 200))
                .mapToObj(Schedule::of);
    }
}
