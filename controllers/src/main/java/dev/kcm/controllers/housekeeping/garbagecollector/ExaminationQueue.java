package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.base.Backoff;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.controller.Effect;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which objects are under examination. Each is examined once at a time; wanted meanwhile, it is
/// examined again right after; failed, after a wait that grows.
final class ExaminationQueue {
    private static final Backoff BETWEEN_FAILURES = Backoff.doubling(Duration.ofMillis(5), Duration.ofSeconds(1000));

    private static final int TOLERATED_CONFLICTS = 3;

    private final Map<String, Examination> examinations = new HashMap<>();
    private long lastTicket;

    /// One object's state here.
    static final class Examination {
        private boolean isUnderWay;
        private boolean isWantedAgain;
        private int failures;
        private long ticket;
        private boolean isCacheOld;
        private boolean areOwnersReadLive;
        private List<OwnerReference> ownersAtConflict = List.of();
        private int conflicts;

        /// Live, once a write decided from the cache was refused.
        Effect.Freshness freshness() {
            return isCacheOld ? Effect.Freshness.LIVE : Effect.Freshness.CACHED;
        }

        /// Whether the owners must be read from the server.
        boolean areOwnersReadLive() {
            return areOwnersReadLive;
        }

        Effect.Freshness ownersFreshness() {
            return areOwnersReadLive ? Effect.Freshness.RECENT : Effect.Freshness.CACHED;
        }

        void readOwnersLive() {
            areOwnersReadLive = true;
        }

        /// Takes in that a write was refused because the object had changed.
        void conflict(List<OwnerReference> owners) {
            conflicts = ownersAtConflict.equals(owners) ? conflicts + 1 : 1;
            ownersAtConflict = owners;
            isCacheOld = true;
        }

        /// It changed again and again, but its owners did not: changes of other things must not
        /// keep it alive for ever.
        boolean keepsChangingWith(List<OwnerReference> owners) {
            return conflicts >= TOLERATED_CONFLICTS && ownersAtConflict.equals(owners);
        }
    }

    /// When to try again; the ticket distinguishes the wake-up from older ones.
    record Again(Duration in, long ticket) {}

    /// Whether to begin with it now.
    boolean begins(String uid) {
        var examination = examinations.computeIfAbsent(uid, _ -> new Examination());
        if (examination.isUnderWay) {
            examination.isWantedAgain = true;
            return false;
        }
        examination.isUnderWay = true;
        examination.ticket = 0;
        return true;
    }

    /// Whether this wake-up is the one it waits for, and so to begin.
    boolean wakes(String uid, long ticket) {
        var examination = examinations.get(uid);
        return examination != null && examination.ticket == ticket && begins(uid);
    }

    Examination examination(String uid) {
        return examinations.computeIfAbsent(uid, _ -> new Examination());
    }

    /// Ends its examination; whether it is wanted again at once.
    boolean ends(String uid) {
        var examination = examinations.remove(uid);
        return examination != null && examination.isWantedAgain;
    }

    /// Ends its examination with a failure.
    Again fails(String uid) {
        var examination = examination(uid);
        examination.failures++;
        return postpone(examination, BETWEEN_FAILURES.after(examination.failures));
    }

    /// Ends its examination, to be taken up later without a failure.
    Again postpones(String uid, Duration delay) {
        return postpone(examination(uid), delay);
    }

    private Again postpone(Examination examination, Duration delay) {
        examination.isUnderWay = false;
        examination.ticket = ++lastTicket;
        var again = new Again(examination.isWantedAgain ? Duration.ZERO : delay, examination.ticket);
        examination.isWantedAgain = false;
        return again;
    }
}
