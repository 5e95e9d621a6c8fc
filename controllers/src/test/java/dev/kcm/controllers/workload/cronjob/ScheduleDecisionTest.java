package dev.kcm.controllers.workload.cronjob;

import static dev.kcm.controllers.workload.cronjob.CronJobs.NOON;
import static dev.kcm.controllers.workload.cronjob.CronJobs.NOW;
import static dev.kcm.controllers.workload.cronjob.CronJobs.hourly;
import static dev.kcm.controllers.workload.cronjob.CronJobs.lastRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleDecisionTest {
    @Test
    void a_time_that_has_come_is_due() {
        assertThat(decided(hourly()))
                .isEqualTo(new ScheduleDecision.Due(NOON, List.of(), Optional.of(untilOne()), Optional.of(untilOne())));
    }

    @Test
    void before_its_time_it_waits_a_tenth_of_a_second_longer_than_that() {
        assertThat(decided(lastRun(hourly(), "2026-06-01T12:00:00Z")))
                .isEqualTo(new ScheduleDecision.Idle("it waits for its time", List.of(), Optional.of(untilOne())));
    }

    @ParameterizedTest
    @CsvSource({
        // schedule, deadline, due
        "0 * * * *, , 2026-06-01T12:00:00Z",
        "0 * * * *, 150, none",
        "0 * * * *, 151, 2026-06-01T12:00:00Z",
        "0 * * * *, 9223372036854775807, 2026-06-01T12:00:00Z",
        "*/5 * * * *, , 2026-06-01T12:00:00Z",
        "* * * * *, , 2026-06-01T12:02:00Z",
        "* * * * *, 30, none",
        "@every 1h, , none",
        "@every 20m, , 2026-06-01T11:50:00Z",
        "30 12 * * *, , none",
        "CRON_TZ=Asia/Kolkata 30 17 * * *, , 2026-06-01T12:00:00Z",
    })
    void the_latest_time_within_the_deadline_is_due(String schedule, Long deadline, String due) {
        var cronJob = hourly(spec -> {
            spec.schedule(schedule);
            if (deadline != null) {
                spec.startingDeadlineSeconds(deadline);
            }
        });

        assertThat(due(decided(cronJob))).isEqualTo(due);
    }

    @Test
    void a_schedule_is_at_home_in_its_zone_or_else_where_we_are() {
        var kolkata = ZoneId.of("Asia/Kolkata");
        var there = hourly(spec -> spec.schedule("30 17 * * *"));
        var named = hourly(spec -> spec.schedule("30 17 * * *").timeZone("Asia/Kolkata"));

        assertThat(due(decided(there))).isEqualTo("none");
        assertThat(due(ScheduleDecision.of(there, false, kolkata, NOW))).isEqualTo(NOON.toString());
        assertThat(due(decided(named))).isEqualTo(NOON.toString());
    }

    @Test
    void more_than_a_hundred_missed_times_are_reported_and_the_last_one_is_due() {
        var minutely = hourly(spec -> spec.schedule("* * * * *"));

        assertThat(decided(lastRun(minutely, "2026-06-01T10:22:00Z")).events()).isEmpty();
        var late = decided(lastRun(minutely, "2026-06-01T10:21:00Z"));
        assertThat(due(late)).isEqualTo("2026-06-01T12:02:00Z");
        assertThat(late.events())
                .containsExactly(warning(
                        "TooManyMissedTimes",
                        "too many missed start times. Set or decrease"
                                + " .spec.startingDeadlineSeconds or check clock skew"));
    }

    @Test
    void after_a_run_the_next_one_is_counted_from_its_time() {
        var often = hourly(spec -> spec.schedule("@every 40m").startingDeadlineSeconds(45 * 60L));

        assertThat(decided(lastRun(often, "2026-06-01T10:55:00Z")))
                .isEqualTo(new ScheduleDecision.Due(
                        Instant.parse("2026-06-01T11:57:30Z"),
                        List.of(),
                        Optional.of(Duration.ofMillis(12 * 60_000 + 30_100)),
                        Optional.of(Duration.ofMillis(35 * 60_000 + 100))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Mars/Olympus | 0 * * * *  | UnknownTimeZone     | invalid timeZone: "Mars/Olympus": unknown time zone Mars/Olympus
                     | 60 * * * * | UnparseableSchedule | unparseable schedule: "60 * * * *" : end of range (60) above maximum (59): 60
                     | 0 0 31 2 * | InvalidSchedule     | invalid schedule: 0 0 31 2 * : time difference between two schedules is less than 1 second
        """)
    void what_cannot_be_kept_is_reported_and_waited_for(String zone, String schedule, String reason, String note) {
        var cronJob = hourly(spec -> {
            spec.schedule(schedule);
            if (zone != null) {
                spec.timeZone(zone);
            }
        });

        assertThat(decided(cronJob)).isInstanceOfSatisfying(ScheduleDecision.Idle.class, idle -> {
            assertThat(idle.wakeIn()).isEmpty();
            assertThat(idle.events()).containsExactly(warning(reason, note));
        });
    }

    @Test
    void a_zone_within_the_schedule_is_kept_to_and_warned_about() {
        var both = hourly(spec -> spec.schedule("TZ=UTC 0 12 * * *").timeZone("Asia/Tokyo"));

        assertThat(due(decided(both))).isEqualTo(NOON.toString());
        assertThat(decided(both).events())
                .containsExactly(warning(
                        "UnsupportedSchedule",
                        "CRON_TZ or TZ used in schedule \"TZ=UTC 0 12 * * *\" is not"
                                + " officially supported, see"
                                + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/"
                                + " for more details"));
    }

    @Test
    void a_new_schedule_counts_from_now_on() {
        assertThat(ScheduleDecision.of(hourly(), true, ZoneOffset.UTC, NOW))
                .isEqualTo(new ScheduleDecision.Idle("its schedule is new", List.of(), Optional.of(untilOne())));
        assertThat(ScheduleDecision.of(hourly(spec -> spec.schedule("never")), true, ZoneOffset.UTC, NOW)
                        .events())
                .containsExactly(warning("UnParseableCronJobSchedule", "unparseable schedule for cronjob: never"));
    }

    @Test
    void suspended_or_on_its_way_out_it_asks_for_nothing() {
        assertThat(decided(hourly(spec -> spec.suspend(true)))).isEqualTo(idle("suspended"));
        assertThat(decided(hourly().withMetadata(it -> it.deletionTimestamp(NOW))))
                .isEqualTo(idle("being deleted"));
    }

    private static ScheduleDecision decided(CronJob cronJob) {
        return ScheduleDecision.of(cronJob, false, ZoneOffset.UTC, NOW);
    }

    private static String due(ScheduleDecision agenda) {
        return agenda instanceof ScheduleDecision.Due due ? due.at().toString() : "none";
    }

    private static ScheduleDecision idle(String why) {
        return new ScheduleDecision.Idle(why, List.of(), Optional.empty());
    }

    private static Duration untilOne() {
        return Duration.ofMillis(57 * 60_000 + 30_100);
    }

    private static Step warning(String reason, String note) {
        return Step.warning(hourly().ref(), reason, note);
    }
}
