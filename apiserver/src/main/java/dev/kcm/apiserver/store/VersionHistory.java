package dev.kcm.apiserver.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The versions of one resource from the oldest one kept to the newest one published, and who
/// watches them. Readers follow links and never lock; the two methods that move the ends of the
/// list exclude each other.
final class VersionHistory {
    private final HistoryLimits limits;
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private volatile Version oldest;
    private volatile Version newest;

    VersionHistory(Version beginning, HistoryLimits limits) {
        this.oldest = beginning;
        this.newest = beginning;
        this.limits = limits;
    }

    Version newest() {
        return newest;
    }

    /// The last version at or before `revision`.
    ///
    /// @throws CompactedException if it is forgotten
    Version at(long revision) {
        var last = newest;
        if (last.revision() <= revision) {
            return last; // what most ask for, and the longest way through the list
        }
        var version = oldest;
        if (revision < version.revision()) {
            throw new CompactedException(revision, version.revision());
        }
        for (var next = version.next(); next != null && next.revision() <= revision; next = next.next()) {
            version = next;
        }
        return version;
    }

    /// A watcher of every change after `revision`.
    ///
    /// @throws CompactedException if some of them are forgotten
    Watcher watch(long revision) {
        var watcher = new Watcher(at(revision), watchers::remove);
        watchers.add(watcher);
        return watcher;
    }

    /// Makes a version the newest. Allocates nothing, so that memory cannot run out halfway.
    synchronized void publish(Version version) {
        newest.follow(version);
        newest = version;
        for (var first = oldest; version.ordinal() - first.ordinal() > limits.changesKept(); first = oldest) {
            oldest = successor(first);
        }
    }

    /// Tells watchers of a version that was published.
    void wake(Version version) {
        for (var watcher : watchers) {
            watcher.noticed(version, limits.watcherLag());
        }
    }

    synchronized void forgetBefore(long revision) {
        for (var first = oldest; first != newest; first = oldest) {
            var next = successor(first);
            if (next.revision() > revision) {
                return;
            }
            oldest = next;
        }
    }

    private static Version successor(Version version) {
        var next = version.next();
        if (next == null) {
            throw new IllegalStateException("no version after revision " + version.revision());
        }
        return next;
    }
}
