package dev.kcm.model.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.coordination.v1.LeaseSpec;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimesAndDurationsTest {
    @Test
    void times_of_any_offset_are_written_in_utc_with_six_digits() {
        LeaseSpec spec = LeaseSpec.decode(JsonReader.of("{\"renewTime\":\"2024-05-01T12:00:00.250000+02:00\"}"));
        assertThat(spec.renewTime()).contains(Instant.parse("2024-05-01T10:00:00.25Z"));
        assertThat(spec).hasToString("{\"renewTime\":\"2024-05-01T10:00:00.250000Z\"}");
    }

    @Test
    void a_duration_that_is_none_says_where_it_stands() {
        assertThatThrownBy(() -> Durations.decode(JsonReader.of("\"soon\"")))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("\"soon\" is no duration");
    }

    @Test
    void a_time_that_is_none_says_where_it_stands() {
        assertThatThrownBy(() -> LeaseSpec.decode(JsonReader.of("{\"renewTime\":\"yesterday\"}")))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("renewTime: expected a time like")
                .hasMessageContaining("yesterday");
    }
}
