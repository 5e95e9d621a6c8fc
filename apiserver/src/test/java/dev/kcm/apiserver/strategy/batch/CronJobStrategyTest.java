package dev.kcm.apiserver.strategy.batch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.batch.v1.CronJob;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a real API server.
class CronJobStrategyTest {
    private static final Strategy<CronJob> STRATEGY = CronJobStrategy.STRATEGY;
    private static final String TEMPLATE = """
        {"metadata": {"name": "nightly", "namespace": "default"},
         "spec": {"jobTemplate": {"spec": {"template": {"spec": {
           "restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}}}}}}
        """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0 3 * * *|``|spec.timeZone: Invalid value: \"\": timeZone must be nil or non-empty" + " string",
                "0 3 * * *|Mars/Olympus|spec.timeZone: Invalid value: \"Mars/Olympus\": unknown"
                        + " time zone Mars/Olympus",
                "0 3 * * *|../UTC|spec.timeZone: Invalid value: \"../UTC\": unknown time zone" + " ../UTC",
                "0 3 * * *|A//B|spec.timeZone: Invalid value: \"A//B\": unknown time zone A//B",
                "0 3 * * *|Local|spec.timeZone: Invalid value: \"Local\": timeZone must be an"
                        + " explicit time zone as defined in https://www.iana.org/time-zones",
                "0 3 * * *|local|[spec.timeZone: Invalid value: \"local\": timeZone must be an"
                        + " explicit time zone as defined in https://www.iana.org/time-zones,"
                        + " spec.timeZone: Invalid value: \"local\": unknown time zone local]",
                "TZ=UTC 0 3 * * *||spec.schedule: Invalid value: \"TZ=UTC 0 3 * * *\": cannot use"
                        + " TZ or CRON_TZ in schedule, use timeZone field instead",
                "TZ=Nowhere 0 3 * * *||[spec.schedule: Invalid value: \"TZ=Nowhere 0 3 * * *\":"
                        + " provided bad location Nowhere: unknown time zone Nowhere, spec.schedule:"
                        + " Invalid value: \"TZ=Nowhere 0 3 * * *\": cannot use TZ or CRON_TZ in"
                        + " schedule, use timeZone field instead]",
                "@every soon||spec.schedule: Invalid value: \"@every soon\": failed to parse"
                        + " duration @every soon: time: invalid duration \"soon\"",
                "``||spec.schedule: Required value",
            })
    void a_new_one_is_refused_in_upstreams_words(String schedule, String zone, String words) {
        assertThatThrownBy(() -> create(cronJob(schedule, zone)))
                .hasMessageContaining("CronJob.batch \"nightly\" is invalid: " + words);
    }

    @Test
    void what_go_knows_is_a_time_zone() {
        assertThatCode(() -> create(cronJob("0 3 * * *", "Etc/GMT+5"))).doesNotThrowAnyException();
        assertThatCode(() -> create(cronJob("0 3 * * *", null))).doesNotThrowAnyException();
    }

    @Test
    void a_zone_in_the_schedule_may_stay_where_it_is() {
        var old = cronJob("TZ=UTC 0 3 * * *", null);
        assertThatCode(() -> update(cronJob("TZ=UTC 0 4 * * *", null), old)).doesNotThrowAnyException();
        assertThatThrownBy(() -> update(cronJob("TZ=UTC 0 4 * * *", "Etc/UTC"), old))
                .hasMessageContaining("cannot use both timeZone field and TZ or CRON_TZ in schedule");
        assertThatThrownBy(() -> update(old, cronJob("0 3 * * *", null)))
                .hasMessageContaining("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }

    @Test
    void a_time_zone_that_is_no_longer_known_may_stay_too() {
        var old = cronJob("0 3 * * *", "Gone/Zone");
        assertThatCode(() -> update(cronJob("0 4 * * *", "Gone/Zone"), old)).doesNotThrowAnyException();
        assertThatThrownBy(() -> update(cronJob("0 4 * * *", "Other/Zone"), old))
                .hasMessageContaining("unknown time zone Other/Zone");
    }

    @Test
    void numbers_and_the_name_have_their_limits() {
        var negative = cronJob("0 3 * * *", null)
                .withSpec(spec -> spec.startingDeadlineSeconds(-1)
                        .successfulJobsHistoryLimit(-2)
                        .failedJobsHistoryLimit(-3));
        assertThatThrownBy(() -> create(negative))
                .hasMessageContaining("[spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or"
                        + " equal to 0, spec.successfulJobsHistoryLimit: Invalid value: -2:"
                        + " must be greater than or equal to 0,"
                        + " spec.failedJobsHistoryLimit: Invalid value: -3: must be greater"
                        + " than or equal to 0]");
        var named = cronJob("0 3 * * *", null).withMetadata(it -> it.name("n".repeat(53)));
        assertThatThrownBy(() -> create(named)).hasMessageContaining("must be no more than 52 characters");
    }

    private static CronJob cronJob(String schedule, @Nullable String zone) {
        var job = CronJob.CRON_JOBS
                .decodeJson(TEMPLATE.getBytes(StandardCharsets.UTF_8))
                .withSpec(spec -> spec.schedule(schedule));
        return STRATEGY.defaulted(Optional.ofNullable(zone)
                .map(name -> job.withSpec(spec -> spec.timeZone(name)))
                .orElse(job));
    }

    private static void create(CronJob job) {
        var errors = new FieldErrors();
        STRATEGY.validate(job, errors);
        errors.throwIfAny(CronJob.CRON_JOBS, job.name());
    }

    private static void update(CronJob wanted, CronJob current) {
        var errors = new FieldErrors();
        STRATEGY.validateUpdate(wanted, current, errors);
        errors.throwIfAny(CronJob.CRON_JOBS, wanted.name());
    }
}
