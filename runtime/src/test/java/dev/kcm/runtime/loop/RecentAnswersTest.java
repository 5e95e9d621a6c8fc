package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.Failures;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.LiveAnswer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentAnswersTest {
    private static final Effect.ObjectQuery QUESTION =
            new Effect.ObjectQuery(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", "a"), "u-1", Effect.Freshness.RECENT);

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final RecentAnswers recent = new RecentAnswers(clock);

    @Test
    void an_answer_lives_for_a_second() {
        var answer = new LiveAnswer.Found<>(ObjectMeta.builder().uid("u-1").build());
        recent.keep(QUESTION, answer);

        clock.advance(Duration.ofMillis(999));
        assertThat(recent.find(QUESTION)).contains(answer);
        clock.advance(Duration.ofMillis(1));
        assertThat(recent.find(QUESTION)).isEmpty();
    }

    @Test
    void that_the_server_could_not_say_is_no_answer() {
        recent.keep(QUESTION, new LiveAnswer.Unknown<>(Failures.transport("cut")));

        assertThat(recent.find(QUESTION)).isEmpty();
    }
}
