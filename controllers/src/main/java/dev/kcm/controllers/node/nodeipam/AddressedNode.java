package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.Backoff;
import dev.kcm.controllers.node.nodeipam.NodeRanges.Holding;
import dev.kcm.model.core.v1.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What is known of a node, and which ranges are kept for it. Used by one thread.
final class AddressedNode {
    private Node node;

    /// What it has.
    private List<Holding> held = List.of();

    /// What it is to get. It stays reserved however often that fails: a write may have happened although it was said to
    /// have failed, and then another node would get the same.
    private List<Holding> reserved = List.of();

    private boolean isWriting;
    private boolean isReminderSet;
    private int failures;
    private int shortages;
    private long awaited;

    AddressedNode(Node node) {
        this.node = node;
    }

    Node node() {
        return node;
    }

    /// Whether this is older than what our own write has left.
    boolean isOutdated(Node shown) {
        return Long.parseLong(shown.resourceVersion()) < awaited;
    }

    boolean isOtherObjectThan(Node shown) {
        return !node.uid().equals(shown.uid());
    }

    void show(Node shown) {
        node = shown;
    }

    boolean needsRanges() {
        return held.isEmpty() && node.spec().podCIDRs().isEmpty() && !node.isDeleting() && !isWriting;
    }

    List<Holding> held() {
        return held;
    }

    List<Holding> reserved() {
        return reserved;
    }

    /// Everything that nobody else may get.
    List<Holding> kept() {
        return Stream.concat(held.stream(), reserved.stream()).toList();
    }

    void reserve(List<Holding> ranges) {
        reserved = ranges;
        shortages = 0;
    }

    /// It has these and needs no others.
    void has(List<Holding> ranges) {
        held = ranges;
        reserved = List.of();
        failures = 0;
        shortages = 0;
    }

    void writing() {
        isWriting = true;
    }

    void notWritten() {
        isWriting = false;
    }

    void written(String resourceVersion) {
        isWriting = false;
        awaited = Long.parseLong(resourceVersion);
        has(reserved);
    }

    /// How often a write has failed in a row, this time included.
    int failedAgain() {
        isWriting = false;
        return ++failures;
    }

    /// How long to wait before users are told again that nothing is left for it; nothing if that is settled.
    Optional<Duration> untilReminder(Backoff delays) {
        if (isReminderSet) {
            return Optional.empty();
        }
        isReminderSet = true;
        return Optional.of(delays.after(++shortages));
    }

    void reminded() {
        isReminderSet = false;
    }
}
