package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.metrics.v1beta1.NodeMetrics;
import dev.kcm.model.metrics.v1beta1.PodMetrics;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What pods and nodes use now, as metrics-server serves it. They are selected as pods and nodes are; a node uses
/// what its pods do.
record ResourceMetrics(StoredObjects objects, Instant now) {
    static final String GROUP = "metrics.k8s.io";

    /// Amounts are those of a moment. A window there has to be, and those who wait until one has passed since a pod
    /// became ready need not wait for long.
    private static final Duration WINDOW = Duration.ofSeconds(1);

    ApiResponse handle(Operation call) throws InterruptedException {
        var isOfPods = call.target().resource().equals(PodMetrics.POD_METRICS);
        return switch (call) {
            case Operation.Get(var target) -> isOfPods ? pod(target) : node(target);
            case Operation.ListObjects list -> isOfPods ? pods(list) : nodes(list);
            default -> throw ApiErrors.methodNotSupported(call.target(), call.verb());
        };
    }

    private ApiResponse pod(Target target) throws InterruptedException {
        var pod = (Pod) objects.one(Pod.PODS, target.key());
        var metrics = metrics(pod).orElseThrow(() -> ApiErrors.noMetrics("podmetrics", target.key()));
        return new ApiResponse.One(metrics, false);
    }

    private ApiResponse pods(Operation.ListObjects list) throws InterruptedException {
        var found = objects.all(Pod.PODS, list.target().namespace(), list.selection()).stream()
                .flatMap(pod -> metrics((Pod) pod).stream())
                .toList();
        return new ApiResponse.Many(PodMetrics.POD_METRICS, ListMeta.EMPTY, found);
    }

    private ApiResponse node(Target target) throws InterruptedException {
        var node = objects.one(Node.NODES, target.key());
        return new ApiResponse.One(metrics(node, usageByNode()), false);
    }

    private ApiResponse nodes(Operation.ListObjects list) throws InterruptedException {
        var usage = usageByNode();
        var found = objects.all(Node.NODES, "", list.selection()).stream()
                .map(node -> metrics(node, usage))
                .toList();
        return new ApiResponse.Many(NodeMetrics.NODE_METRICS, ListMeta.EMPTY, found);
    }

    private Optional<PodMetrics> metrics(Pod pod) {
        return new PodUsage(pod, now)
                .containers()
                .map(containers -> PodMetrics.builder()
                        .metadata(metadata(pod))
                        .timestamp(now)
                        .window(WINDOW)
                        .containers(containers)
                        .build());
    }

    private NodeMetrics metrics(KubeObject node, Map<String, Map<String, Quantity>> usage) {
        return NodeMetrics.builder()
                .metadata(metadata(node))
                .timestamp(now)
                .window(WINDOW)
                .usage(usage.getOrDefault(node.name(), Map.of("cpu", Quantity.ZERO, "memory", Quantity.ZERO)))
                .build();
    }

    private Map<String, Map<String, Quantity>> usageByNode() throws InterruptedException {
        var usage = new HashMap<String, Map<String, Quantity>>();
        for (var object : objects.all(Pod.PODS, "", Selection.EVERYTHING)) {
            var pod = (Pod) object;
            var ofNode = usage.computeIfAbsent(pod.spec().nodeName(), _ -> new HashMap<>());
            new PodUsage(pod, now)
                    .containers().stream()
                            .flatMap(containers -> containers.stream())
                            .forEach(container -> container
                                    .usage()
                                    .forEach((resource, used) -> ofNode.merge(resource, used, Quantity::plus)));
        }
        usage.values().removeIf(Map::isEmpty);
        return usage;
    }

    private ObjectMeta metadata(KubeObject of) {
        return ObjectMeta.builder()
                .name(of.name())
                .namespace(of.namespace())
                .creationTimestamp(now)
                .labels(of.labels())
                .build();
    }
}
