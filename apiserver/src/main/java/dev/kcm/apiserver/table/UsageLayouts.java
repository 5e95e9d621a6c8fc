package dev.kcm.apiserver.table;

import dev.kcm.base.GoDuration;
import dev.kcm.model.metrics.v1beta1.ContainerMetrics;
import dev.kcm.model.metrics.v1beta1.NodeMetrics;
import dev.kcm.model.metrics.v1beta1.PodMetrics;
import dev.kcm.model.value.Quantity;

/// What pods and nodes use, in the columns of metrics-server.
final class UsageLayouts {
    private UsageLayouts() {}

    static Layout<PodMetrics> pods() {
        return Layout.<PodMetrics>named()
                .formatted("cpu", "quantity", pod -> sum(pod, "cpu"))
                .formatted("memory", "quantity", pod -> sum(pod, "memory"))
                .formatted("Window", "duration", pod -> GoDuration.print(pod.window()));
    }

    static Layout<NodeMetrics> nodes() {
        return Layout.<NodeMetrics>named()
                .formatted("cpu", "quantity", node -> amount(node, "cpu"))
                .formatted("memory", "quantity", node -> amount(node, "memory"))
                .formatted("Window", "duration", node -> GoDuration.print(node.window()));
    }

    private static String sum(PodMetrics pod, String resource) {
        return pod.containers().stream()
                .map(ContainerMetrics::usage)
                .map(usage -> usage.getOrDefault(resource, Quantity.ZERO))
                .reduce(Quantity.ZERO, Quantity::plus)
                .toString();
    }

    private static String amount(NodeMetrics node, String resource) {
        return node.usage().getOrDefault(resource, Quantity.ZERO).toString();
    }
}
