package dev.kcm.apiserver.store;

import org.jspecify.annotations.Nullable;

/// All objects of a resource right after one change, linked to the version that followed. History is
/// nothing but the versions that are still reachable.
///
/// `next` is set once, when the following version is published.
final class Version {
    private final long revision;
    private final long ordinal;
    private final ObjectMap objects;
    private final @Nullable RevisionChange change;
    private volatile @Nullable Version next;

    private Version(long revision, long ordinal, ObjectMap objects, @Nullable RevisionChange change) {
        this.revision = revision;
        this.ordinal = ordinal;
        this.objects = objects;
        this.change = change;
    }

    /// Where the history of a resource begins.
    static Version beginning(long revision, ObjectMap objects) {
        return new Version(revision, 0, objects, null);
    }

    Version after(RevisionChange change) {
        var after = change.after();
        var changed =
                after == null ? objects.without(change.key()) : objects.with(change.key(), after, change.owners());
        return new Version(change.revision(), ordinal + 1, changed, change);
    }

    long revision() {
        return revision;
    }

    /// The number of changes to the resource before this version; differences tell how far apart
    /// versions are.
    long ordinal() {
        return ordinal;
    }

    ObjectMap objects() {
        return objects;
    }

    /// What led here; none for the beginning.
    @Nullable
    RevisionChange change() {
        return change;
    }

    @Nullable
    Version next() {
        return next;
    }

    void follow(Version following) {
        next = following;
    }
}
