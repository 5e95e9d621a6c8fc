package dev.kcm.apiserver.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The moments of one resource from the oldest one kept to the newest one published, and who
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

    /// The last moment at or before `revision`.
    ///
    /// @throws CompactedException if it is forgotten
    Version at(long revision) {
        var moment = oldest;
        if (revision < moment.revision()) {
            throw new CompactedException(revision, moment.revision());
        }
        for (var next = moment.next(); next != null && next.revision() <= revision; next = next.next()) {
            moment = next;
        }
        return moment;
    }

    /// A watcher of every change after `revision`.
    ///
    /// @throws CompactedException if some of them are forgotten
    Watcher watch(long revision) {
        var watcher = new Watcher(at(revision), watchers::remove);
        watchers.add(watcher);
        return watcher;
    }

    synchronized void publish(Version moment) {
        newest.follow(moment);
        newest = moment;
        for (var first = oldest; moment.ordinal() - first.ordinal() > limits.changesKept(); first = oldest) {
            oldest = successor(first);
        }
        for (var watcher : watchers) {
            watcher.noticed(moment, limits.watcherLag());
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

    private static Version successor(Version moment) {
        var next = moment.next();
        if (next == null) {
            throw new IllegalStateException("no moment after revision " + moment.revision());
        }
        return next;
    }
}
