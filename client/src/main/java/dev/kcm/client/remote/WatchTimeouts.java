package dev.kcm.client.remote;

import dev.kcm.client.WatchEvent;
import dev.kcm.model.operation.Operation;
import java.time.Duration;

/// How long a watch may be silent before we take its server for dead, although the kernel has its
/// word that the peer lives.
///
/// A kube-apiserver sends a bookmark about every minute, but only for kinds of which it has seen a
/// change since it started. So a watch that has told of nothing new may be silent for all its life:
/// to cut it would buy nothing but another handshake, and the same silence. Until everything that
/// was there is sent, however, there is something to say.
final class WatchTimeouts {
    private static final Duration BETWEEN_BOOKMARKS = Duration.ofSeconds(90);
    private static final Duration END_OF_WATCH = Duration.ofSeconds(30);

    private final Duration wholeLife;
    private final Duration expectingWords;
    private boolean isInitial;
    private boolean hasNews;

    WatchTimeouts(Operation.Watch watch) {
        this.wholeLife = watch.timeout().orElseThrow().plus(END_OF_WATCH);
        this.expectingWords =
                watch.wantsBookmarks() && BETWEEN_BOOKMARKS.compareTo(wholeLife) < 0 ? BETWEEN_BOOKMARKS : wholeLife;
        this.isInitial = watch.startsWithObjects();
    }

    Duration now() {
        return isInitial || hasNews ? expectingWords : wholeLife;
    }

    /// Whether objects that were there are still being sent.
    boolean isInitial() {
        return isInitial;
    }

    void heard(WatchEvent<?> event) {
        if (isInitial) {
            isInitial = !(event instanceof WatchEvent.Bookmark<?> mark && mark.initialEventsEnd());
        } else {
            hasNews = true;
        }
    }
}
