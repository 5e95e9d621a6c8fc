package dev.kcm.runtime.loop;

import dev.kcm.base.Clock;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.LiveAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What the server said within the last second. When a ReplicaSet of a thousand pods is deleted in
/// the foreground, each of them needs to know that the set waits. Thread-safe.
final class RecentAnswers {
    static final Duration LIFE = Duration.ofSeconds(1);

    private record Dated(LiveAnswer<ObjectMeta> answer, long at) {}

    private final Map<Effect.ObjectQuery, Dated> answers = new ConcurrentHashMap<>();
    private final Clock clock;

    RecentAnswers(Clock clock) {
        this.clock = clock;
    }

    Optional<LiveAnswer<ObjectMeta>> find(Effect.ObjectQuery query) {
        return Optional.ofNullable(answers.get(query))
                .filter(dated -> clock.nanoTime() - dated.at() < LIFE.toNanos())
                .map(Dated::answer);
    }

    /// That the server could not say is no answer to keep.
    void keep(Effect.ObjectQuery query, LiveAnswer<ObjectMeta> answer) {
        if (answer instanceof LiveAnswer.Unknown<ObjectMeta>) {
            return;
        }
        var dated = new Dated(answer, clock.nanoTime());
        answers.put(query, dated);
        clock.after(LIFE, () -> answers.remove(query, dated));
    }
}
