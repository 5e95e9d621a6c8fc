package dev.kcm.cluster;

import dev.kcm.base.flags.Nearest;
import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.cluster.nodes.NodeLabels;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import java.util.ArrayList;

/// A node of an embedded cluster, to be stopped, started and destroyed. What was said survives a restart of the
/// cluster, since it is a label of the node.
///
/// @param client one that may patch nodes
public record SimulatedNode(Client client, String name) {

    /// Its kubelet falls silent, as if the machine were off or cut off: no heartbeats, nothing happens to its pods.
    /// The controllers notice after their grace period, 50 s unless flags say otherwise. To stop a stopped one
    /// changes nothing.
    ///
    /// @throws ClusterException if there is no such node
    public void stop() {
        label(NodeLabels.SILENT, Json.of("true"));
    }

    /// Its kubelet speaks again and goes on with its pods. To start one that runs changes nothing.
    ///
    /// @throws ClusterException if there is no such node
    public void start() {
        label(NodeLabels.SILENT, Json.NULL);
    }

    /// Its machine is deleted in the cloud: the node falls silent for good, and the controllers delete it when they
    /// have noticed. To destroy one that is destroyed changes nothing.
    ///
    /// @throws ClusterException if there is no such node
    public void destroy() {
        label(NodeLabels.DESTROYED, Json.of("true"));
    }

    private void label(String label, Json value) {
        var change = Json.object("metadata", Json.object("labels", Json.object().with(label, value)));
        try {
            var _ = client.on(Node.NODES).patch(ObjectKey.of(name), Patch.merge(change.toBytes()));
        } catch (ApiException refused) {
            throw refused.failure() instanceof ApiFailure.NotFound ? unknown(refused) : refused;
        }
    }

    private ClusterException unknown(ApiException refused) {
        var names = new ArrayList<String>();
        client.on(Node.NODES).listAll(ListQuery.everything(), node -> names.add(node.name()));
        return new ClusterException(
                "there is no node \"%s\"%s (kubectl get nodes names all)"
                        .formatted(name, Nearest.suggestion(name, names, "")),
                refused);
    }
}
