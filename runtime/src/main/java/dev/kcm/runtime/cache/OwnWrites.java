package dev.kcm.runtime.cache;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Remembers, per reconciled key, what we wrote and the caches may not show yet, so that a
/// controller does not decide twice on the same old picture. The one remedy for stale reads;
/// controllers see only [Caches#showOurWritesTo].
///
/// A write is shown once the cache's position has reached its resourceVersion; a deletion once the
/// object is gone or marked as going. What is not shown after five minutes (upstream's time-out for
/// expectations) is given up, since a sync from the cache is then better than none.
public final class OwnWrites {
    private static final Duration GIVE_UP = Duration.ofMinutes(5);

    private sealed interface Expected {
        Resource<?> resource();

        boolean isShownBy(Informers informers);

        record Position(Resource<?> resource, long resourceVersion) implements Expected {
            @Override
            public boolean isShownBy(Informers informers) {
                return informers
                        .anyStore(resource.group(), resource.plural())
                        .map(store -> store.position() >= resourceVersion)
                        .orElse(true);
            }
        }

        record Deletion(Resource<?> resource, ObjectKey key, String uid) implements Expected {
            @Override
            public boolean isShownBy(Informers informers) {
                return informers
                        .anyStore(resource.group(), resource.plural())
                        .flatMap(store -> store.find(key))
                        .map(held -> !held.uid().equals(uid) || held.isDeleting())
                        .orElse(true);
            }
        }
    }

    private record Pending(List<Expected> expected, Deadline giveUp) {}

    private final Informers informers;
    private final Clock clock;
    private final Map<ObjectKey, Pending> byKey = new ConcurrentHashMap<>();

    public OwnWrites(Informers informers, Clock clock) {
        this.informers = informers;
        this.clock = clock;
    }

    public void wrote(ObjectKey reconciled, Resource<?> resource, String resourceVersion) {
        expect(reconciled, new Expected.Position(resource, ResourceVersions.of(resourceVersion)));
    }

    public void deleted(ObjectKey reconciled, Resource<?> resource, ObjectKey key, String uid) {
        expect(reconciled, new Expected.Deletion(resource, key, uid));
    }

    /// Whether the caches show everything written for this key.
    public boolean areShown(ObjectKey reconciled) {
        return behind(reconciled).isEmpty();
    }

    /// A resource whose cache does not show everything written for this key, if there is one.
    public Optional<Resource<?>> behind(ObjectKey reconciled) {
        var pending = byKey.get(reconciled);
        if (pending == null) {
            return Optional.empty();
        }
        var behind = pending.giveUp().hasPassed() ? Optional.<Expected>empty() : firstNotShown(pending);
        if (behind.isEmpty()) {
            byKey.remove(reconciled, pending);
        }
        return behind.map(Expected::resource);
    }

    private Optional<Expected> firstNotShown(Pending pending) {
        return pending.expected().stream()
                .filter(expected -> !expected.isShownBy(informers))
                .findFirst();
    }

    public void forget(ObjectKey reconciled) {
        byKey.remove(reconciled);
    }

    /// Positions of one resource only grow, so the newest stands for all.
    private void expect(ObjectKey reconciled, Expected expected) {
        byKey.compute(reconciled, (_, pending) -> {
            var all = new ArrayList<Expected>(pending == null ? List.of() : pending.expected());
            if (expected instanceof Expected.Position newest) {
                all.removeIf(earlier -> earlier instanceof Expected.Position position
                        && position.resource().equals(newest.resource())
                        && position.resourceVersion() <= newest.resourceVersion());
            }
            all.add(expected);
            return new Pending(List.copyOf(all), clock.deadlineIn(GIVE_UP));
        });
    }
}
