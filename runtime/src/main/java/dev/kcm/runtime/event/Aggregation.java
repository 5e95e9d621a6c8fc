package dev.kcm.runtime.event;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/// Notices when many events differ in their message only: from the tenth different message on, each
/// within ten minutes of the one before, a new message is to be combined with the others. Owned by
/// one thread.
final class Aggregation {
    private static final int MESSAGES_TO_COMBINE = 10;
    private static final Duration FORGETTING = Duration.ofMinutes(10);

    private record Recent(Set<String> messages, long at) {}

    private final RecentEvents<SimilarityKey, Recent> recent;

    Aggregation(int limit) {
        this.recent = new RecentEvents<>(limit);
    }

    /// Adds the message; whether it is one too many.
    boolean isOneTooMany(SimilarityKey key, String message, long now) {
        var before = recent.getOr(key, new Recent(Set.of(), now));
        boolean isForgotten = now - before.at() > FORGETTING.toNanos();
        var messages = new LinkedHashSet<>(isForgotten ? Set.of() : before.messages());
        messages.add(message);
        boolean isTooMany = messages.size() >= MESSAGES_TO_COMBINE;
        if (isTooMany) {
            messages.removeFirst();
        }
        recent.put(key, new Recent(messages, now));
        return isTooMany;
    }
}
