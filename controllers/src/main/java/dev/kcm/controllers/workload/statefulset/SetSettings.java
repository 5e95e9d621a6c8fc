package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.apps.v1.RollingUpdateStatefulSetStrategy;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.util.Optional;

/// What a set asks for, with upstream's defaults.
record SetSettings(StatefulSet set) {
    private static final String PARALLEL = "Parallel";
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final String ON_DELETE = "OnDelete";
    private static final int REVISION_HISTORY_LIMIT = 10;
    private static final IntOrString ONE = IntOrString.of(1);

    int replicas() {
        return set.spec().replicas().orElse(1);
    }

    /// The first ordinal.
    int start() {
        return set.spec().ordinals().map(ordinals -> ordinals.start()).orElse(0);
    }

    /// The last ordinal; below the first where no replicas are wanted.
    int end() {
        return (int) Math.min(Integer.MAX_VALUE, (long) start() + replicas() - 1);
    }

    boolean isWanted(int ordinal) {
        return ordinal >= start() && ordinal <= end();
    }

    String podName(int ordinal) {
        return set.name() + "-" + ordinal;
    }

    String claimName(PersistentVolumeClaim template, int ordinal) {
        return template.name() + "-" + podName(ordinal);
    }

    /// Whether pods start and stop one after the other.
    boolean isOrdered() {
        return !set.spec().podManagementPolicy().equals(PARALLEL);
    }

    boolean updatesOnDelete() {
        return strategy().equals(ON_DELETE);
    }

    boolean updatesByRolling() {
        return strategy().equals(ROLLING_UPDATE);
    }

    private String strategy() {
        return set.spec().updateStrategy().type();
    }

    /// Empty where a user wrote only the type.
    Optional<RollingUpdateStatefulSetStrategy> rollingUpdate() {
        return set.spec().updateStrategy().rollingUpdate();
    }

    /// The first ordinal that may be updated.
    int updatedFrom() {
        long partition = rollingUpdate()
                .flatMap(RollingUpdateStatefulSetStrategy::partition)
                .orElse(0);
        return (int) Math.min(Integer.MAX_VALUE, start() + partition);
    }

    /// How many pods may be unavailable during an update: at least one.
    int maxUnavailable() {
        return Math.max(
                1,
                rollingUpdate()
                        .flatMap(RollingUpdateStatefulSetStrategy::maxUnavailable)
                        .orElse(ONE)
                        .scaled(replicas(), false));
    }

    Duration minReady() {
        return Duration.ofSeconds(set.spec().minReadySeconds());
    }

    int revisionHistoryLimit() {
        return set.spec().revisionHistoryLimit().orElse(REVISION_HISTORY_LIMIT);
    }

    /// Empty if it is invalid.
    static Optional<Selector> validSelector(StatefulSet set) {
        return set.spec().selector().map(Selector::ifValid).orElse(Optional.of(Selector.nothing()));
    }

    static Selector selector(StatefulSet set) {
        return validSelector(set).orElse(Selector.nothing());
    }
}
