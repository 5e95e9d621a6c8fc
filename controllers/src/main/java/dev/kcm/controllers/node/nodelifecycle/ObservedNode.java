package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.Conditions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.lean.LeanPod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the loop knows of a node, or of one that leases or pods tell of before it is there. Belongs to the loop's
/// thread.
final class ObservedNode {
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 7;

    private final Map<ObjectKey, LeanPod> pods = new HashMap<>();
    private Optional<Node> node = Optional.empty();

    /// What follows from the node alone, so that going over all nodes need not find it anew each time.
    private Optional<NodeCondition> ready = Optional.empty();

    private boolean isReady;
    private boolean isEvicting;
    private boolean countsInZone;
    private String zone = "";

    private Optional<Instant> renewal = Optional.empty();
    private Optional<NodeHealth> health = Optional.empty();
    private NodeTaints.Eviction ordered = NodeTaints.Eviction.KEEP;
    private Optional<String> evictedFrom = Optional.empty();
    private Optional<Node> lost = Optional.empty();
    private int failures;
    private long awaited;
    private boolean isRegistered;
    private boolean isWriting;
    private boolean isSettled;
    private boolean marksPodsAgain;

    Optional<Node> node() {
        return node;
    }

    /// What our own write has left is kept until the watch shows it or something later.
    void show(Node shown) {
        if (isOtherObject(shown)) {
            health = Optional.empty();
            awaited = 0;
            ordered = NodeTaints.Eviction.KEEP;
        }
        if (version(shown) >= awaited) {
            become(shown);
        }
        lost = Optional.empty();
    }

    void written(Node left, String resourceVersion) {
        var written = left.withMetadata(left.metadata().withResourceVersion(resourceVersion));
        become(written);
        awaited = version(written);
        failures = 0;
    }

    /// How long to wait before a refused write is tried again.
    Duration delayAfterFailure() {
        failures++;
        return BEFORE_ANOTHER_TRY.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    }

    void gone() {
        lost = isRegistered ? node : Optional.empty();
        node = Optional.empty();
        ready = Optional.empty();
        isReady = false;
        health = Optional.empty();
        awaited = 0;
        ordered = NodeTaints.Eviction.KEEP;
    }

    private void become(Node current) {
        node = Optional.of(current);
        ready = Conditions.find(current.status().conditions(), ConditionTypes.READY);
        isReady = ready.filter(it -> it.status().equals(ConditionTypes.TRUE)).isPresent();
        isEvicting = NodeTaints.isEvicting(current);
        countsInZone = !NodeLabels.isExcludedFromZone(current.labels());
        zone = NodeLabels.zone(current.labels());
        isSettled = false;
    }

    Optional<NodeCondition> ready() {
        return ready;
    }

    boolean isReady() {
        return isReady;
    }

    /// Whether it has a taint that evicts.
    boolean isEvicting() {
        return isEvicting;
    }

    boolean countsInZone() {
        return countsInZone;
    }

    String zone() {
        return zone;
    }

    /// Whether it is said to be: only a controller says so.
    boolean isSilent() {
        return ready.filter(it -> it.status().equals(ConditionTypes.UNKNOWN)).isPresent();
    }

    void renewed(Instant at) {
        renewal = Optional.of(at);
    }

    void leaseGone() {
        renewal = Optional.empty();
    }

    /// Takes in what is known of it now.
    NodeHealth observe(Node current, Instant now) {
        var observed = NodeHealth.observed(health, current, ready, renewal, now);
        health = Optional.of(observed);
        return observed;
    }

    Optional<NodeHealth> health() {
        return health;
    }

    void heard(Instant now) {
        health = health.map(it -> it.heardAt(now));
    }

    NodeTaints.Eviction ordered() {
        return ordered;
    }

    void order(NodeTaints.Eviction eviction) {
        ordered = eviction;
        evictedFrom = Optional.empty();
    }

    void orderInTurn(NodeTaints.Eviction eviction, String zone) {
        ordered = eviction;
        evictedFrom = Optional.of(zone);
    }

    /// The zone whose turn it was when the present order was given.
    Optional<String> evictedFrom() {
        return evictedFrom;
    }

    boolean isRegistered() {
        return isRegistered;
    }

    void register() {
        isRegistered = true;
    }

    /// Whether it has the taints and labels it should have, as long as nothing is ordered.
    boolean isSettled() {
        return isSettled && ordered == NodeTaints.Eviction.KEEP;
    }

    void settled() {
        order(NodeTaints.Eviction.KEEP);
        isSettled = true;
    }

    boolean isWriting() {
        return isWriting;
    }

    void writing(boolean value) {
        isWriting = value;
    }

    boolean marksPodsAgain() {
        return marksPodsAgain;
    }

    void markPodsAgain(boolean value) {
        marksPodsAgain = value;
    }

    void show(LeanPod pod) {
        pods.put(pod.key(), pod);
    }

    void gone(LeanPod pod) {
        pods.remove(pod.key());
    }

    List<LeanPod> podsToBeMarked() {
        return pods.values().stream().filter(PodReadiness::isToBeMarked).toList();
    }

    boolean isForgotten() {
        return node.isEmpty() && renewal.isEmpty() && pods.isEmpty() && !isRegistered;
    }

    /// The node as it was, if it is gone and nobody was told yet.
    Optional<Node> lost() {
        return lost;
    }

    void unregisterIfLost() {
        if (lost.isPresent()) {
            lost = Optional.empty();
            isRegistered = false;
        }
    }

    private boolean isOtherObject(Node shown) {
        return node.filter(it -> !it.uid().equals(shown.uid())).isPresent();
    }

    private static long version(Node node) {
        return Long.parseLong(node.resourceVersion());
    }
}
