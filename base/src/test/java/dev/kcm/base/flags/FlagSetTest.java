package dev.kcm.base.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlagSetTest {
    record Options(
            int count,
            boolean on,
            Duration patience,
            List<String> names,
            Map<String, String> labels,
            int level,
            Nested nested) {
        static final Flags<Options> FLAGS = Flags.section("one")
                .count("a-count", 5, "How many.")
                .bool("a-switch", true, "Whether.")
                .duration("a-wait", Duration.ofSeconds(5), "How long.")
                .list("names", List.of("x"), "Which.")
                .map("labels", Map.of(), "What.")
                .count("level", 0, "How deep.")
                .shorthand('v')
                .group(Nested.FLAGS)
                .into(Options::new)
                .checkedBy(options -> ValueLimits.atLeast("a-count", 1, options.count()));
    }

    record Nested(String text, float rate) {
        static final Flags<Nested> FLAGS = Flags.section("two")
                .text("text", "abc", "Words.")
                .deprecated("use nothing")
                .rate("rate", 0.1f, "How fast.")
                .into(Nested::new);
    }

    private static final FlagSet FLAGS = FlagSet.of(List.of(Options.FLAGS));

    @Test
    void fills_a_record_with_defaults() {
        assertThat(Options.FLAGS.defaults())
                .isEqualTo(new Options(
                        5, true, Duration.ofSeconds(5), List.of("x"), Map.of(), 0, new Nested("abc", 0.1f)));
    }

    @Test
    void reads_every_way_of_writing_a_flag() {
        var options = read(
                "--a-count",
                "7",
                "--a_switch=false",
                "--a-wait=1h",
                "--names=a,b",
                "--names",
                "\"c,d\"",
                "--labels=k=v",
                "--labels=l=w,m=x",
                "-v4",
                "--text=",
                "--rate=0.5");
        assertThat(options)
                .isEqualTo(new Options(
                        7,
                        false,
                        Duration.ofHours(1),
                        List.of("a", "b", "c,d"),
                        Map.of("k", "v", "l", "w", "m", "x"),
                        4,
                        new Nested("", 0.5f)));
        assertThat(read("-v", "3").level()).isEqualTo(3);
        assertThat(read("-v=2").level()).isEqualTo(2);
        assertThat(read("--a-switch", "--a-count=9").on()).isTrue();
        assertThat(read("--a-count=1", "--a-count=2").count()).isEqualTo(2);
    }

    @Test
    void goes_on_after_a_mistake_and_names_each_flag() {
        var parsed = FLAGS.parse(List.of("--a-cuont=1", "--a-count=x", "--a-wait=5", "-x", "--=", "plain", "--a-wait"));
        assertThat(parsed.problems())
                .satisfiesExactly(
                        one -> assertThat(one).isEqualTo("unknown flag --a-cuont, did you mean --a-count?"),
                        two -> assertThat(two).startsWith("--a-count does not take \"x\": "),
                        three -> assertThat(three).contains("--a-wait").contains("lacks a unit"),
                        four -> assertThat(four).contains("unknown letter \"x\""),
                        five -> assertThat(five).contains("is no flag"),
                        six -> assertThat(six).startsWith("--a-wait needs a value"));
        assertThat(parsed.arguments()).containsExactly("plain");
    }

    @Test
    void stops_reading_flags_after_two_dashes() {
        var parsed = FLAGS.parse(List.of("--a-count=3", "--", "--a-count=4", "-"));
        assertThat(parsed.arguments()).containsExactly("--a-count=4", "-");
        assertThat(Options.FLAGS.read(parsed.values()).count()).isEqualTo(3);
    }

    @Test
    void warns_once_about_a_deprecated_flag() {
        assertThat(FLAGS.parse(List.of("--text=a", "--text=b")).warnings())
                .containsExactly("Flag --text has been deprecated, use nothing");
    }

    @Test
    void checks_values_by_the_groups_rules() {
        var values = FLAGS.parse(List.of("--a-count=0")).values();
        assertThat(FLAGS.check(values)).containsExactly("--a-count must be at least 1, got 0");
        assertThat(FLAGS.check(FlagValues.DEFAULTS)).isEmpty();
    }

    @Test
    void finds_flags_in_the_wrong_order_when_the_class_loads() {
        assertThatThrownBy(() -> Flags.section("two")
                        .rate("rate", 1, "Fast.")
                        .text("text", "", "Words.")
                        .into(Nested::new))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another order");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12|12",
                "-3|-3",
                "0x1f|31",
                "0o17|15",
                "017|15",
                "0b11|3",
                "1_000|1000",
                "+4|4",
            })
    void reads_whole_numbers_in_gos_notation(String text, int number) {
        assertThat(read("--a-count=" + text).count()).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.0", "2147483648", "08", "1__0", "_1", "0x", "--1", "a"})
    void refuses_other_numbers(String text) {
        assertThat(FLAGS.parse(List.of("--a-count=" + text)).problems()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "::1, ::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "::ffff:1.2.3.4, 1.2.3.4",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "::, ::",
    })
    void prints_addresses_as_go_does(String text, String printed) {
        assertThat(IpText.print(IpText.parse(text))).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.2.3", "01.2.3.4", "256.1.1.1", "localhost", "[::1]", "::1%1"})
    void refuses_what_is_no_address(String text) {
        assertThatThrownBy(() -> IpText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void prints_help_in_one_line_each_without_a_terminal() {
        assertThat(HelpText.of(FLAGS, 0)).isEqualTo("""

            One flags:

                  --a-count int32           How many. (default 5)
                  --a-switch                Whether. (default true)
                  --a-wait duration         How long. (default 5s)
                  --labels stringToString   What. (default [])
              -v, --level int32             How deep.
                  --names strings           Which. (default [x])

            Two flags:

                  --rate float32   How fast. (default 0.1)
            """);
    }

    @Test
    void wraps_help_to_the_terminal() {
        var long_help =
                Flags.section("s").text("t", "", "one two three four five six").into((String t) -> t);
        assertThat(HelpText.of(FlagSet.of(List.of(long_help)), 40))
                .endsWith("      --t string\n" + "                one two three four five\n" + "                six\n");
    }

    private static Options read(String... arguments) {
        var parsed = FLAGS.parse(List.of(arguments));
        assertThat(parsed.problems()).isEmpty();
        return Options.FLAGS.read(parsed.values());
    }
}
