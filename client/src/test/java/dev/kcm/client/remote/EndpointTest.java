package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.config.TrustSource;
import dev.kcm.client.http.HttpPool;
import dev.kcm.client.tls.ServerAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);

    @Test
    void watches_of_its_first_seconds_end_soon_afterwards() {
        try (var endpoint = endpoint("https://127.0.0.1:6443")) {
            assertThat(endpoint.watchTimeout(LONG)).isEqualTo(Duration.ofMinutes(1));
            clock.advance(Duration.ofSeconds(19));
            assertThat(endpoint.watchTimeout(LONG)).isEqualTo(Duration.ofMinutes(1));
            clock.advance(Duration.ofSeconds(1));
            assertThat(endpoint.watchTimeout(LONG)).isEqualTo(LONG);
        }
    }

    @Test
    void a_watch_that_would_end_before_it_settles_down_is_left_alone() {
        try (var endpoint = endpoint("https://127.0.0.1:6443")) {
            var asked = Duration.ofSeconds(200);
            assertThat(endpoint.watchTimeout(asked)).isEqualTo(asked);
        }
    }

    @Test
    void without_encryption_nothing_is_gained() {
        try (var endpoint = endpoint("http://127.0.0.1:8080")) {
            assertThat(endpoint.watchTimeout(LONG)).isEqualTo(LONG);
        }
    }

    private Endpoint endpoint(String address) {
        var config = new ClientConfig(
                ServerAddress.parse(address),
                new TrustSource.Anyone(),
                Optional.empty(),
                FixedCredentials.ANONYMOUS,
                Optional.empty(),
                Optional.empty(),
                "default");
        return new Endpoint(config, clock, HttpPool.Limits.USUAL);
    }
}
