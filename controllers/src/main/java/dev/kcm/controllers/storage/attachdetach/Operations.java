package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.base.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is under way, and what has to wait since it failed. A volume for one node has one operation at a time in the
/// whole cluster; one for many has one per node. After a failure the same kind of operation waits, while the other kind
/// may begin at once: a detach that fails does not keep pods from another node. Belongs to the loop's thread.
final class Operations {
    private static final Backoff RETRIES =
            Backoff.doubling(Duration.ofMillis(500), Duration.ofMinutes(2).plusSeconds(2));

    private record Key(String volume, String node) {}

    private record Failure(Operation.Kind kind, int count, Instant until) {}

    private final Map<String, Map<String, Operation>> running = new HashMap<>();
    private final Map<Key, Failure> failures = new HashMap<>();

    /// @param allowsManyNodes whether operations of the volume on other nodes do not matter
    boolean isRunning(String volume, String node, boolean allowsManyNodes) {
        var nodes = running.getOrDefault(volume, Map.of());
        return allowsManyNodes ? nodes.containsKey(node) : !nodes.isEmpty();
    }

    Optional<Operation> find(String volume, String node) {
        return Optional.ofNullable(running.getOrDefault(volume, Map.of()).get(node));
    }

    boolean isCurrent(Operation operation) {
        return find(operation.volume(), operation.node())
                .filter(it -> it == operation)
                .isPresent();
    }

    List<Operation> all() {
        return running.values().stream()
                .flatMap(nodes -> nodes.values().stream())
                .toList();
    }

    boolean mustWait(Operation.Kind kind, String volume, String node, boolean allowsManyNodes, Instant now) {
        var failure = failures.get(key(volume, node, allowsManyNodes));
        return failure != null && failure.kind() == kind && now.isBefore(failure.until());
    }

    void begin(Operation operation) {
        running.computeIfAbsent(operation.volume(), _ -> new HashMap<>()).put(operation.node(), operation);
    }

    /// It has come to nothing, and that is nobody's failure.
    void drop(Operation operation) {
        var nodes = running.get(operation.volume());
        if (nodes != null) {
            nodes.remove(operation.node());
            if (nodes.isEmpty()) {
                running.remove(operation.volume());
            }
        }
    }

    void succeeded(Operation operation, boolean allowsManyNodes) {
        drop(operation);
        failures.remove(key(operation.volume(), operation.node(), allowsManyNodes));
    }

    /// How long the next of its kind has to wait.
    Duration failed(Operation operation, boolean allowsManyNodes, Instant now) {
        drop(operation);
        var key = key(operation.volume(), operation.node(), allowsManyNodes);
        var before = failures.get(key);
        int count = before == null || before.kind() != operation.kind() ? 1 : before.count() + 1;
        var delay = RETRIES.after(count);
        failures.put(key, new Failure(operation.kind(), count, now.plus(delay)));
        return delay;
    }

    /// Nothing is known of the volume on that node any more.
    void forget(String volume, String node) {
        failures.remove(new Key(volume, node));
    }

    private static Key key(String volume, String node, boolean allowsManyNodes) {
        return new Key(volume, allowsManyNodes ? node : "");
    }
}
