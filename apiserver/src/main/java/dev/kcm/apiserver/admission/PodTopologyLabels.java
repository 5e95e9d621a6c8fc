package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Binding;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Target;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Labels a pod that comes to a node with the node's zone and region.
public final class PodTopologyLabels implements AdmissionPlugin {
    private static final List<String> COPIED = List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

    private final VersionedStore store;

    public PodTopologyLabels(VersionedStore store) {
        this.store = store;
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        return switch (object) {
            case Binding binding
            when binding.target().kind().equals("Node") ->
                labelled(binding, binding.target().name());
            case Pod pod
            when !pod.spec().nodeName().isEmpty() -> labelled(pod, pod.spec().nodeName());
            default -> object;
        };
    }

    private KubeObject labelled(KubeObject object, String node) {
        var labels = labels(node);
        if (labels.isEmpty()) {
            return object;
        }
        var metadata = object.metadata().toBuilder();
        labels.forEach(metadata::putLabels);
        return object.withMetadata(metadata.build());
    }

    private Map<String, String> labels(String node) {
        return store.get(Node.NODES, ObjectKey.of(node)).stream()
                .flatMap(found -> found.labels().entrySet().stream())
                .filter(label -> COPIED.contains(label.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
