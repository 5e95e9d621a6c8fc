package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Pods and nodes: scheduling, volumes, containers.
final class PodDiagnostics {
    static final Map<String, Diagnostic> BY_PLURAL = Map.of("pods", PodDiagnostics::pod, "nodes", PodDiagnostics::node);

    private static final List<String> ANNOTATIONS =
            List.of("kcm.dev/phase", "kcm.dev/ready", "kcm.dev/start-after", "kcm.dev/stop-after");

    private PodDiagnostics() {}

    /// Neither ready nor done.
    static boolean isTroubled(DynamicObject pod) {
        boolean isReady = pod.content().itemsAt("status", "conditions").stream()
                .anyMatch(it -> it.textAt("type").orElse("").equals("Ready")
                        && it.textAt("status").orElse("").equals("True"));
        return pod.isDeleting() || !(isReady || text(pod, "status", "phase").equals("Succeeded"));
    }

    private static Causes pod(DynamicObject pod, ClusterView view) {
        var causes = scheduling(pod, view)
                .and(volumes(pod, view))
                .and(ClaimDiagnostics.ofPod(pod, view))
                .and(containers(pod))
                .and(BudgetDiagnostic.ofPod(pod, view));
        return isTroubled(pod) ? causes.and(script(pod)) : causes;
    }

    private static Causes scheduling(DynamicObject pod, ClusterView view) {
        var gates = pod.content().itemsAt("spec", "schedulingGates").stream()
                .map(gate -> gate.textAt("name").orElse(""))
                .collect(Collectors.joining(", "));
        if (!gates.isEmpty()) {
            return Causes.of("it is not scheduled until its scheduling gates are removed: " + gates);
        }
        var node = text(pod, "spec", "nodeName");
        if (node.isEmpty()) {
            var scheduler = text(pod, "spec", "schedulerName");
            return Causes.of("it is not bound to a node yet"
                    + (scheduler.equals("default-scheduler") || scheduler.isEmpty()
                            ? ""
                            : "; it is left to the scheduler " + scheduler));
        }
        if (view.find(Node.NODES, ObjectKey.of(node)).isEmpty()) {
            return Causes.of("it is bound to node %s, which does not exist".formatted(node));
        }
        boolean isUntouched = text(pod, "status", "phase").equals("Pending")
                && pod.content().itemsAt("status", "containerStatuses").isEmpty();
        return isUntouched
                ? Causes.of("node %s has not started it yet; images: %s".formatted(node, images(pod)))
                : Causes.NONE;
    }

    private static String images(DynamicObject pod) {
        return pod.content().itemsAt("spec", "containers").stream()
                .map(container -> container.textAt("image").orElse(""))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Causes volumes(DynamicObject pod, ClusterView view) {
        var causes = Causes.NONE;
        for (var volume : pod.content().itemsAt("spec", "volumes")) {
            var named = volume.textAt("persistentVolumeClaim", "claimName");
            if (named.isPresent()) {
                causes = causes.and(claim(pod, named.get(), "does not exist", view));
            } else if (volume.at("ephemeral").isPresent()) {
                var made = pod.name() + "-" + volume.textAt("name").orElse("");
                causes = causes.and(claim(pod, made, "the ephemeral-volume-controller has to make", view));
            }
        }
        return causes;
    }

    private static Causes claim(DynamicObject pod, String name, String ifAbsent, ClusterView view) {
        return view.find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, ObjectKey.of(pod.namespace(), name))
                .map(claim -> ofClaim(pod, claim, view))
                .orElseGet(() -> Causes.of("its volume needs the claim %s, which %s".formatted(name, ifAbsent)));
    }

    private static Causes ofClaim(DynamicObject pod, DynamicObject claim, ClusterView view) {
        var node = text(pod, "spec", "nodeName");
        if (!text(claim, "status", "phase").equals("Bound")) {
            return Causes.NONE.seeing(List.of(claim));
        }
        return node.isEmpty() || !isTroubled(pod)
                ? Causes.NONE
                : AttachmentDiagnostics.ofVolume(text(claim, "spec", "volumeName"), node, view);
    }

    private static Causes containers(DynamicObject pod) {
        var reasons = new ArrayList<String>();
        Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(field -> pod.content().itemsAt("status", field).stream())
                .forEach(status -> addReasons(status, reasons));
        return new Causes(reasons, List.of());
    }

    private static void addReasons(Json status, List<String> reasons) {
        var name = status.textAt("name").orElse("");
        status.at("state", "waiting")
                .ifPresent(waiting -> reasons.add("container %s waits: %s %s"
                        .formatted(
                                name,
                                waiting.textAt("reason").orElse(""),
                                waiting.textAt("message").orElse(""))
                        .strip()));
        var ended = status.at("state", "terminated").or(() -> status.at("lastState", "terminated"));
        ended.filter(it -> it.longAt("exitCode").orElse(0) != 0)
                .ifPresent(it -> reasons.add("container %s ended with %d: %s, %d restarts"
                        .formatted(
                                name,
                                it.longAt("exitCode").orElse(0),
                                it.textAt("reason").orElse(""),
                                status.longAt("restartCount").orElse(0))));
    }

    /// What simulated pods are told to do.
    private static Causes script(DynamicObject pod) {
        return new Causes(
                ANNOTATIONS.stream()
                        .filter(pod.annotations()::containsKey)
                        .map(it -> "annotation %s: %s"
                                .formatted(it, pod.annotations().get(it)))
                        .toList(),
                List.of());
    }

    private static Causes node(DynamicObject node, ClusterView view) {
        var reasons = new ArrayList<String>();
        if (node.content().booleanAt("spec", "unschedulable").orElse(false)) {
            reasons.add("no pods are scheduled to it until kubectl uncordon " + node.name());
        }
        node.content()
                .itemsAt("spec", "taints")
                .forEach(taint -> reasons.add("taint %s:%s"
                        .formatted(
                                taint.textAt("key").orElse(""),
                                taint.textAt("effect").orElse(""))));
        return new Causes(reasons, List.of());
    }
}
