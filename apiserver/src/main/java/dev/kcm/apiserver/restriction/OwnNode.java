package dev.kcm.apiserver.restriction;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a node may write into its own Node: neither taints nor owners, and of the labels of Kubernetes only those that
/// kubelets set, since others would draw workloads to it.
final class OwnNode {
    private static final String RESTRICTED = "node-restriction.kubernetes.io";
    private static final List<String> KUBELET_NAMESPACES = List.of("kubelet.kubernetes.io", "node.kubernetes.io");
    private static final Set<String> KUBELET_LABELS = Set.of(
            "kubernetes.io/hostname",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region",
            "beta.kubernetes.io/instance-type",
            "node.kubernetes.io/instance-type",
            "kubernetes.io/os",
            "kubernetes.io/arch",
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/arch");

    private OwnNode() {}

    static void check(NodeRequest request) {
        var node = request.node();
        if (!request.target().name().equals(node)) {
            throw request.denied("node \"%s\" is not allowed to modify node \"%s\""
                    .formatted(node, request.target().name()));
        }
        if (request.wanted() instanceof Node wanted) {
            if (request.current() instanceof Node stored) {
                checkUpdate(request, wanted, stored);
            } else {
                checkCreate(request, wanted);
            }
        }
    }

    private static void checkCreate(NodeRequest request, Node wanted) {
        if (wanted.spec().configSource().isPresent()) {
            throw request.denied(
                    "node \"%s\" is not allowed to create pods with a non-nil configSource".formatted(request.node()));
        }
        var forbidden = forbidden(changed(labels(wanted), Map.of()));
        if (!forbidden.isEmpty()) {
            throw request.denied("node \"%s\" is not allowed to set the following labels: %s"
                    .formatted(request.node(), String.join(", ", forbidden)));
        }
    }

    private static void checkUpdate(NodeRequest request, Node wanted, Node stored) {
        var node = request.node();
        if (isReconfigured(wanted.spec(), stored.spec())) {
            throw request.denied(
                    "node \"%s\" is not allowed to update configSource to a new non-nil configSource".formatted(node));
        }
        if (!wanted.spec().taints().equals(stored.spec().taints())) {
            throw request.denied("node \"%s\" is not allowed to modify taints".formatted(node));
        }
        if (!wanted.metadata().ownerReferences().equals(stored.metadata().ownerReferences())) {
            throw request.denied("node \"%s\" is not allowed to modify ownerReferences".formatted(node));
        }
        var forbidden = forbidden(changed(labels(wanted), labels(stored)));
        if (!forbidden.isEmpty()) {
            throw request.denied("is not allowed to modify labels: " + String.join(", ", forbidden));
        }
    }

    private static boolean isReconfigured(NodeSpec wanted, NodeSpec stored) {
        return wanted.configSource().isPresent() && !wanted.configSource().equals(stored.configSource());
    }

    private static Map<String, String> labels(KubeObject object) {
        return object.metadata().labels();
    }

    private static Set<String> changed(Map<String, String> wanted, Map<String, String> stored) {
        var changed = new TreeSet<>(wanted.keySet());
        changed.addAll(stored.keySet());
        changed.removeIf(key -> isSame(wanted.get(key), stored.get(key)));
        return changed;
    }

    private static boolean isSame(@Nullable String one, @Nullable String other) {
        return one != null && one.equals(other);
    }

    private static Set<String> forbidden(Set<String> labels) {
        labels.removeIf(label -> !isIn(label, RESTRICTED) && (!isKubernetes(label) || isKubelets(label)));
        return labels;
    }

    private static boolean isKubernetes(String label) {
        return isIn(label, "kubernetes.io") || isIn(label, "k8s.io");
    }

    private static boolean isKubelets(String label) {
        return KUBELET_LABELS.contains(label) || KUBELET_NAMESPACES.stream().anyMatch(domain -> isIn(label, domain));
    }

    /// Whether the part before the slash is this domain or one below it.
    private static boolean isIn(String label, String domain) {
        int slash = label.indexOf('/');
        var namespace = slash < 0 ? "" : label.substring(0, slash);
        return namespace.equals(domain) || namespace.endsWith("." + domain);
    }
}
