package dev.kcm.controllers.workload.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

/// Beside what upstream makes of the same schedules: the table is made by `src/test/go`.
class ScheduleTest {
    private static final List<List<String>> TABLE = table();
    private static final String NEVER = "never";

    @Test
    void the_next_time_is_the_one_that_go_finds() {
        assertSameAsGo(
                "next",
                1000,
                row ->
                        understood(text(row.get(1)))
                                .next(at(row.get(3), row.get(2)))
                                .map(ScheduleTest::printed)
                                .orElse(NEVER),
                row -> row.get(4));
    }

    @Test
    void the_latest_time_that_was_missed_is_the_one_that_upstream_finds() {
        assertSameAsGo(
                "due",
                400,
                row -> {
                    var backlog = Backlog.of(understood(text(row.get(1))), earliest(row), now(row));
                    return backlog.latest().map(ScheduleTest::printed).orElse(NEVER)
                            + " "
                            + backlog.extent();
                },
                row ->
                        row.get(7)
                                + " "
                                + switch (row.get(8)) {
                                    case "none" -> Backlog.Extent.NONE;
                                    case "few" -> Backlog.Extent.FEW;
                                    case "many" -> Backlog.Extent.MANY;
                                    default -> Backlog.Extent.SENSELESS;
                                });
    }

    @Test
    void the_wait_for_the_next_time_is_as_long_as_upstreams() {
        assertSameAsGo(
                "due",
                400,
                row ->
                        Backlog.untilNext(understood(text(row.get(1))), since(row), now(row))
                                .map(wait -> Long.toString(wait.toNanos()))
                                .orElse(NEVER),
                row -> row.get(9).startsWith("-") ? NEVER : row.get(9));
    }

    @Test
    void what_is_wrong_is_said_in_gos_words() {
        assertSameAsGo(
                "wrong",
                40,
                row ->
                        Schedule.read(text(row.get(1)))
                                        instanceof Schedule.Reading.Wrong(var problem)
                                ? problem
                                : "nothing wrong",
                row ->
                        text(row.get(2))
                                .replace(
                                        "runtime error: slice bounds out of range [:-1]",
                                        "nothing follows the time zone; write for example TZ=UTC 0"
                                                + " 3 * * *"));
    }

    /// As a CronJob's zone `Local` is refused by the server, and it is not ours to find.
    @Test
    void zones_are_known_that_go_knows() {
        assertSameAsGo(
                "zone",
                30,
                row -> {
                    var name = text(row.get(1));
                    return name.equals(TimeZones.LOCAL)
                                    || TimeZones.find(name) instanceof TimeZones.Found
                            ? "known"
                            : "unknown";
                },
                row -> row.get(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    @every soon   | failed to parse duration @every soon: "soon" is no duration: write for example 30s, 5m0s or 1h30m
                    @every 5      | failed to parse duration @every 5: duration "5" lacks a unit: write for example 5s, 5m or 5h
                    @every 5 days | failed to parse duration @every 5 days: duration "5 days" has the unknown unit " days": use ns, us, ms, s, m or h
                    """)
    void an_interval_that_is_none_is_told(String text, String problem) {
        assertThat(Schedule.read(text)).isEqualTo(new Schedule.Reading.Wrong(problem));
    }

    @Test
    void a_zone_given_beside_the_schedule_is_its_home() {
        var berlin = ZoneId.of("Europe/Berlin");
        assertThat(Schedule.read(" 0 3 * * * ", berlin))
                .isEqualTo(Schedule.read("TZ=Europe/Berlin 0 3 * * *"))
                .isNotEqualTo(Schedule.read("0 3 * * *"));
        assertThat(Schedule.read(" @daily", berlin))
                .isEqualTo(Schedule.read("CRON_TZ=Europe/Berlin 0 0 * * *"));
    }

    private static void assertSameAsGo(
            String kind,
            int atLeast,
            Function<List<String>, String> ours,
            Function<List<String>, String> go) {
        var rows = TABLE.stream().filter(row -> row.getFirst().equals(kind)).toList();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(atLeast);
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(ours.apply(row)).as("%s", row).isEqualTo(go.apply(row)));
    }

    private static Schedule understood(String text) {
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

    private static String text(String json) {
        return ((JsonText) Json.parse(json)).value();
    }

    private static List<List<String>> table() {
        try (var in = ScheduleTest.class.getResourceAsStream("schedules.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split("\t", -1)))
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
