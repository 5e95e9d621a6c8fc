package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.RollingUpdateDaemonSet;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// What a set asks for, with upstream's defaults.
record SetSettings(DaemonSet set) {
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final int REVISION_HISTORY_LIMIT = 10;

    /// Whether outdated pods are replaced without anybody deleting them.
    boolean updatesByRolling() {
        return set.spec().updateStrategy().type().equals(ROLLING_UPDATE);
    }

    /// Whether an update may have two pods on one node for a while.
    boolean allowsSurge() {
        return maxSurge(1) > 0;
    }

    /// On how many nodes an update may have two pods at the same time.
    int maxSurge(int nodes) {
        return scaled(RollingUpdateDaemonSet::maxSurge, nodes);
    }

    /// On how many nodes pods may be unavailable during an update. A set that allows neither this nor a surge could not
    /// be updated, so one node is.
    int maxUnavailable(int nodes) {
        int allowed = scaled(RollingUpdateDaemonSet::maxUnavailable, nodes);
        return allowed == 0 && nodes > 0 && maxSurge(nodes) == 0 ? 1 : allowed;
    }

    /// Percentages are rounded up.
    private int scaled(Function<RollingUpdateDaemonSet, Optional<IntOrString>> limit, int nodes) {
        return set.spec()
                .updateStrategy()
                .rollingUpdate()
                .filter(_ -> updatesByRolling())
                .flatMap(limit)
                .map(value -> value.scaled(nodes, true))
                .orElse(0);
    }

    Duration minReady() {
        return Duration.ofSeconds(set.spec().minReadySeconds());
    }

    /// Pods that became ready later than this are not available yet.
    Instant availableSince(Instant now) {
        return minReady().isZero() ? Instant.MAX : now.minus(minReady());
    }

    int revisionHistoryLimit() {
        return set.spec().revisionHistoryLimit().orElse(REVISION_HISTORY_LIMIT);
    }

    /// Empty if it is invalid.
    static Optional<Selector> validSelector(DaemonSet set) {
        return set.spec().selector().map(Selector::ifValid).orElse(Optional.of(Selector.nothing()));
    }

    static Selector selector(DaemonSet set) {
        return validSelector(set).orElse(Selector.nothing());
    }
}
