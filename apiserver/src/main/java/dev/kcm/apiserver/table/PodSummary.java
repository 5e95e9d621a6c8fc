package dev.kcm.apiserver.table;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.ContainerStateTerminated;
import dev.kcm.model.core.v1.ContainerStatus;
import dev.kcm.model.core.v1.Pod;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the columns of a pod say about its containers, worked out as upstream's printer does.
final class PodSummary {
    private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed");

    /// Restarts of some containers, and when the last of these ended before it was restarted.
    private record Restarts(int count, Optional<Instant> last) {
        static final Restarts NONE = new Restarts(0, Optional.empty());

        Restarts and(ContainerStatus container) {
            var ended = container.lastState().terminated().flatMap(ContainerStateTerminated::finishedAt);
            var isLater = ended.isPresent()
                    && last.filter(it -> !it.isBefore(ended.get())).isEmpty();
            return new Restarts(count + container.restartCount(), isLater ? ended : last);
        }

        String text(Instant now) {
            return count > 0 && last.isPresent()
                    ? count + " (" + Ages.since(last, now) + " ago)"
                    : Integer.toString(count);
        }
    }

    private final Pod pod;
    private final Set<String> sidecars;
    private String reason;
    private int readyContainers;
    private Restarts restarts = Restarts.NONE;
    private Restarts sidecarRestarts = Restarts.NONE;

    private PodSummary(Pod pod) {
        this.pod = pod;
        this.sidecars = pod.spec().initContainers().stream()
                .filter(container -> container.restartPolicy().orElse("").equals("Always"))
                .map(Container::name)
                .collect(Collectors.toSet());
        this.reason = pod.status().reason().isEmpty()
                ? pod.status().phase()
                : pod.status().reason();
        if (isGated()) {
            reason = "SchedulingGated";
        }
        var isInitializing = addInitContainers();
        if (!isInitializing || hasCondition("Initialized")) {
            addContainers();
        }
    }

    static String ready(Pod pod) {
        var summary = new PodSummary(pod);
        return summary.readyContainers + "/" + (pod.spec().containers().size() + summary.sidecars.size());
    }

    static String status(Pod pod) {
        if (pod.isDeleting() && pod.status().reason().equals("NodeLost")) {
            return "Unknown";
        }
        return pod.isDeleting() && !TERMINAL.contains(pod.status().phase())
                ? "Terminating"
                : new PodSummary(pod).reason;
    }

    static String restarts(Pod pod, Instant now) {
        return new PodSummary(pod).restarts.text(now);
    }

    static String gates(Pod pod) {
        var gates = pod.spec().readinessGates();
        if (gates.isEmpty()) {
            return "<none>";
        }
        var summary = new PodSummary(pod);
        long met = gates.stream()
                .filter(gate -> summary.hasCondition(gate.conditionType()))
                .count();
        return met + "/" + gates.size();
    }

    /// Goes through the init containers up to the first that is not done; returns whether there is one.
    private boolean addInitContainers() {
        var containers = pod.status().initContainerStatuses();
        for (int i = 0; i < containers.size(); i++) {
            var container = containers.get(i);
            var isSidecar = sidecars.contains(container.name());
            restarts = restarts.and(container);
            if (isSidecar) {
                sidecarRestarts = sidecarRestarts.and(container);
            }
            var terminated = container.state().terminated();
            var hasSucceeded = terminated.filter(state -> state.exitCode() == 0).isPresent();
            if (!hasSucceeded && isSidecar && container.started().orElse(false)) {
                readyContainers += container.ready() ? 1 : 0;
            } else if (!hasSucceeded) {
                var waiting = waitingReason(container).filter(it -> !it.equals("PodInitializing"));
                reason = "Init:"
                        + terminated
                                .map(PodSummary::reasonOf)
                                .or(() -> waiting)
                                .orElse(i + "/" + pod.spec().initContainers().size());
                return true;
            }
        }
        return false;
    }

    private void addContainers() {
        restarts = sidecarRestarts;
        var hasRunning = false;
        var errorReason = Optional.<String>empty();
        for (var container : pod.status().containerStatuses().reversed()) {
            restarts = restarts.and(container);
            var waiting = waitingReason(container);
            var terminated = container.state().terminated();
            if (waiting.isPresent()) {
                reason = waiting.get();
            } else if (terminated.isPresent()) {
                reason = reasonOf(terminated.get());
                errorReason = terminated.get().exitCode() == 0 ? errorReason : Optional.of(reason);
            } else if (container.ready() && container.state().running().isPresent()) {
                hasRunning = true;
                readyContainers++;
            }
        }
        if (reason.equals("Completed")) {
            if (hasRunning && hasCondition("Ready")) {
                reason = "Running";
            } else {
                reason = errorReason.orElse(hasRunning ? "NotReady" : reason);
            }
        }
    }

    private static Optional<String> waitingReason(ContainerStatus container) {
        return container.state().waiting().map(it -> it.reason()).filter(it -> !it.isEmpty());
    }

    private static String reasonOf(ContainerStateTerminated state) {
        if (!state.reason().isEmpty()) {
            return state.reason();
        }
        return state.signal() != 0 ? "Signal:" + state.signal() : "ExitCode:" + state.exitCode();
    }

    private boolean isGated() {
        return pod.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals("PodScheduled")
                        && condition.reason().equals("SchedulingGated"));
    }

    private boolean hasCondition(String type) {
        return pod.status().conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst()
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }
}
