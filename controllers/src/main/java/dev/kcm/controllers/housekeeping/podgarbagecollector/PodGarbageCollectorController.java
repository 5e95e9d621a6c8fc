package dev.kcm.controllers.housekeeping.podgarbagecollector;

import dev.kcm.controllers.housekeeping.podgarbagecollector.PodToDelete.Reason;
import dev.kcm.model.Conditions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Removes pods that nobody else will remove: ended ones beyond a number, those that end on nodes
/// out of service, those whose node no longer exists and those that end without a node.
public final class PodGarbageCollectorController implements Sweep<PodGarbageCollectorController.Snapshot> {
    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final Duration QUARANTINE = Duration.ofSeconds(40);
    private static final Set<String> NOT_ENDED = Set.of("Pending", "Running", "Unknown");

    /// Evicted pods first, then the oldest.
    private static final Comparator<LeanPod> FIRST_TO_GO = Comparator.<LeanPod, Boolean>comparing(
                    pod -> !pod.status().reason().equals(PodToDelete.EVICTED))
            .thenComparing(pod -> pod.metadata().creationTimestamp().orElse(Instant.EPOCH))
            .thenComparing(LeanPod::name);

    static final String NAME = "pod-garbage-collector-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("podgc")
            .reads(LeanPod.PODS)
            .reads(Node.NODES)
            .writes("patch pods/status", "delete pods")
            .sweptBy(PodGarbageCollectorController::new);

    /// @param outOfService nodes that are not ready and are said to be out of service
    /// @param lost nodes that pods name and the server does not have
    /// @param kept how many ended pods may stay; all if not positive
    record Snapshot(Collection<LeanPod> pods, Set<String> outOfService, Set<String> lost, int kept, Instant now) {

        /// The pods to remove, each for the first reason that holds.
        Collection<PodToDelete> podsToDelete() {
            Map<ObjectKey, PodToDelete> all = new LinkedHashMap<>();
            tooManyEnded().forEach(pod -> condemn(pod, Reason.TERMINATED, all));
            for (var pod : pods) {
                if (pod.isDeleting() && outOfService.contains(pod.spec().nodeName())) {
                    condemn(pod, Reason.OUT_OF_SERVICE, all);
                } else if (lost.contains(pod.spec().nodeName())) {
                    condemn(pod, Reason.ORPHANED, all);
                } else if (pod.isDeleting() && pod.spec().nodeName().isEmpty()) {
                    condemn(pod, Reason.UNSCHEDULED, all);
                }
            }
            return all.values();
        }

        private List<LeanPod> tooManyEnded() {
            if (kept <= 0) {
                return List.of();
            }
            var ended = pods.stream()
                    .filter(pod -> !NOT_ENDED.contains(pod.status().phase()))
                    .toList();
            return ended.size() <= kept
                    ? List.of()
                    : ended.stream()
                            .sorted(FIRST_TO_GO)
                            .limit(ended.size() - kept)
                            .toList();
        }

        private static void condemn(LeanPod pod, Reason reason, Map<ObjectKey, PodToDelete> all) {
            all.putIfAbsent(pod.key(), new PodToDelete(pod, reason));
        }
    }

    private final int kept;
    private final LiveReads live;
    private final CollectionMetrics metrics;
    private final MissingNodes quarantine = new MissingNodes(QUARANTINE);

    PodGarbageCollectorController(Settings settings) {
        this.kept = settings.options().of(PodGarbageCollectorOptions.FLAGS).terminatedPodThreshold();
        this.live = settings.live();
        this.metrics = new CollectionMetrics(settings.metrics());
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public Snapshot observe(Caches caches, Instant now) {
        var pods = caches.of(LeanPod.PODS).all();
        var nodes = caches.of(Node.NODES);
        return new Snapshot(
                pods, names(nodes, PodGarbageCollectorController::isOutOfService), lost(pods, nodes, now), kept, now);
    }

    @Override
    public List<Plan> decide(Snapshot snapshot) {
        return snapshot.podsToDelete().stream()
                .map(pod -> pod.plan(snapshot.now()))
                .toList();
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes) {
        metrics.count(snapshot, writes);
    }

    /// Nodes missing for long are asked for: only what the server says is gone is gone.
    private Set<String> lost(List<LeanPod> pods, Store<Node> nodes, Instant now) {
        var present = names(nodes, _ -> true);
        var missing = pods.stream()
                .map(pod -> pod.spec().nodeName())
                .filter(name -> !name.isEmpty() && !present.contains(name))
                .collect(Collectors.toSet());
        return quarantine.longMissing(missing, now).stream()
                .filter(this::isGone)
                .collect(Collectors.toSet());
    }

    private boolean isGone(String node) {
        return switch (live.ask(Node.NODES, ObjectKey.of(node))) {
            case LiveAnswer.Absent<Node> _ -> true;
            case LiveAnswer.Unknown<Node> _ -> false;
            case LiveAnswer.Found<Node> _ -> {
                quarantine.snapshot(node);
                yield false;
            }
        };
    }

    private static Set<String> names(Store<Node> nodes, Predicate<Node> wanted) {
        var names = new HashSet<String>();
        nodes.forEach(node -> {
            if (wanted.test(node)) {
                names.add(node.name());
            }
        });
        return names;
    }

    private static boolean isOutOfService(Node node) {
        return !Conditions.isTrue(node.status().conditions(), "Ready")
                && node.spec().taints().stream()
                        .anyMatch(taint -> taint.key().equals(PodToDelete.OUT_OF_SERVICE_TAINT));
    }
}
