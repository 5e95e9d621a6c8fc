package dev.kcm.manager.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.flags.FlagSet;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.log.CallSite;
import dev.kcm.base.log.LogEntry;
import dev.kcm.base.log.Severity;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingOptionsTest {
    private static final FeatureGates GATES =
            FeatureGates.of(Map.of("LoggingAlphaOptions", false, "LoggingBetaOptions", true));

    @Test
    void reads_verbosity_for_all_and_for_single_files() {
        var level =
                options("-v=3", "--vmodule=Lease*=5,", "--vmodule", "Main=1").level();
        assertThat(level.general()).isEqualTo(3);
        assertThat(level.modules()).hasToString("[Lease*=5, Main=1]");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "512, 512",
        "1000, 1k",
        "1024, 1024",
        "1Ki, 1Ki",
        "2048Ki, 2Mi",
        "1.5Ki, 1536",
        "1500k, 1500k",
        "2M, 2M",
    })
    void prints_sizes_as_quantities(String text, String printed) {
        assertThat(ByteCount.parse(text)).hasToString(printed);
    }

    @Test
    void splits_streams_only_where_the_feature_is_on() {
        var options = options("--log-json-split-stream", "--log-json-info-buffer-size=1Ki");
        assertThat(options.problems(GATES)).hasSize(2);
        assertThat(options.problems(GATES.with("LoggingAlphaOptions", true))).isEmpty();
    }

    @Test
    void refuses_module_levels_in_json() {
        assertThat(options("--logging-format=json", "--vmodule=a=1").problems(GATES))
                .containsExactly("--vmodule works with --logging-format=text only");
    }

    @Test
    void writes_json_where_it_was_asked_to() {
        var output = new ByteArrayOutputStream();
        var errors = new ByteArrayOutputStream();
        var sink = options("--logging-format=json", "--log-json-split-stream").sink(output, errors, Clock.system());
        sink.write(new LogEntry(
                Severity.INFO,
                2,
                Instant.EPOCH,
                new CallSite("a.b.C", "C.java", 7),
                Optional.empty(),
                new LogEntry.Message("hello", false),
                Optional.empty(),
                List.of(),
                List.of()));
        assertThat(output.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"ts\":0,\"caller\":\"b/C.java:7\",\"msg\":\"hello\",\"v\":2}\n");
        assertThat(errors.size()).isZero();
    }

    private static LoggingOptions options(String... arguments) {
        var parsed = FlagSet.of(List.of(LoggingOptions.FLAGS)).parse(List.of(arguments));
        assertThat(parsed.problems()).isEmpty();
        return LoggingOptions.FLAGS.read(parsed.values());
    }
}
