package dev.kcm.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.GoldenTable;
import dev.kcm.model.json.Json;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Beside what upstream makes of the same schedules: the table is made by `src/test/go` of the
/// controllers, which need the same program.
class ScheduleTest {
    private static final GoldenTable TABLE = GoldenTable.read("schedules.tsv");

    @Test
    void the_next_time_is_the_one_that_go_finds() {
        TABLE.matches(
                "next",
                1000,
                row -> List.of(
                        "next",
                        row.field(1),
                        row.field(2),
                        row.field(3),
                        next(row.text(1), at(row.field(3), row.field(2)))));
    }

    @Test
    void what_is_wrong_is_said_in_gos_words() {
        TABLE.matches("wrong", 50, row -> List.of("wrong", row.field(1), quoted(problem(row.text(1)))));
    }

    /// As a CronJob's zone `Local` is refused by the server, and it is not ours to find.
    @Test
    void zones_are_known_that_go_knows() {
        TABLE.matches("zone", 30, row -> {
            var name = row.text(1);
            var isKnown = name.equals(TimeZones.LOCAL) || TimeZones.find(name) instanceof TimeZones.Found;
            return List.of("zone", row.field(1), isKnown ? "known" : "unknown");
        });
    }

    @Test
    void a_zone_given_beside_the_schedule_is_its_home() {
        var berlin = ZoneId.of("Europe/Berlin");
        assertThat(Schedule.read(" 0 3 * * * ", berlin))
                .isEqualTo(Schedule.read("TZ=Europe/Berlin 0 3 * * *"))
                .isNotEqualTo(Schedule.read("0 3 * * *"));
        assertThat(Schedule.read(" @daily", berlin)).isEqualTo(Schedule.read("CRON_TZ=Europe/Berlin 0 0 * * *"));
    }

    private static String next(String schedule, ZonedDateTime time) {
        return ((Schedule.Reading.Understood) Schedule.read(schedule))
                .schedule()
                .next(time)
                .map(next -> next.toInstant().toString())
                .orElse("never");
    }

    /// Where Go's parser panics we say what to do instead.
    private static String problem(String schedule) {
        var problem = Schedule.read(schedule) instanceof Schedule.Reading.Wrong(var said) ? said : "nothing wrong";
        return problem.replace(
                "nothing follows the time zone; write for example TZ=UTC 0 3 * * *",
                "runtime error: slice bounds out of range [:-1]");
    }

    private static String quoted(String text) {
        return Json.of(text).toText();
    }

    private static ZonedDateTime at(String time, String zone) {
        return Instant.parse(time).atZone(ZoneId.of(zone));
    }
}
