package dev.kcm.apiserver.table;

import dev.kcm.model.core.v1.ContainerState;
import dev.kcm.model.core.v1.ContainerStatus;
import dev.kcm.model.core.v1.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/// The few words that say how a pod is.
final class PodSummary {
    private PodSummary() {}

    static String ready(Pod pod) {
        long ready = pod.status().containerStatuses().stream()
                .filter(it -> it.ready())
                .count();
        return ready + "/" + pod.spec().containers().size();
    }

    /// The phase, or what keeps a container from running, or that the pod is going.
    static String status(Pod pod) {
        if (pod.isDeleting()) {
            return pod.status().reason().equals("NodeLost") ? "Unknown" : "Terminating";
        }
        var reason = pod.status().reason().isEmpty()
                ? pod.status().phase()
                : pod.status().reason();
        if (isGated(pod)) {
            reason = "SchedulingGated";
        }
        var hasRunning = false;
        for (var status : pod.status().containerStatuses().reversed()) {
            hasRunning |= status.ready() && status.state().running().isPresent();
            reason = obstacle(status.state()).orElse(reason);
        }
        return reason.equals("Completed") && hasRunning ? running(pod) : reason;
    }

    private static boolean isGated(Pod pod) {
        return pod.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals("PodScheduled")
                        && condition.reason().equals("SchedulingGated"));
    }

    private static Optional<String> obstacle(ContainerState state) {
        var waiting = state.waiting().map(it -> it.reason()).filter(it -> !it.isEmpty());
        if (waiting.isPresent()) {
            return waiting;
        }
        return state.terminated()
                .map(it -> !it.reason().isEmpty()
                        ? it.reason()
                        : it.signal() != 0 ? "Signal:" + it.signal() : "ExitCode:" + it.exitCode());
    }

    private static String running(Pod pod) {
        var isReady = pod.status().conditions().stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
        return isReady ? "Running" : "NotReady";
    }

    static String restarts(Pod pod, Instant now) {
        int restarts = pod.status().containerStatuses().stream()
                .mapToInt(it -> it.restartCount())
                .sum();
        var last = pod.status().containerStatuses().stream()
                .map(ContainerStatus::lastState)
                .flatMap(state -> state.terminated().stream())
                .flatMap(state -> state.finishedAt().stream())
                .max(Comparator.naturalOrder());
        return restarts > 0 && last.isPresent()
                ? restarts + " (" + Ages.since(last, now) + " ago)"
                : Integer.toString(restarts);
    }

    static String gates(Pod pod) {
        var gates = pod.spec().readinessGates();
        if (gates.isEmpty()) {
            return "<none>";
        }
        long met = gates.stream()
                .filter(gate -> pod.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals(gate.conditionType())
                                && condition.status().equals("True")))
                .count();
        return met + "/" + gates.size();
    }
}
