package dev.kcm.controllers.workload.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.schedule.Schedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Beside what upstream makes of the same schedules and times: the table is made by `src/test/go`.
class MissedRunsTest {
    private static final List<List<String>> TABLE = table();
    private static final String NEVER = "never";

    @Test
    void the_latest_time_that_was_missed_is_the_one_that_upstream_finds() {
        assertSameAsGo(
                row -> {
                    var backlog = MissedRuns.of(schedule(row), earliest(row), now(row));
                    return backlog.latest().map(MissedRunsTest::printed).orElse(NEVER) + " " + backlog.extent();
                },
                row -> row.get(7)
                        + " "
                        + switch (row.get(8)) {
                            case "none" -> MissedRuns.Extent.NONE;
                            case "few" -> MissedRuns.Extent.FEW;
                            case "many" -> MissedRuns.Extent.MANY;
                            default -> MissedRuns.Extent.SENSELESS;
                        });
    }

    @Test
    void the_wait_for_the_next_time_is_as_long_as_upstreams() {
        assertSameAsGo(
                row -> MissedRuns.untilNext(schedule(row), since(row), now(row))
                        .map(wait -> Long.toString(wait.toNanos()))
                        .orElse(NEVER),
                row -> row.get(9).startsWith("-") ? NEVER : row.get(9));
    }

    private static void assertSameAsGo(Function<List<String>, String> ours, Function<List<String>, String> go) {
        assertThat(TABLE).hasSizeGreaterThanOrEqualTo(400);
        assertThat(TABLE)
                .allSatisfy(row -> assertThat(ours.apply(row)).as("%s", row).isEqualTo(go.apply(row)));
    }

    private static Schedule schedule(List<String> row) {
        var text = ((JsonText) Json.parse(row.get(1))).value();
        return ((Schedule.Reading.Understood) Schedule.read(text)).schedule();
    }

    private static ZonedDateTime now(List<String> row) {
        return at(row.get(6), row.get(2));
    }

    private static ZonedDateTime since(List<String> row) {
        return at(row.get(4).equals(NEVER) ? row.get(3) : row.get(4), row.get(2));
    }

    /// The deadline leaves older times out.
    private static ZonedDateTime earliest(List<String> row) {
        return Optional.of(row.get(5))
                .filter(seconds -> !seconds.equals("none"))
                .map(seconds -> now(row).minus(Duration.ofSeconds(Long.parseLong(seconds))))
                .filter(deadline -> deadline.isAfter(since(row)))
                .orElse(since(row));
    }

    private static ZonedDateTime at(String time, String zone) {
        return Instant.parse(time).atZone(ZoneId.of(zone));
    }

    private static String printed(ZonedDateTime time) {
        return time.toInstant().toString();
    }

    private static List<List<String>> table() {
        try (var in = MissedRunsTest.class.getResourceAsStream("backlogs.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split("\t", -1)))
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
