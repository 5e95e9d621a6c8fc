package dev.kcm.apiserver.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The moments of one resource from the oldest one kept to the newest one published, and who
/// watches them. Readers follow links and never lock; the two methods that move the ends of the
/// list exclude each other.
final class Timeline {
    private final HistoryLimits limits;
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private volatile Moment oldest;
    private volatile Moment newest;

    Timeline(Moment beginning, HistoryLimits limits) {
        this.oldest = beginning;
        this.newest = beginning;
        this.limits = limits;
    }

    Moment newest() {
        return newest;
    }

    /// The last moment at or before `revision`.
    ///
    /// @throws CompactedException if it is forgotten
    Moment at(long revision) {
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

    synchronized void publish(Moment moment) {
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

    private static Moment successor(Moment moment) {
        var next = moment.next();
        if (next == null) {
            throw new IllegalStateException("no moment after revision " + moment.revision());
        }
        return next;
    }
}
