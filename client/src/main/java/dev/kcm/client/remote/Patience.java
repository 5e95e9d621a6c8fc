package dev.kcm.client.remote;

import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;

import java.time.Duration;

/// How long a watch may be silent before we take its server for dead, although the kernel has its
/// word that the peer lives.
///
/// A kube-apiserver sends a bookmark about every minute, but only for kinds of which it has seen a
/// change since it started. So a watch that has told of nothing new may be silent for all its life:
/// to cut it would buy nothing but another handshake, and the same silence.
final class Patience {
    private static final Duration BETWEEN_BOOKMARKS = Duration.ofSeconds(90);
    private static final Duration END_OF_WATCH = Duration.ofSeconds(30);

    private final boolean expectsBookmarks;
    private boolean isInitial;
    private Duration now;

    Patience(WatchQuery query) {
        this.now = query.timeout().plus(END_OF_WATCH);
        this.expectsBookmarks = query.bookmarks() && BETWEEN_BOOKMARKS.compareTo(now) < 0;
        this.isInitial = query.sendInitialEvents();
    }

    Duration now() {
        return now;
    }

    void heard(WatchEvent<?> event) {
        if (isInitial) {
            isInitial = !(event instanceof WatchEvent.Bookmark<?> mark && mark.initialEventsEnd());
        } else if (expectsBookmarks) {
            now = BETWEEN_BOOKMARKS;
        }
    }
}
