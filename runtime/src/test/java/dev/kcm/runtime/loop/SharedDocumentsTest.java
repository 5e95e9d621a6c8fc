package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.Failures;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SharedDocumentsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final SharedDocuments documents = new SharedDocuments(clock);
    private int reads;

    @Test
    void who_asks_within_a_moment_shares_one_reading() {
        assertThat(read("/a")).isEqualTo("1");
        clock.advance(Duration.ofMillis(999));
        assertThat(read("/a")).isEqualTo("1");
        assertThat(read("/b")).isEqualTo("2");
        clock.advance(Duration.ofMillis(1));
        assertThat(read("/a")).isEqualTo("3");
    }

    @Test
    void a_failure_is_not_shared() {
        assertThatThrownBy(() -> documents.read("/a", SECOND, () -> {
                    throw new ApiException(Failures.timeout("late"));
                }))
                .hasMessageContaining("late");
        assertThat(read("/a")).isEqualTo("1");
    }

    @Test
    void what_cannot_be_read_is_a_failure_of_the_server() {
        assertThatThrownBy(() -> documents.read("/a", SECOND, () -> Json.parse("{")))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("cannot read the server's response");
    }

    private String read(String name) {
        return documents.read(name, SECOND, () -> Integer.toString(++reads)).content();
    }
}
