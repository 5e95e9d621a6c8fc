package dev.kcm.model.value;

import static dev.kcm.model.value.Quantity.Format.BINARY_SI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.GoldenTable;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantityTest {
    private static final GoldenTable GO = GoldenTable.read("quantities.tsv");

    @Test
    void reads_prints_and_scales_as_go() {
        GO.matches("parse", 1000, row -> {
            var quantity = Quantity.parse(row.text(1));
            return List.of(
                    "parse",
                    row.field(1),
                    quantity.toString(),
                    goName(quantity.format()),
                    Long.toString(quantity.value()),
                    Long.toString(quantity.milliValue()),
                    Long.toString(quantity.scaledValue(-6)),
                    Integer.toString(quantity.signum()));
        });
    }

    @Test
    void refuses_what_go_refuses_with_the_same_words() {
        GO.matches("error", 100, row -> List.of("error", row.field(1), refusal(row.text(1))));
    }

    private static String refusal(String text) {
        try {
            return "accepted as " + Quantity.parse(text);
        } catch (NumberFormatException problem) {
            return String.valueOf(problem.getMessage());
        }
    }

    @Test
    void adds_subtracts_and_compares_as_go() {
        GO.matches("pair", 800, row -> {
            var left = Quantity.parse(row.text(1));
            var right = Quantity.parse(row.text(2));
            var sum = left.plus(right);
            var difference = left.minus(right);
            return List.of(
                    "pair",
                    row.field(1),
                    row.field(2),
                    sum.toString(),
                    goName(sum.format()),
                    difference.toString(),
                    goName(difference.format()),
                    Integer.toString(left.compareTo(right)));
        });
    }

    @Test
    void rounds_away_from_zero_as_go() {
        GO.matches("round", 300, row -> {
            var rounded = Quantity.parse(row.text(1)).roundedTo(Integer.parseInt(row.field(2)));
            return List.of("round", row.field(1), row.field(2), rounded.toString());
        });
    }

    private static String goName(Quantity.Format format) {
        return switch (format) {
            case DECIMAL_SI -> "DecimalSI";
            case BINARY_SI -> "BinarySI";
            case DECIMAL_EXPONENT -> "DecimalExponent";
        };
    }

    @Test
    void equality_and_hash_follow_the_amount_and_not_the_spelling() {
        for (var spelling : List.of("1000m", "1e0", "+1", "1000000u", "1.000")) {
            assertThat(Quantity.parse(spelling)).isEqualTo(Quantity.of(1));
            assertThat(Quantity.parse(spelling)).hasSameHashCodeAs(Quantity.of(1));
        }
        assertThat(Quantity.parse("1000000000000000000000m"))
                .isEqualTo(Quantity.parse("1E"))
                .hasSameHashCodeAs(Quantity.parse("1E"));
        assertThat(Quantity.parse("1Ki")).isNotEqualTo(Quantity.parse("1k"));
        assertThat(Quantity.parse("0Ki")).isEqualTo(Quantity.ZERO).hasSameHashCodeAs(Quantity.ZERO);
    }

    @Test
    void sums_return_to_where_they_started() {
        var random = new Random(7);
        for (var i = 0; i < 2000; i++) {
            var left = randomQuantity(random);
            var right = randomQuantity(random);
            assertThat(left.plus(right).minus(right)).isEqualTo(left);
            assertThat(left.plus(right)).isEqualTo(right.plus(left));
            assertThat(left.minus(right).signum()).isEqualTo(left.compareTo(right));
            assertThat(left.negated().negated()).isEqualTo(left);
            var largest = Quantity.of(Long.MAX_VALUE);
            if (left.max(left.negated()).compareTo(largest) <= 0) {
                assertThat(Quantity.parse(left.toString())).isEqualTo(left);
            }
        }
    }

    private static Quantity randomQuantity(Random random) {
        var formats = Quantity.Format.values();
        return Quantity.scaled(
                random.nextLong() >> random.nextInt(64),
                random.nextInt(25) - 9,
                formats[random.nextInt(formats.length)]);
    }

    @Test
    void what_does_not_fit_a_long_is_the_nearest_long() {
        assertThat(Quantity.parse("1e30").value()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("-123456789012345678901234567890").value()).isEqualTo(Long.MIN_VALUE);
        assertThat(Quantity.parse("9E").milliValue()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("-1.0001Ki").value()).isEqualTo(-1025);
        assertThat(Quantity.parse("1e2000000000").value()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("1e-2000000000")).isEqualTo(Quantity.parse("1n"));
    }

    @Test
    void amounts_beyond_the_largest_suffix_are_printed_in_full() {
        assertThat(Quantity.parse("1000E").toString()).isEqualTo("1e21");
        var exbibytes = Quantity.parse("4Ei").times(512);
        assertThat(exbibytes).hasToString("2048Ei");
        assertThat(exbibytes.format()).isEqualTo(BINARY_SI);
    }

    @Test
    void json_may_hold_text_numbers_and_null() {
        assertThat(decode("\" 1500m \"")).hasToString("1500m");
        assertThat(decode("2.5")).hasToString("2500m");
        assertThat(decode("null")).isEqualTo(Quantity.ZERO);
        assertThatThrownBy(() -> decode("true")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> decode("\"much\""))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("quantities must match the regular expression");
        var out = new JsonWriter();
        Quantity.parse("1024Mi").encode(out);
        assertThat(out).hasToString("\"1Gi\"");
    }

    private static Quantity decode(String json) {
        return Quantity.decode(JsonReader.of(json));
    }
}
