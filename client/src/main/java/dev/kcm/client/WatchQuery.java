package dev.kcm.client;

import java.time.Duration;

/// Which changes to watch, and since when. With `sendInitialEvents` the server first sends every
/// object as added, then a bookmark that says so. `timeout` is what we ask the server for.
public record WatchQuery(
        String namespace,
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        boolean bookmarks,
        boolean sendInitialEvents,
        Duration timeout) {
    private static final WatchQuery EVERYTHING = new WatchQuery("", "", "", "", true, false, Duration.ofMinutes(5));

    public static WatchQuery everything() {
        return EVERYTHING;
    }

    public static WatchQuery in(String namespace) {
        return EVERYTHING.withNamespace(namespace);
    }

    public WatchQuery withNamespace(String value) {
        return new WatchQuery(
                value, labelSelector, fieldSelector, resourceVersion, bookmarks, sendInitialEvents, timeout);
    }

    public WatchQuery withLabelSelector(String value) {
        return new WatchQuery(namespace, value, fieldSelector, resourceVersion, bookmarks, sendInitialEvents, timeout);
    }

    public WatchQuery withFieldSelector(String value) {
        return new WatchQuery(namespace, labelSelector, value, resourceVersion, bookmarks, sendInitialEvents, timeout);
    }

    /// Changes after this state.
    public WatchQuery since(String version) {
        return new WatchQuery(namespace, labelSelector, fieldSelector, version, bookmarks, false, timeout);
    }

    /// Every object, then changes: a list and a watch in one.
    public WatchQuery withInitialEvents() {
        return new WatchQuery(namespace, labelSelector, fieldSelector, "", true, true, timeout);
    }

    public WatchQuery withBookmarks(boolean value) {
        return new WatchQuery(
                namespace, labelSelector, fieldSelector, resourceVersion, value, sendInitialEvents, timeout);
    }

    public WatchQuery withTimeout(Duration value) {
        return new WatchQuery(
                namespace, labelSelector, fieldSelector, resourceVersion, bookmarks, sendInitialEvents, value);
    }
}
