package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.lean.LeanContainer;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanResourceRequirements;
import dev.kcm.model.value.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What a pod as a whole requests and is limited to.
///
/// Containers add up. Init containers run before them, one at a time, beside the sidecars that were
/// started before each: the pod needs as much as the hungriest moment. While a pod is being resized
/// it is charged for the larger of what is wanted and what it has. Amounts that the pod sets as a
/// whole replace those of its containers, and its overhead comes on top.
///
/// @param podLevelResources whether pods may set amounts as a whole
record PodResources(LeanPod pod, boolean podLevelResources) {
    private static final String SIDECAR = "Always";
    private static final String RESIZE_PENDING = "PodResizePending";
    private static final String INFEASIBLE = "Infeasible";

    /// Requests or limits of one container.
    @FunctionalInterface
    private interface Demand {
        Map<String, Quantity> of(LeanContainer container, boolean mayBeResized);
    }

    Map<String, Quantity> requests() {
        var requests = atTheHungriest(this::requestsOf);
        replaceByPodLevel(requests, podLevel(false));
        Amounts.addInto(requests, pod.spec().overhead());
        return requests;
    }

    Map<String, Quantity> limits() {
        var limits = atTheHungriest(this::limitsOf);
        replaceByPodLevel(limits, podLevel(true));
        pod.spec()
                .overhead()
                .forEach((name, amount) ->
                        limits.computeIfPresent(name, (_, limit) -> limit.isZero() ? limit : limit.plus(amount)));
        return limits;
    }

    private Map<String, Quantity> atTheHungriest(Demand demand) {
        var running = new HashMap<String, Quantity>();
        pod.spec().containers().forEach(it -> Amounts.addInto(running, demand.of(it, true)));
        var sidecars = new HashMap<String, Quantity>();
        var starting = new HashMap<String, Quantity>();
        for (var container : pod.spec().initContainers()) {
            var isSidecar = container.restartPolicy().filter(SIDECAR::equals).isPresent();
            var own = demand.of(container, isSidecar);
            if (isSidecar) {
                Amounts.addInto(running, own);
                Amounts.addInto(sidecars, own);
                Amounts.raiseInto(starting, sidecars);
            } else {
                Amounts.raiseInto(starting, Amounts.sum(own, sidecars));
            }
        }
        Amounts.raiseInto(running, starting);
        return running;
    }

    private Map<String, Quantity> requestsOf(LeanContainer container, boolean mayBeResized) {
        var wanted = container.resources().requests();
        return mayBeResized
                ? status(container)
                        .map(status -> {
                            var had = Amounts.highest(
                                    status.resources().orElseThrow().requests(), status.allocatedResources());
                            return isResizeInfeasible() ? had : Amounts.highest(wanted, had);
                        })
                        .orElse(wanted)
                : wanted;
    }

    private Map<String, Quantity> limitsOf(LeanContainer container, boolean mayBeResized) {
        var wanted = container.resources().limits();
        return mayBeResized
                ? status(container)
                        .map(status -> status.resources().orElseThrow().limits())
                        .map(had -> isResizeInfeasible() ? had : Amounts.highest(wanted, had))
                        .orElse(wanted)
                : wanted;
    }

    /// The status of a container that says what resources it has.
    private Optional<LeanContainerStatus> status(LeanContainer container) {
        return Stream.of(pod.status().initContainerStatuses(), pod.status().containerStatuses())
                .flatMap(List::stream)
                .filter(status -> status.name().equals(container.name()))
                .findFirst()
                .filter(status -> status.resources().isPresent());
    }

    private boolean isResizeInfeasible() {
        return pod.status().conditions().stream()
                .filter(condition -> condition.type().equals(RESIZE_PENDING))
                .findFirst()
                .filter(condition -> condition.reason().equals(INFEASIBLE))
                .isPresent();
    }

    private Map<String, Quantity> podLevel(boolean limits) {
        return podLevelResources
                ? pod.spec()
                        .resources()
                        .map(limits ? LeanResourceRequirements::limits : LeanResourceRequirements::requests)
                        .orElseGet(Map::of)
                : Map.of();
    }

    private static void replaceByPodLevel(Map<String, Quantity> amounts, Map<String, Quantity> podLevel) {
        podLevel.forEach((name, amount) -> {
            if (Set.of(ResourceNames.CPU, ResourceNames.MEMORY).contains(name)
                    || name.startsWith(ResourceNames.HUGE_PAGES)) {
                amounts.put(name, amount);
            }
        });
    }
}
