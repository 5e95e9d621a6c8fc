package dev.kcm.client.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.Failures;
import dev.kcm.client.config.ClientIdentity;
import dev.kcm.client.config.ConfigException;
import dev.kcm.model.failure.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServiceAccountTokenTest {
    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private int asked;
    private int failing;
    private Duration life = Duration.ofHours(1);

    private final ServiceAccountToken token = new ServiceAccountToken("kube-system/a", this::ask, clock);

    @Test
    void is_renewed_when_a_fifth_of_its_life_is_left() {
        assertThat(token.identity()).isEqualTo(ClientIdentity.bearer("token-1"));
        clock.advance(Duration.ofMinutes(47));
        assertThat(token.identity()).isEqualTo(ClientIdentity.bearer("token-1"));
        clock.advance(Duration.ofMinutes(1));
        assertThat(token.identity()).isEqualTo(ClientIdentity.bearer("token-2"));
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void a_short_life_is_taken_for_a_wrong_clock() {
        life = Duration.ofSeconds(-30);
        token.identity();
        clock.advance(Duration.ofMinutes(7));
        assertThat(token.identity()).isEqualTo(ClientIdentity.bearer("token-1"));
        clock.advance(Duration.ofMinutes(1));
        assertThat(token.identity()).isEqualTo(ClientIdentity.bearer("token-2"));
    }

    @Test
    void a_refused_token_is_replaced_once() {
        var used = token.identity();
        assertThat(token.renew(used)).isTrue();
        assertThat(token.renew(used)).isTrue(); // another thread was refused with the same one
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void the_old_one_stays_while_it_cannot_be_renewed() throws Exception {
        token.identity();
        clock.advance(Duration.ofMinutes(50));
        failing = 4;
        var call = new FutureTask<>(token::identity);
        Thread.ofVirtual().start(call);
        for (int i = 0; i < 3; i++) {
            clock.advance(clock.awaitTimers(1));
        }
        assertThat(call.get()).isEqualTo(ClientIdentity.bearer("token-1"));
        assertThat(token.identity()).isEqualTo(ClientIdentity.bearer("token-2"));
    }

    @Test
    void says_when_there_is_none() throws Exception {
        failing = 4;
        var call = new FutureTask<>(token::identity);
        Thread.ofVirtual().start(call);
        for (int i = 0; i < 3; i++) {
            clock.advance(clock.awaitTimers(1));
        }
        assertThatThrownBy(call::get)
                .hasCauseInstanceOf(ConfigException.class)
                .hasMessageContaining("No token for service account kube-system/a");
        assertThat(asked).isEqualTo(4);
    }

    private ServiceAccounts.Token ask() {
        asked++;
        if (failing > 0) {
            failing--;
            throw new ApiException(Failures.transport("no server"));
        }
        return new ServiceAccounts.Token(
                "token-" + (asked > 4 ? 2 : asked), clock.instant().plus(life));
    }
}
