package dev.kcm.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class IdleTimeoutTest {
    private static final Duration LONG = Duration.ofMinutes(7);

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final IdleTimeout timeout = new IdleTimeout("test", clock);

    @Test
    void two_connections_closed_after_the_same_silence_are_no_accident() {
        closed(20_000);
        assertThat(timeout.allowedStream(LONG)).isEqualTo(LONG);

        clock.advance(Duration.ofSeconds(20));
        closed(20_400);

        assertThat(timeout.learned()).contains(Duration.ofSeconds(20));
        assertThat(timeout.allowedStream(LONG)).isEqualTo(Duration.ofSeconds(15));
        assertThat(timeout.allowedStream(Duration.ofSeconds(9))).isEqualTo(Duration.ofSeconds(9));
        assertThat(timeout.allowedSilence(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void a_server_that_dies_closes_many_at_once_and_teaches_nothing() {
        for (int connection = 0; connection < 50; connection++) {
            closed(25_000);
            clock.advance(Duration.ofMillis(100));
        }
        assertThat(timeout.learned()).isEmpty();
    }

    @Test
    void many_closed_one_after_the_other_do_not_put_it_off() {
        for (int connection = 0; connection < 8; connection++) {
            closed(20_000);
            clock.advance(Duration.ofSeconds(2));
        }
        assertThat(timeout.learned()).contains(Duration.ofSeconds(20));
    }

    @Test
    void different_silences_teach_nothing() {
        for (int millis : new int[] {20_000, 23_000, 31_000, 20_000, 44_000}) {
            closed(millis);
            clock.advance(Duration.ofSeconds(40));
        }
        assertThat(timeout.learned()).isEmpty();
    }

    @Test
    void a_shorter_one_replaces_what_was_learned() {
        learn(35_000);
        learn(20_000);
        assertThat(timeout.learned()).contains(Duration.ofSeconds(20));
    }

    @Test
    void once_an_hour_one_stream_may_be_longer_and_shows_whether_it_still_holds() {
        learn(20_000);
        clock.advance(Duration.ofHours(1));
        assertThat(timeout.allowedStream(LONG)).isEqualTo(LONG);
        assertThat(timeout.allowedStream(LONG)).isEqualTo(Duration.ofSeconds(15));

        closed(20_000);
        assertThat(timeout.learned()).isPresent();

        clock.advance(Duration.ofHours(1));
        assertThat(timeout.allowedStream(LONG)).isEqualTo(LONG);
        timeout.outlived(Duration.ofSeconds(14));
        assertThat(timeout.learned()).isPresent();
        timeout.outlived(Duration.ofSeconds(60));
        assertThat(timeout.learned()).isEmpty();
        assertThat(timeout.allowedStream(LONG)).isEqualTo(LONG);
    }

    private void learn(int millis) {
        closed(millis);
        clock.advance(Duration.ofMillis(millis));
        closed(millis);
    }

    private void closed(int millis) {
        timeout.closedAfter(Duration.ofMillis(millis));
    }
}
