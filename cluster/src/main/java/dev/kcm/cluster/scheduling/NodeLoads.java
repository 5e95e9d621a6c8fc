package dev.kcm.cluster.scheduling;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.core.v1.Pod;
import java.util.HashMap;
import java.util.Map;

/// What the pods of each node ask for, those just bound included. Kept up to date pod by pod, so
/// that a decision costs the same however many pods there are. Thread-safe.
final class NodeLoads {
    private record Placed(String node, ResourceRequest request) {}

    @GuardedBy("this")
    private final Map<String, Placed> byUid = new HashMap<>();

    @GuardedBy("this")
    private final Map<String, ResourceRequest> byNode = new HashMap<>();

    /// The pod takes its place on a node, or keeps it.
    synchronized void place(Pod pod, String node) {
        remove(pod.uid());
        var request = ResourceRequest.of(pod);
        byUid.put(pod.uid(), new Placed(node, request));
        byNode.merge(node, request, ResourceRequest::plus);
    }

    /// The pod is gone or over. Says whether that made room.
    synchronized boolean remove(String uid) {
        var placed = byUid.remove(uid);
        if (placed == null) {
            return false;
        }
        byNode.merge(placed.node(), placed.request(), ResourceRequest::minus);
        return true;
    }

    synchronized ResourceRequest on(String node) {
        return byNode.getOrDefault(node, ResourceRequest.NONE);
    }
}
