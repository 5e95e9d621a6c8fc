package dev.kcm.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The expected text lines were printed by klog's own text logger for the same calls.
class LogFormatTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901234Z");
    private static final String HEAD = "0102 03:04:05.678901    5777 Main.java:42] ";

    @Test
    void writes_values_by_their_kind() {
        assertThat(text(info(
                        "Started",
                        "controller",
                        "deployment-controller",
                        "count",
                        3,
                        "on",
                        true,
                        "ratio",
                        0.25,
                        "took",
                        Duration.ofMillis(1500))))
                .isEqualTo("I"
                        + HEAD
                        + "\"Started\" controller=\"deployment-controller\" count=3 on=true"
                        + " ratio=0.25 took=\"1.5s\"\n");
    }

    @Test
    void puts_the_error_first() {
        var entry = new LogEntry(
                Severity.ERROR,
                0,
                TIME,
                new CallSite("dev.kcm.app.Main", "Main.java", 42),
                Optional.empty(),
                new LogEntry.Message("Could not \"sync\"", false),
                Optional.of(new ServerException("pods \"x\" not found")),
                List.of(),
                List.of("key", "default/web"));
        assertThat(text(entry))
                .isEqualTo("E"
                        + HEAD
                        + "\"Could not \\\"sync\\\"\" err=\"pods \\\"x\\\" not found\""
                        + " key=\"default/web\"\n");
    }

    @Test
    void shows_each_key_once_and_the_later_value() {
        var entry = named("named", List.of("x", 1), "x", 2, "y", null);
        assertThat(text(entry)).isEqualTo("I" + HEAD + "\"named\" logger=\"a.b\" x=2 y=null\n");
        assertThat(text(named("same", List.of("x", 1), "y", 3, "x", 1)))
                .isEqualTo("I" + HEAD + "\"same\" logger=\"a.b\" x=1 y=3\n");
    }

    @Test
    void indents_values_of_several_lines() {
        assertThat(text(info("lines", "text", "one\ntwo", "more", "end\n", "after", 1)))
                .isEqualTo("I" + HEAD + "\"lines\" text=<\n\tone\n\ttwo\n > more=<\n\tend\n > after=1\n");
    }

    @Test
    void writes_lists_and_maps_as_json() {
        var map = new LinkedHashMap<String, Integer>();
        map.put("z", 1);
        map.put("a", 2);
        assertThat(text(info(
                        "list", "items", List.of("a", "b"), "map", map, "empty", List.of(), "uni", "é\u00a0\u0001")))
                .isEqualTo("I"
                        + HEAD
                        + "\"list\" items=[\"a\",\"b\"] map={\"a\":2,\"z\":1} empty=[]"
                        + " uni=\"é\\u00a0\\x01\"\n");
    }

    @Test
    void leaves_verbatim_text_alone() {
        var entry = new LogEntry(
                Severity.INFO,
                1,
                TIME,
                new CallSite("dev.kcm.app.Main", "Main.java", 42),
                Optional.empty(),
                new LogEntry.Message("FLAG: --v=\"1\"", true),
                Optional.empty(),
                List.of(),
                List.of());
        assertThat(text(entry)).isEqualTo("I" + HEAD + "FLAG: --v=\"1\"\n");
    }

    @Test
    void writes_json_with_upstreams_keys_in_upstreams_order() {
        assertThat(json(named("Starting", List.of("x", 1), "version", "v1.36.3", "key", new Key())))
                .isEqualTo(
                        "{\"ts\":1767323045678.901,\"logger\":\"a.b\",\"caller\":\"app/Main.java:42\",\"msg\":\"Starting\",\"x\":1,\"v\":0,\"version\":\"v1.36.3\",\"key\":{\"name\":\"web\",\"namespace\":\"default\"}}\n");
    }

    @Test
    void writes_json_errors_without_a_level_and_the_cause_last() {
        var entry = new LogEntry(
                Severity.ERROR,
                0,
                TIME,
                new CallSite("dev.kcm.app.Main", "Main.java", 42),
                Optional.empty(),
                new LogEntry.Message("failed", false),
                Optional.of(new ServerException("no")),
                List.of(),
                List.of("lock", "a/b"));
        assertThat(json(entry))
                .isEqualTo(
                        "{\"ts\":1767323045678.901,\"caller\":\"app/Main.java:42\",\"msg\":\"failed\",\"lock\":\"a/b\",\"err\":\"no\"}\n");
    }

    @Test
    void shows_parts_as_text_in_text_lines() {
        assertThat(text(info("got", "key", new Key()))).endsWith("] \"got\" key=\"default/web\"\n");
    }

    @Test
    void brings_a_stack_trace_for_what_looks_like_a_bug() {
        var entry = new LogEntry(
                Severity.ERROR,
                0,
                TIME,
                new CallSite("dev.kcm.app.Main", "Main.java", 42),
                Optional.empty(),
                new LogEntry.Message("failed", false),
                Optional.of(new NullPointerException()),
                List.of(),
                List.of());
        assertThat(text(entry)).contains("err=\"NullPointerException\" stacktrace=<\n\tjava.lang.");
    }

    @Test
    void buffers_information_but_never_problems() {
        var out = new ByteArrayOutputStream();
        var problems = new ByteArrayOutputStream();
        var clock = new VirtualClock(TIME);
        var sink = StreamSink.split(
                        out,
                        problems,
                        (line, entry) -> line.append(entry.message().text()),
                        10)
                .flushEvery(Duration.ofSeconds(5), clock);
        sink.write(info("12345"));
        sink.write(info("67890"));
        assertThat(out.size()).isZero();
        sink.write(info("abc"));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("1234567890");
        sink.write(new LogEntry(
                Severity.WARNING,
                0,
                TIME,
                new CallSite("a.B", "B.java", 1),
                Optional.empty(),
                new LogEntry.Message("bad", false),
                Optional.empty(),
                List.of(),
                List.of()));
        assertThat(problems.toString(StandardCharsets.UTF_8)).isEqualTo("bad");
        clock.advance(Duration.ofSeconds(5));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("1234567890abc");
        sink.write(info("longer than the buffer"));
        assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("longer than the buffer");
    }

    @Test
    void a_file_pattern_lets_more_through() {
        var verbosity = new Verbosity(2, List.of(new Verbosity.Module("Lease*", 5), new Verbosity.Module("X", 1)));
        assertThat(verbosity.forFile("LeaseLock")).isEqualTo(5);
        assertThat(verbosity.forFile("X")).isEqualTo(2);
        assertThat(verbosity.forFile("Other")).isEqualTo(2);
        assertThat(FilePattern.matches("a[b-d]?\\*", "acz*")).isTrue();
        assertThat(FilePattern.matches("a[^b]", "ab")).isFalse();
        assertThat(FilePattern.matches("a[", "a[")).isFalse();
    }

    private record Key() implements LogFields {
        @Override
        public Map<String, ?> logFields() {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("name", "web");
            fields.put("namespace", "default");
            return fields;
        }

        @Override
        public String toString() {
            return "default/web";
        }
    }

    private static final class ServerException extends RuntimeException {
        ServerException(String message) {
            super(message);
        }
    }

    private static LogEntry info(String message, @Nullable Object... pairs) {
        return new LogEntry(
                Severity.INFO,
                0,
                TIME,
                new CallSite("dev.kcm.app.Main", "Main.java", 42),
                Optional.empty(),
                new LogEntry.Message(message, false),
                Optional.empty(),
                List.of(),
                Arrays.asList(pairs));
    }

    private static LogEntry named(String message, List<@Nullable Object> values, @Nullable Object... pairs) {
        return new LogEntry(
                Severity.INFO,
                0,
                TIME,
                new CallSite("dev.kcm.app.Main", "Main.java", 42),
                Optional.of("a.b"),
                new LogEntry.Message(message, false),
                Optional.empty(),
                values,
                Arrays.asList(pairs));
    }

    private static String text(LogEntry entry) {
        var out = new StringBuilder();
        new KlogFormat(5777, ZoneOffset.UTC).append(out, entry);
        return out.toString();
    }

    private static String json(LogEntry entry) {
        var out = new StringBuilder();
        new JsonFormat().append(out, entry);
        return out.toString();
    }
}
