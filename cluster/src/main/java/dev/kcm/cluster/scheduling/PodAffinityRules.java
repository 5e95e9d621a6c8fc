package dev.kcm.cluster.scheduling;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodAffinityTerm;
import dev.kcm.model.selector.Selector;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Required affinity and anti-affinity between pods.
///
/// @param placed all pods with a node
/// @param nodes by name
record PodAffinityRules(List<Pod> placed, Map<String, Node> nodes) {

    static boolean concern(Pod pod) {
        return !affinityTerms(pod).isEmpty() || !antiAffinityTerms(pod).isEmpty();
    }

    /// Which rule keeps the pod from this node; empty if none does.
    String mismatch(Pod pod, Node node) {
        for (var term : affinityTerms(pod)) {
            boolean isFirst = matches(term, pod, pod) && placed.stream().noneMatch(it -> matches(term, pod, it));
            if (!isFirst && inTopologyOf(node, term).noneMatch(it -> matches(term, pod, it))) {
                return "node(s) didn't match pod affinity rules";
            }
        }
        for (var term : antiAffinityTerms(pod)) {
            if (inTopologyOf(node, term).anyMatch(it -> matches(term, pod, it))) {
                return "node(s) didn't match pod anti-affinity rules";
            }
        }
        return "";
    }

    private Stream<Pod> inTopologyOf(Node node, PodAffinityTerm term) {
        var here = node.labels().get(term.topologyKey());
        return here == null
                ? Stream.empty()
                : placed.stream().filter(pod -> here.equals(topology(pod, term.topologyKey())));
    }

    private String topology(Pod pod, String key) {
        var node = nodes.get(pod.spec().nodeName());
        return node == null ? "" : node.labels().getOrDefault(key, "");
    }

    /// Namespace selectors are taken to mean all namespaces.
    private static boolean matches(PodAffinityTerm term, Pod owner, KubeObject other) {
        boolean isInNamespace = term.namespaceSelector().isPresent()
                || (term.namespaces().isEmpty()
                        ? other.namespace().equals(owner.namespace())
                        : term.namespaces().contains(other.namespace()));
        return isInNamespace
                && term.labelSelector()
                        .map(selector -> Selector.of(selector).matches(other.labels()))
                        .orElse(false);
    }

    private static List<PodAffinityTerm> affinityTerms(Pod pod) {
        return pod.spec()
                .affinity()
                .flatMap(affinity -> affinity.podAffinity())
                .map(affinity -> affinity.requiredDuringSchedulingIgnoredDuringExecution())
                .orElse(List.of());
    }

    private static List<PodAffinityTerm> antiAffinityTerms(Pod pod) {
        return pod.spec()
                .affinity()
                .flatMap(affinity -> affinity.podAntiAffinity())
                .map(affinity -> affinity.requiredDuringSchedulingIgnoredDuringExecution())
                .orElse(List.of());
    }
}
