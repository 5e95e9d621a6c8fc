package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.store.CompactedException;
import dev.kcm.apiserver.store.RevisionChange;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.Watcher;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Deletes events an hour after they were last written, or up to a minute later, as upstream does. Nothing is asked:
/// neither admission nor finalizers count. After a start the hour begins anew.
///
/// One thread follows the events and keeps them in the order they were written; its timer stands for the oldest.
public final class EventExpiry implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.kcm.apiserver");
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration SLACK = Duration.ofMinutes(1);

    private record Written(Instant at, String resourceVersion) {}

    private final VersionedStore store;
    private final Clock clock;
    private final Map<ObjectKey, Written> byAge = new LinkedHashMap<>();
    private volatile boolean isClosed;
    private volatile @Nullable Watcher watcher;
    private Clock.@Nullable Timer timer;

    public EventExpiry(VersionedStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    public void start() {
        var unused = Thread.ofVirtual().name("event-expiry").start(this::run);
    }

    private void run() {
        try {
            while (!isClosed) {
                try (var following = followed()) {
                    follow(following);
                } catch (CompactedException _) {
                    // so many at once that the list was forgotten before it was followed: begin anew
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            cancelTimer();
        }
    }

    private Watcher followed() {
        var contents = store.contents(Event.EVENTS);
        var now = clock.instant();
        cancelTimer(); // it wakes a watcher that has ended
        byAge.clear();
        for (KubeObject event : contents.objects()) {
            byAge.put(event.key(), new Written(now, event.resourceVersion()));
        }
        var following = store.watch(Event.EVENTS, contents.revision());
        watcher = following;
        if (isClosed) {
            following.close();
        }
        return following;
    }

    private void follow(Watcher following) throws InterruptedException {
        while (true) {
            awaitOldest(following);
            switch (following.await()) {
                case Watcher.Event.Changed(var change) -> noted(change);
                case Watcher.Event.Nudged() -> expire(following);
                case Watcher.Event.Ended() -> {
                    return;
                }
            }
        }
    }

    private void noted(RevisionChange change) {
        byAge.remove(change.key());
        if (!change.isRemoval()) {
            byAge.put(change.key(), new Written(clock.instant(), change.state().resourceVersion()));
        }
    }

    /// Sets the timer, unless it is set: it stands for an older event than all that came since.
    private void awaitOldest(Watcher following) {
        if (timer == null && !byAge.isEmpty()) {
            var oldest = byAge.values().iterator().next();
            var until = Duration.between(clock.instant(), oldest.at.plus(LIFE));
            timer = clock.after(until.plus(SLACK), following::nudge);
        }
    }

    private void cancelTimer() {
        var set = timer;
        if (set != null) {
            set.cancel();
            timer = null;
        }
    }

    /// All that are old enough go together, so that there is a deletion a minute at most.
    private void expire(Watcher following) throws InterruptedException {
        cancelTimer();
        var latest = clock.instant().minus(LIFE);
        while (!byAge.isEmpty()) {
            var oldest = byAge.entrySet().iterator().next();
            if (oldest.getValue().at.isAfter(latest)) {
                return;
            }
            try {
                delete(oldest.getKey(), oldest.getValue().resourceVersion);
            } catch (RuntimeException refused) { // such as a store that cannot be written now
                LOG.log(Level.WARNING, "Failed to expire events", refused);
                timer = clock.after(SLACK, following::nudge);
                return;
            }
            byAge.remove(oldest.getKey());
        }
    }

    /// One that has been written since then is left alone: that it was comes next.
    private void delete(ObjectKey key, String resourceVersion) throws InterruptedException {
        var event = store.get(Event.EVENTS, key).orElse(null);
        if (event != null && event.resourceVersion().equals(resourceVersion)) {
            var unused = store.commit(Event.EVENTS, key, event, null);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        var following = watcher;
        if (following != null) {
            following.close();
        }
    }
}
