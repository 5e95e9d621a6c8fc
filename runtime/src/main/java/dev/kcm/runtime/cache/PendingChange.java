package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a listener has yet to be told of one object, however much happened meanwhile: the first undelivered old state
/// and the newest new one. So a listener slower than its store needs room for one of these per object, and still learns
/// the final state of each; a change of uid arrives as delete, then add; an object that came and went unnoticed is not
/// mentioned. Immutable.
public final class PendingChange<T extends KubeObject> {
    /// The state the listener knows; null if it knows of no such object.
    private final @Nullable T known;

    /// The known object as it was when it was deleted; null if it was not.
    private final @Nullable T deleted;

    /// The state there is now; null if there is none.
    private final @Nullable T now;

    private final boolean isInitial;
    private final boolean isResync;

    private PendingChange(
            @Nullable T known, @Nullable T deleted, @Nullable T now, boolean isInitial, boolean isResync) {
        this.known = known;
        this.deleted = deleted;
        this.now = now;
        this.isInitial = isInitial;
        this.isResync = isResync;
    }

    public static <T extends KubeObject> PendingChange<T> of(Change<T> change) {
        return switch (change) {
            case Change.Added<T>(var object, var initial) -> new PendingChange<>(null, null, object, initial, false);
            case Change.Updated<T>(var before, var object) -> new PendingChange<>(before, null, object, false, false);
            case Change.Deleted<T>(var object) -> new PendingChange<>(object, object, null, false, false);
            case Change.Resynced<T>(var object) -> new PendingChange<>(object, null, object, false, true);
        };
    }

    /// This and what happened to the same object since; empty if there is nothing to tell any more.
    public Optional<PendingChange<T>> and(Change<T> later) {
        var both = switch (later) {
            case Change.Added<T>(var object, var initial) ->
                new PendingChange<>(known, deleted, object, initial, false);
            case Change.Updated<T>(var _, var object) -> new PendingChange<>(known, deleted, object, isInitial, false);
            case Change.Deleted<T>(var object) ->
                new PendingChange<>(known, deleted == null ? object : deleted, null, false, false);
            case Change.Resynced<T> _ -> this;
        };
        return both.known == null && both.now == null ? Optional.empty() : Optional.of(both);
    }

    /// What to tell: one change or, if another object has the name by now, two.
    public List<Change<T>> changes() {
        if (now == null) {
            return List.of(new Change.Deleted<>(required(deleted)));
        }
        if (known == null) {
            return List.of(new Change.Added<>(now, isInitial));
        }
        if (!known.uid().equals(now.uid())) {
            return List.of(new Change.Deleted<>(deleted == null ? known : deleted), new Change.Added<>(now, false));
        }
        return List.of(isResync ? new Change.Resynced<>(now) : new Change.Updated<>(known, now));
    }

    private static <T> T required(@Nullable T object) {
        if (object == null) {
            throw new IllegalStateException("A pending change has neither an object nor its deletion");
        }
        return object;
    }
}
