package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.ContainerState;
import dev.kcm.model.core.v1.ContainerStatus;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.core.v1.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// The statuses a kubelet would write, as copies of the pod.
record PodStatuses(Pod pod, Instant now) {
    /// As a kubelet writes them; others follow.
    private static final List<String> IN_ORDER =
            List.of("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");

    private static final int KILLED = 137;
    private static final int TERMINATED = 143;

    /// All containers run.
    Pod running(boolean isReady, String hostAddress, String podAddress) {
        var status = withReadiness(pod.status(), isReady, isReady ? "" : "ContainersNotReady")
                .phase("Running")
                .startTime(now)
                .observedGeneration(pod.metadata().generation())
                .hostIP(hostAddress)
                .addHostIPs(host -> host.ip(hostAddress))
                .podIP(podAddress)
                .addPodIPs(address -> address.ip(podAddress))
                .initContainerStatuses(pod.spec().initContainers().stream()
                        .map(this::initialized)
                        .toList())
                .containerStatuses(pod.spec().containers().stream()
                        .map(container -> started(container, isReady, 0))
                        .toList());
        return pod.withStatus(withConditions(
                status.build(),
                condition("PodReadyToStartContainers", "True", ""),
                condition("Initialized", "True", "")));
    }

    Pod readiness(boolean isReady) {
        return pod.withStatus(withReadiness(pod.status(), isReady, isReady ? "" : "ContainersNotReady")
                .containerStatuses(pod.status().containerStatuses().stream()
                        .map(status -> status.toBuilder().ready(isReady).build())
                        .toList())
                .build());
    }

    /// The containers end with these codes.
    Pod ended(String phase, ToIntFunction<Container> exitCode) {
        var reason = phase.equals("Succeeded") ? "PodCompleted" : "PodFailed";
        return pod.withStatus(withReadiness(pod.status(), false, reason)
                .phase(phase)
                .containerStatuses(pod.spec().containers().stream()
                        .map(it -> stopped(it, exitCode.applyAsInt(it)))
                        .toList())
                .build());
    }

    /// The containers were told to stop.
    Pod stopped() {
        return ended("Failed", container -> PodScript.trapsSignals(container) ? TERMINATED : KILLED);
    }

    /// The containers that failed run again.
    Pod restarted(ToIntFunction<Container> exitCode) {
        return pod.withStatus(status -> status.containerStatuses(pod.spec().containers().stream()
                .map(it -> again(it, exitCode.applyAsInt(it)))
                .toList()));
    }

    int restarts(Container container) {
        var known = byName().get(container.name());
        return known == null ? 0 : known.restartCount();
    }

    private ContainerStatus again(Container container, int exitCode) {
        var stopped = stopped(container, exitCode);
        return exitCode == 0
                ? stopped
                : started(container, true, restarts(container) + 1).toBuilder()
                        .lastState(stopped.state())
                        .build();
    }

    private ContainerStatus initialized(Container container) {
        boolean isSidecar = container.restartPolicy().filter("Always"::equals).isPresent();
        return isSidecar
                ? started(container, true, 0)
                : stopped(container, 0).toBuilder().ready(true).build();
    }

    private ContainerStatus started(Container container, boolean isReady, int restarts) {
        return status(container)
                .ready(isReady)
                .started(true)
                .restartCount(restarts)
                .state(state -> state.running(running -> running.startedAt(now)))
                .build();
    }

    private ContainerStatus stopped(Container container, int exitCode) {
        return status(container)
                .ready(false)
                .started(false)
                .restartCount(restarts(container))
                .state(ContainerState.builder()
                        .terminated(end -> end.exitCode(exitCode)
                                .reason(exitCode == 0 ? "Completed" : "Error")
                                .startedAt(startOf(container))
                                .finishedAt(now))
                        .build())
                .build();
    }

    private ContainerStatus.Builder status(Container container) {
        return ContainerStatus.builder()
                .name(container.name())
                .image(container.image())
                .imageID(container.image())
                .containerID("kcm://%s/%s".formatted(pod.uid(), container.name()));
    }

    private Instant startOf(Container container) {
        var known = byName().get(container.name());
        return known == null
                ? now
                : known.state()
                        .running()
                        .flatMap(running -> running.startedAt())
                        .orElse(now);
    }

    private Map<String, ContainerStatus> byName() {
        return pod.status().containerStatuses().stream()
                .collect(Collectors.toMap(ContainerStatus::name, it -> it, (first, _) -> first));
    }

    private PodStatus.Builder withReadiness(PodStatus status, boolean isReady, String reason) {
        var word = isReady ? "True" : "False";
        return withConditions(status, condition("Ready", word, reason), condition("ContainersReady", word, reason))
                .toBuilder();
    }

    private PodCondition condition(String type, String status, String reason) {
        return PodCondition.builder()
                .type(type)
                .status(status)
                .reason(reason)
                .lastTransitionTime(now)
                .observedGeneration(pod.metadata().generation())
                .build();
    }

    private static PodStatus withConditions(PodStatus status, PodCondition... changed) {
        var types = List.of(changed).stream().map(PodCondition::type).toList();
        var conditions = new ArrayList<PodCondition>();
        status.conditions().stream()
                .filter(condition -> !types.contains(condition.type()))
                .forEach(conditions::add);
        conditions.addAll(List.of(changed));
        conditions.sort(Comparator.comparingInt(PodStatuses::rank));
        return status.toBuilder().conditions(conditions).build();
    }

    private static int rank(PodCondition condition) {
        int known = IN_ORDER.indexOf(condition.type());
        return known < 0 ? IN_ORDER.size() : known;
    }
}
