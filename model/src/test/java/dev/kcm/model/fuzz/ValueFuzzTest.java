package dev.kcm.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.model.GoldenTable;
import dev.kcm.model.schedule.Schedule;
import dev.kcm.model.schedule.TimeZones;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import dev.kcm.model.value.GoQuantity;
import dev.kcm.model.value.IntOrString;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.wire.CompactText;
import dev.kcm.model.wire.Times;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Small texts inside objects and parameters.
class ValueFuzzTest {
    private static final ZonedDateTime NOON = ZonedDateTime.of(2026, 11, 16, 12, 0, 0, 0, ZoneOffset.UTC);
    private static final Quantity LARGEST = Quantity.of(Long.MAX_VALUE);

    static Stream<Parser> parsers() {
        return Stream.of(
                Parser.ofText("quantity", ValueFuzzTest::quantity)
                        .refusing(NumberFormatException.class)
                        .seeds(texts("quantities.tsv", "parse", "error"))
                        .words("e", "E", "Ki", "Ei", "n", "u", "m", "k", "P", ".", "-", "+", "e9", "e-9", "0000"),
                Parser.ofText("label-selector", ValueFuzzTest::selector)
                        .refusing(SelectorException.class)
                        .seeds(texts("selectors.tsv", "label", "error"))
                        .words("in", "notin", "(", ")", ",", "=", "==", "!=", "!", ">", "<", " ", "a.b/c"),
                Parser.ofText("field-selector", ValueFuzzTest::fieldSelector)
                        .refusing(SelectorException.class)
                        .seeds("spec.nodeName=n1", "status.phase!=Failed,metadata.name==a\\,b\\=c\\\\d", "a=,=b,")
                        .words("=", "==", "!=", ",", "\\", "\\,", "metadata.name"),
                Parser.ofText("schedule", ValueFuzzTest::schedule)
                        .seeds(texts("schedules.tsv", "wrong", "next", "right"))
                        .words(
                                "*",
                                "/",
                                "-",
                                ",",
                                "?",
                                "@every ",
                                "@hourly",
                                "TZ=",
                                "CRON_TZ=UTC ",
                                "JAN",
                                "sun",
                                "59"),
                Parser.ofText("time-zone", ValueFuzzTest::timeZone)
                        .seeds("UTC", "Europe/Berlin", "Local", "", "../x", "EST", "GMT+0", "+01:00")
                        .words("/", "..", "GMT", "+", "\\"),
                Parser.ofText("int-or-string", ValueFuzzTest::intOrString)
                        .refusing(IllegalArgumentException.class)
                        .seeds("80", "http", "25%", "-1", "2147483648", "%")
                        .words("%", "-", "+"),
                Parser.ofText("time", ValueFuzzTest::time)
                        .refusing(DateTimeException.class, DateTimeParseException.class)
                        .seeds("2006-01-02T15:04:05Z", "2026-02-28T23:59:60.123456789+01:00", "0001-01-01T00:00:00Z")
                        .words("Z", "T", ":", "-", "+00:00", ".", "9999", "+999999999-"),
                Parser.ofText("compact-text", ValueFuzzTest::compactText)
                        .seeds("7c1b2bd5-1c3a-4f5b-9f6e-0123456789ab", "0", "1234567890", "012")
                        .words("-", "f", "F"));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_parser_returns_or_refuses(Parser parser) {
        Fuzzer.attack(ValueFuzzTest.class, parser);
    }

    private static String[] texts(String table, String... kinds) {
        return GoldenTable.read(table).rows().stream()
                .filter(row -> Stream.of(kinds).anyMatch(row.kind()::equals))
                .filter(row -> row.field(1).startsWith("\""))
                .map(row -> row.text(1))
                .limit(400)
                .toArray(String[]::new);
    }

    /// Whatever controllers and quotas do with an amount works, too.
    private static void quantity(String text) {
        var quantity = Quantity.parse(text);
        var printed = quantity.toString();
        var again = Parser.accepted(() -> Quantity.parse(printed));
        assertThat(again)
                .as(printed)
                .isEqualTo(quantity)
                .hasSameHashCodeAs(quantity)
                .hasToString(printed);
        var _ = quantity.value() + quantity.milliValue() + quantity.scaledValue(-9) + quantity.scaledValue(3);
        assertThat(quantity.plus(LARGEST).minus(LARGEST).signum()).isBetween(-1, 1);
        assertThat(quantity.plus(Quantity.ofMillis(1)).toString()).isNotEmpty();
        assertThat(quantity.times(3).compareTo(quantity)).isEqualTo(quantity.signum());
        assertThat(quantity.negated().signum()).isEqualTo(-quantity.signum());
        assertThat(quantity.max(LARGEST).min(LARGEST)).isEqualTo(LARGEST);
        assertThat(quantity.roundedTo(-3).toString()).isNotEmpty();
        assertThat(quantity.doubleValue()).isNotNaN();
        assertThat(quantity.in(Quantity.Format.BINARY_SI).toString()).isNotEmpty();
        assertThat(GoQuantity.parse(text).format()).isNotEmpty();
    }

    private static void selector(String text) {
        var selector = Selector.parse(text);
        var printed = selector.toString();
        var again = Parser.accepted(() -> Selector.parse(printed));
        assertThat(again).as(printed).hasToString(printed);
        assertThat(again.matches(Map.of("a", "1"))).isEqualTo(selector.matches(Map.of("a", "1")));
    }

    private static void fieldSelector(String text) {
        var selector = FieldSelector.parse(text);
        var printed = selector.toString();
        assertThat(Parser.accepted(() -> FieldSelector.parse(printed)).terms())
                .containsExactlyInAnyOrderElementsOf(selector.terms());
        var _ = selector.matches(field -> field);
    }

    private static void schedule(String text) {
        if (Schedule.read(text) instanceof Schedule.Reading.Understood(var schedule)) {
            var next = schedule.next(NOON);
            next.ifPresent(time -> assertThat(time).isAfter(NOON));
        }
    }

    private static void timeZone(String text) {
        if (TimeZones.find(text) instanceof TimeZones.Found(var zone)) {
            assertThat(zone.getRules()).isNotNull();
        }
    }

    private static void intOrString(String text) {
        assertThat(IntOrString.parse(IntOrString.parse(text).toString())).isEqualTo(IntOrString.parse(text));
        var _ = IntOrString.of(text).scaled(1000, true);
    }

    private static void time(String text) {
        var time = Times.parse(text);
        long seconds = Times.seconds(time);
        long micros = Times.micros(time);
        if (seconds != Times.ABSENT) {
            var again = Parser.accepted(() -> Times.parse(Times.formatSeconds(seconds)));
            assertThat(Times.seconds(again)).isEqualTo(seconds);
        }
        if (micros != Times.ABSENT) {
            var again = Parser.accepted(() -> Times.parse(Times.formatMicros(micros)));
            assertThat(Times.micros(again)).isEqualTo(micros);
        }
    }

    private static void compactText(String text) {
        assertThat(CompactText.uid(text)).hasToString(text);
        assertThat(CompactText.number(text)).hasToString(text);
    }

    @Test
    void long_values_take_no_longer_than_their_length() {
        Growth.isLinear(
                "label selector",
                count -> String.join(
                        ",", IntStream.range(0, count).mapToObj(i -> "k" + i).toList()),
                5_000,
                Selector::parse);
        Growth.isLinear(
                "set of values",
                count -> "a in ("
                        + String.join(
                                ",",
                                IntStream.range(0, count).mapToObj(i -> "v" + i).toList()) + ")",
                20_000,
                Selector::parse);
        Growth.isLinear("field selector", count -> "a=b,".repeat(count), 20_000, FieldSelector::parse);
        Growth.isLinear("schedule", count -> "1,".repeat(count) + "2 * * * *", 20_000, Schedule::read);
        Growth.isLinear("digits of a schedule", count -> "9".repeat(count) + " * * * *", 50_000, Schedule::read);
        Growth.isLinear(
                "duration of a schedule", count -> "@every " + "1s".repeat(count) + "x", 50_000, Schedule::read);
    }
}
