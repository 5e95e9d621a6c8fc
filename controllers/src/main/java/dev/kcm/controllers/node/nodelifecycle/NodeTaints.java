package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.core.v1.Taint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Which taints a node should have. Those that keep pods from being scheduled follow its conditions at once; those
/// that evict pods are given and taken by order, since too many evictions at a time do more harm than a silent node.
final class NodeTaints {
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String NO_EXECUTE = "NoExecute";
    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    private static final Map<String, String> BY_CONDITION = Map.of(
            ConditionTypes.MEMORY_PRESSURE, "node.kubernetes.io/memory-pressure",
            ConditionTypes.DISK_PRESSURE, "node.kubernetes.io/disk-pressure",
            ConditionTypes.PID_PRESSURE, "node.kubernetes.io/pid-pressure",
            ConditionTypes.NETWORK_UNAVAILABLE, "node.kubernetes.io/network-unavailable");
    private static final Set<String> SCHEDULING_KEYS = schedulingKeys();

    private NodeTaints() {}

    /// What is ordered about the taint that evicts.
    enum Eviction {
        /// As it is.
        KEEP,
        NONE,
        NOT_READY,
        UNREACHABLE;

        /// The one for a condition that is not true.
        static Eviction of(NodeCondition ready) {
            return ready.status().equals(ConditionTypes.FALSE) ? NOT_READY : UNREACHABLE;
        }
    }

    /// The taints the node should have, in place of those it has; nothing if they are the same. Equal keys and
    /// effects count as the same taint, whatever its value.
    static Optional<List<Taint>> changed(Node node, Eviction eviction, Instant now) {
        var wanted = new ArrayList<Taint>();
        var scheduling = schedulingKeys(node);
        var evicting = evictingKeys(node, eviction);
        for (var taint : node.spec().taints()) {
            boolean isOurs = isScheduling(taint) || isEvicting(taint);
            boolean isWanted = (isScheduling(taint) && scheduling.remove(taint.key()))
                    || (isEvicting(taint) && evicting.remove(taint.key()));
            if (!isOurs || isWanted) {
                wanted.add(taint);
            }
        }
        scheduling.forEach(key -> wanted.add(taint(key, NO_SCHEDULE, now)));
        evicting.forEach(key -> wanted.add(taint(key, NO_EXECUTE, now)));
        return wanted.equals(node.spec().taints()) ? Optional.empty() : Optional.of(wanted);
    }

    static boolean isEvicting(Node node, Eviction eviction) {
        return evictingKeys(node, Eviction.KEEP).contains(key(eviction));
    }

    static boolean isEvicting(Node node) {
        return !evictingKeys(node, Eviction.KEEP).isEmpty();
    }

    private static Set<String> evictingKeys(Node node, Eviction eviction) {
        var keys = new TreeSet<String>();
        switch (eviction) {
            case KEEP ->
                node.spec().taints().stream()
                        .filter(NodeTaints::isEvicting)
                        .map(Taint::key)
                        .forEach(keys::add);
            case NONE -> {}
            case NOT_READY, UNREACHABLE -> keys.add(key(eviction));
        }
        return keys;
    }

    private static String key(Eviction eviction) {
        return eviction == Eviction.NOT_READY ? NOT_READY : UNREACHABLE;
    }

    /// Of a condition that nobody has posted, or knows, nothing follows, all but whether the node is ready.
    private static Set<String> schedulingKeys(Node node) {
        var keys = new TreeSet<String>();
        var conditions = node.status().conditions();
        Conditions.find(conditions, ConditionTypes.READY)
                .map(NodeCondition::status)
                .ifPresent(ready -> {
                    if (ready.equals(ConditionTypes.FALSE)) {
                        keys.add(NOT_READY);
                    } else if (ready.equals(ConditionTypes.UNKNOWN)) {
                        keys.add(UNREACHABLE);
                    }
                });
        BY_CONDITION.forEach((type, key) -> {
            if (Conditions.isTrue(conditions, type)) {
                keys.add(key);
            }
        });
        if (node.spec().unschedulable()) {
            keys.add(UNSCHEDULABLE);
        }
        return keys;
    }

    private static boolean isScheduling(Taint taint) {
        return taint.effect().equals(NO_SCHEDULE) && SCHEDULING_KEYS.contains(taint.key());
    }

    private static boolean isEvicting(Taint taint) {
        return taint.effect().equals(NO_EXECUTE)
                && (taint.key().equals(NOT_READY) || taint.key().equals(UNREACHABLE));
    }

    private static Taint taint(String key, String effect, Instant now) {
        return Taint.builder().key(key).effect(effect).timeAdded(now).build();
    }

    private static Set<String> schedulingKeys() {
        var keys = new TreeSet<>(BY_CONDITION.values());
        keys.addAll(List.of(NOT_READY, UNREACHABLE, UNSCHEDULABLE));
        return Set.copyOf(keys);
    }
}
