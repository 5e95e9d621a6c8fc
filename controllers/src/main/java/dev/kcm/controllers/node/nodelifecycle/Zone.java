package dev.kcm.controllers.node.nodelifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A zone: its state, and the nodes that wait there for the taint that evicts their pods, first come first served.
/// Belongs to the loop's thread.
final class Zone {
    private final String name;
    private final Set<String> waiting = new LinkedHashSet<>();
    private ZoneState state = ZoneState.INITIAL;
    private EvictionLimiter limiter;
    private boolean isTimerSet;

    Zone(String name, NodeLifecycleOptions options, Instant now) {
        this.name = name;
        this.limiter = EvictionLimiter.starting(options.evictionRate(), now);
    }

    String name() {
        return name;
    }

    /// For people.
    String shownName() {
        return name.isEmpty() ? "no zone" : "zone " + name.replace("\0", "");
    }

    ZoneState state() {
        return state;
    }

    /// Nodes per second that may lose their pods.
    float rate() {
        return limiter.rate();
    }

    void enter(ZoneState newState, float rate, Instant now) {
        state = newState;
        limiter = limiter.withRate(rate, now);
    }

    /// Returns false if it waits already.
    boolean add(String node) {
        return waiting.add(node);
    }

    void remove(String node) {
        waiting.remove(node);
    }

    List<String> waiting() {
        return List.copyOf(waiting);
    }

    /// The node whose turn it is, if one may go now.
    Optional<String> next(Instant now) {
        if (waiting.isEmpty() || !limiter.allows(now)) {
            return Optional.empty();
        }
        limiter = limiter.afterOne(now);
        var first = waiting.iterator().next();
        waiting.remove(first);
        return Optional.of(first);
    }

    /// When to ask for the next, if somebody waits and no timer is set yet, which this sets.
    Optional<Duration> startTimer(Instant now) {
        if (waiting.isEmpty() || isTimerSet) {
            return Optional.empty();
        }
        var delay = limiter.untilNext(now);
        isTimerSet = delay.isPresent();
        return delay;
    }

    void timerFired() {
        isTimerSet = false;
    }
}
