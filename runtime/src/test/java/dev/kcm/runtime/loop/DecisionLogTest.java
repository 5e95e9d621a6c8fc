package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
    private static final ObjectKey KEY = ObjectKey.of("default", "a");

    private final DecisionLog decisionLog = new DecisionLog();

    @Test
    void keeps_the_last_few_decisions_newest_last() {
        for (int i = 1; i <= 8; i++) {
            note(KEY, i, "decision " + i);
        }
        assertThat(decisionLog.of("configmaps", KEY))
                .extracting(DecisionLog.Entry::decided)
                .containsExactly("decision 3", "decision 4", "decision 5", "decision 6", "decision 7", "decision 8");
    }

    @Test
    void the_same_decision_again_only_moves_its_time() {
        note(KEY, 1, "all is well");
        note(KEY, 2, "all is well");
        assertThat(decisionLog.of("configmaps", KEY))
                .extracting(DecisionLog.Entry::at)
                .containsExactly(Instant.ofEpochSecond(2));
    }

    @Test
    void objects_not_looked_at_for_longest_are_forgotten_first() {
        note(KEY, 1, "first");
        for (int i = 0; i < 4095; i++) {
            note(ObjectKey.of("default", "object-" + i), 2, "later");
        }
        assertThat(decisionLog.of("configmaps", KEY)).hasSize(1);
        note(ObjectKey.of("default", "one-more"), 3, "last");
        assertThat(decisionLog.of("configmaps", KEY)).as("asked for just now").hasSize(1);
        assertThat(decisionLog.of("configmaps", ObjectKey.of("default", "object-0")))
                .isEmpty();
    }

    @Test
    void resources_are_told_apart() {
        note(KEY, 1, "a config map");
        decisionLog.record(Secret.SECRETS, KEY, new DecisionLog.Entry(Instant.EPOCH, "a secret", List.of(), "waits"));
        assertThat(decisionLog.of("secrets", KEY))
                .extracting(DecisionLog.Entry::decided)
                .containsExactly("a secret");
    }

    private void note(ObjectKey key, int second, String decided) {
        decisionLog.record(
                ConfigMap.CONFIG_MAPS,
                key,
                new DecisionLog.Entry(Instant.ofEpochSecond(second), decided, List.of(), "waits"));
    }
}
