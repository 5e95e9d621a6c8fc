package dev.kcm.apiserver.store;

import org.jspecify.annotations.Nullable;

/// All objects of a resource right after one change, linked to the moment that followed. History is
/// nothing but the moments that are still reachable.
///
/// `next` is set once, when the following moment is published.
final class Moment {
    private final long revision;
    private final long ordinal;
    private final ObjectMap objects;
    private final @Nullable Change change;
    private volatile @Nullable Moment next;

    private Moment(long revision, long ordinal, ObjectMap objects, @Nullable Change change) {
        this.revision = revision;
        this.ordinal = ordinal;
        this.objects = objects;
        this.change = change;
    }

    /// Where the history of a resource begins.
    static Moment beginning(long revision, ObjectMap objects) {
        return new Moment(revision, 0, objects, null);
    }

    Moment after(Change change) {
        var after = change.after();
        var changed = after == null ? objects.without(change.key()) : objects.with(change.key(), after);
        return new Moment(change.revision(), ordinal + 1, changed, change);
    }

    long revision() {
        return revision;
    }

    /// The number of changes to the resource before this moment; differences tell how far apart
    /// moments are.
    long ordinal() {
        return ordinal;
    }

    ObjectMap objects() {
        return objects;
    }

    /// What led here; none for the beginning.
    @Nullable
    Change change() {
        return change;
    }

    @Nullable
    Moment next() {
        return next;
    }

    void follow(Moment following) {
        next = following;
    }
}
