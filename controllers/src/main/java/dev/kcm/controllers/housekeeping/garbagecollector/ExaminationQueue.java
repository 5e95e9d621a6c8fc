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

    private final Map<String, Turn> turns = new HashMap<>();
    private long lastTicket;

    /// One object's state here.
    static final class Turn {
        private boolean isUnderWay;
        private boolean isWantedAgain;
        private int failures;
        private long ticket;
        private boolean isCacheOld;
        private boolean areOwnersAskedLive;
        private List<OwnerReference> ownersAtConflict = List.of();
        private int conflicts;

        /// Once what the cache says was refused, the server is asked.
        Effect.Freshness freshness() {
            return isCacheOld ? Effect.Freshness.LIVE : Effect.Freshness.CACHED;
        }

        /// The word of the server is needed on what becomes of the owners.
        boolean areOwnersAskedLive() {
            return areOwnersAskedLive;
        }

        Effect.Freshness ownersFreshness() {
            return areOwnersAskedLive ? Effect.Freshness.RECENT : Effect.Freshness.CACHED;
        }

        void askOwnersLive() {
            areOwnersAskedLive = true;
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
        var turn = turns.computeIfAbsent(uid, _ -> new Turn());
        if (turn.isUnderWay) {
            turn.isWantedAgain = true;
            return false;
        }
        turn.isUnderWay = true;
        turn.ticket = 0;
        return true;
    }

    /// Whether this wake-up is the one it waits for, and so to begin.
    boolean wakes(String uid, long ticket) {
        var turn = turns.get(uid);
        return turn != null && turn.ticket == ticket && begins(uid);
    }

    Turn turn(String uid) {
        return turns.computeIfAbsent(uid, _ -> new Turn());
    }

    /// Ends its turn; whether it is wanted again at once.
    boolean ends(String uid) {
        var turn = turns.remove(uid);
        return turn != null && turn.isWantedAgain;
    }

    /// Ends its turn with a failure.
    Again fails(String uid) {
        var turn = turn(uid);
        turn.failures++;
        return postpone(turn, BETWEEN_FAILURES.after(turn.failures));
    }

    /// Ends its turn, to be taken up later without a failure.
    Again postpones(String uid, Duration delay) {
        return postpone(turn(uid), delay);
    }

    private Again postpone(Turn turn, Duration delay) {
        turn.isUnderWay = false;
        turn.ticket = ++lastTicket;
        var again = new Again(turn.isWantedAgain ? Duration.ZERO : delay, turn.ticket);
        turn.isWantedAgain = false;
        return again;
    }
}
