package dev.kcm.model.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.coordination.v1.LeaseSpec;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimesAndDurationsTest {
    @Test
    void durations_are_spelled_as_go_spells_them() {
        Map.ofEntries(
                        Map.entry(0L, "0s"),
                        Map.entry(1L, "1ns"),
                        Map.entry(1_100L, "1.1µs"),
                        Map.entry(2_200_000L, "2.2ms"),
                        Map.entry(3_300_000_000L, "3.3s"),
                        Map.entry(60_000_000_000L, "1m0s"),
                        Map.entry(245_000_000_000L, "4m5s"),
                        Map.entry(245_001_000_000L, "4m5.001s"),
                        Map.entry(18_367_001_000_000L, "5h6m7.001s"),
                        Map.entry(480_000_000_001L, "8m0.000000001s"),
                        Map.entry(Long.MAX_VALUE, "2562047h47m16.854775807s"),
                        Map.entry(Long.MIN_VALUE, "-2562047h47m16.854775808s"))
                .forEach((nanos, spelling) -> {
                    assertThat(Durations.format(nanos)).isEqualTo(spelling);
                    assertThat(Durations.parse(spelling)).isEqualTo(nanos);
                });
    }

    @Test
    void durations_are_read_as_go_reads_them() {
        assertThat(Durations.parse("0")).isZero();
        assertThat(Durations.parse("+5.5s")).isEqualTo(5_500_000_000L);
        assertThat(Durations.parse("-.5s")).isEqualTo(-500_000_000L);
        assertThat(Durations.parse("1h15m30.918us")).isEqualTo(4_500_000_030_918L - 30_918L + 30_918L);
        for (String bad : new String[] {"", "3", "-", "s", ".", "-.", ".s", "1d", "5s ", "9223372036854775808ns"}) {
            assertThatThrownBy(() -> Durations.parse(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("invalid duration \"" + bad + "\"");
        }
    }

    @Test
    void times_of_any_offset_are_written_in_utc_with_six_digits() {
        LeaseSpec spec = LeaseSpec.decode(JsonReader.of("{\"renewTime\":\"2024-05-01T12:00:00.250000+02:00\"}"));
        assertThat(spec.renewTime()).contains(Instant.parse("2024-05-01T10:00:00.25Z"));
        assertThat(spec).hasToString("{\"renewTime\":\"2024-05-01T10:00:00.250000Z\"}");
    }

    @Test
    void a_time_that_is_none_says_where_it_stands() {
        assertThatThrownBy(() -> LeaseSpec.decode(JsonReader.of("{\"renewTime\":\"yesterday\"}")))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("renewTime: expected a time like")
                .hasMessageContaining("yesterday");
    }
}
