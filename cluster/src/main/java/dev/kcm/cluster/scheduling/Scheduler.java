package dev.kcm.cluster.scheduling;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Binding;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.EventType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Binds pods to nodes, one after the other. A pod that fits no node gets a condition with the reason
/// and is retried when a node changes or a pod makes room.
public final class Scheduler implements AutoCloseable {
    private static final String NAME = "default-scheduler";
    private static final String SCHEDULED = "PodScheduled";

    private final Api<Pod> api;
    private final Store<Pod> pods;
    private final Store<Node> nodes;
    private final EventRecorder recorder;
    private final Clock clock;
    private final NodeLoads loads = new NodeLoads();
    private final Set<ObjectKey> unschedulable = ConcurrentHashMap.newKeySet();
    private final KeyLoop loop;
    private final ClaimScheduling claims;
    private final VolumeScheduling volumes;

    /// The node that was chosen with the volumes of a pod that waits for them, by its uid.
    private final Map<String, String> chosen = new ConcurrentHashMap<>();

    /// To be constructed before the informers start.
    public Scheduler(Client client, Informers informers, EventRecorder recorder, Clock clock, Metrics metrics) {
        this.api = client.on(Pod.PODS);
        this.pods = informers.store(Pod.PODS);
        this.nodes = informers.store(Node.NODES);
        this.recorder = recorder;
        this.clock = clock;
        this.loop = new KeyLoop("scheduler", 1, clock, metrics, this::schedule);
        pods.onChange(this::podChanged);
        nodes.onChange(_ -> retryUnschedulable());
        this.claims = new ClaimScheduling(client, informers, this::retryUnschedulable);
        this.volumes = new VolumeScheduling(client, informers, this::retryUnschedulable, this::retry);
    }

    public void start() {
        loop.start();
    }

    public boolean isQuiet() {
        return loop.isQuiet();
    }

    @Override
    public void close() {
        loop.close();
    }

    private void podChanged(Change<Pod> change) {
        var pod = change.object();
        if (change instanceof Change.Deleted<Pod> || isOver(pod)) {
            unschedulable.remove(pod.key());
            chosen.remove(pod.uid());
            if (loads.remove(pod.uid())) {
                retryUnschedulable();
            }
        } else if (!pod.spec().nodeName().isEmpty()) {
            unschedulable.remove(pod.key());
            loads.place(pod, pod.spec().nodeName());
        } else if (isOurs(pod) && !isIrrelevant(change)) {
            loop.enqueue(pod.key());
        }
    }

    /// Whether an unschedulable pod has changed in nothing that counts, such as by the condition that we write.
    private boolean isIrrelevant(Change<Pod> change) {
        return change instanceof Change.Updated<Pod>(var before, var pod)
                && unschedulable.contains(pod.key())
                && before.spec().equals(pod.spec())
                && before.status().resourceClaimStatuses().equals(pod.status().resourceClaimStatuses());
    }

    private void retryUnschedulable() {
        unschedulable.forEach(key -> {
            unschedulable.remove(key);
            loop.enqueue(key);
        });
    }

    private void retry(ObjectKey key) {
        if (unschedulable.remove(key)) {
            loop.enqueue(key);
        }
    }

    private Optional<Duration> schedule(ObjectKey key) {
        var found = pods.find(key).filter(Scheduler::isOurs);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var pod = found.get();
        unschedulable.add(key); // first, so that room made during this sync enqueues it again
        switch (volumes.of(pod)) {
            case VolumeScheduling.Claims.Present present -> schedule(pod, present);
            case VolumeScheduling.Claims.Unusable(var problem) -> markUnschedulable(pod, nowhere(problem));
        }
        return Optional.empty();
    }

    private void schedule(Pod pod, VolumeScheduling.Claims.Present wanted) {
        switch (claims.of(pod)) {
            case ClaimScheduling.Claims.Present(var present) -> place(pod, wanted, present);
            case ClaimScheduling.Claims.Unusable(var problem) -> markUnschedulable(pod, nowhere(problem));
            case ClaimScheduling.Claims.Awaited() -> {}
        }
    }

    private String nowhere(String problem) {
        return "0/%d nodes are available: %s.".formatted(nodes.size(), problem);
    }

    private void place(Pod pod, VolumeScheduling.Claims.Present wanted, List<ResourceClaim> present) {
        var affinityRules = affinityRules(pod);
        Function<Node, String> mismatch = node -> {
            var other = mismatch(pod, node, affinityRules, present);
            return other.isEmpty() ? volumes.mismatch(wanted, node) : other;
        };
        var there = Optional.ofNullable(chosen.get(pod.uid()))
                .flatMap(name -> nodes.find(ObjectKey.of(name)))
                .map(node -> Placement.of(pod, List.of(node), loads::on, mismatch))
                .filter(Placement.On.class::isInstance);
        switch (there.orElseGet(() -> Placement.of(pod, nodes.all(), loads::on, mismatch))) {
            case Placement.On(var name) ->
                nodes.find(ObjectKey.of(name)).ifPresent(node -> put(pod, wanted, present, node));
            case Placement.Nowhere(var message) -> markUnschedulable(pod, message);
        }
    }

    /// A pod whose volumes are chosen with its node is bound when they are: then it is scheduled once more.
    private void put(Pod pod, VolumeScheduling.Claims.Present wanted, List<ResourceClaim> present, Node node) {
        if (!wanted.delayed().isEmpty()) {
            chosen.put(pod.uid(), node.name());
            try {
                volumes.select(wanted, node);
            } catch (ApiException refused) {
                if (!isOvertaken(refused.failure())) {
                    throw refused;
                }
            }
            return;
        }
        chosen.remove(pod.uid());
        claims.reserve(pod, present, node);
        unschedulable.remove(pod.key());
        bind(pod, node.name());
    }

    private String mismatch(Pod pod, Node node, Optional<PodAffinityRules> rules, List<ResourceClaim> present) {
        var mismatch = rules.map(it -> it.mismatch(pod, node)).orElse("");
        return mismatch.isEmpty() ? claims.mismatch(present, node) : mismatch;
    }

    /// Lists all pods only for pods with affinity rules.
    private Optional<PodAffinityRules> affinityRules(Pod pod) {
        if (!PodAffinityRules.concern(pod)) {
            return Optional.empty();
        }
        var placed = pods.all().stream()
                .filter(it -> !it.spec().nodeName().isEmpty() && !isOver(it))
                .toList();
        var byName = nodes.all().stream().collect(Collectors.toMap(Node::name, it -> it));
        return Optional.of(new PodAffinityRules(placed, byName));
    }

    private void bind(Pod pod, String node) {
        loads.place(pod, node);
        try {
            api.submit(pod.key(), "binding", binding(pod, node));
            recorder.record(
                    pod, EventType.NORMAL, "Scheduled", "Successfully assigned %s to %s".formatted(pod.key(), node));
        } catch (ApiException refused) {
            loads.remove(pod.uid());
            if (!isOvertaken(refused.failure())) {
                throw refused;
            }
        }
    }

    private static Binding binding(Pod pod, String node) {
        return Binding.builder()
                .metadata(metadata ->
                        metadata.name(pod.name()).namespace(pod.namespace()).uid(pod.uid()))
                .target(target -> target.kind("Node").name(node))
                .build();
    }

    private void markUnschedulable(Pod pod, String message) {
        if (hasCondition(pod, message)) {
            return;
        }
        recorder.record(pod, EventType.WARNING, "FailedScheduling", message);
        try {
            api.updateStatus(unscheduled(pod, message));
        } catch (ApiException refused) {
            if (!isOvertaken(refused.failure())) {
                throw refused;
            }
        }
    }

    private Pod unscheduled(Pod pod, String message) {
        var conditions = new ArrayList<PodCondition>();
        pod.status().conditions().stream()
                .filter(condition -> !condition.type().equals(SCHEDULED))
                .forEach(conditions::add);
        conditions.add(PodCondition.builder()
                .type(SCHEDULED)
                .status("False")
                .reason("Unschedulable")
                .message(message)
                .observedGeneration(pod.metadata().generation())
                .lastTransitionTime(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                .build());
        return pod.withStatus(status -> status.conditions(conditions));
    }

    private static boolean hasCondition(Pod pod, String message) {
        return pod.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals(SCHEDULED)
                        && condition.message().equals(message));
    }

    private static boolean isOurs(Pod pod) {
        return pod.spec().nodeName().isEmpty()
                && !pod.isDeleting()
                && !isOver(pod)
                && pod.spec().schedulingGates().isEmpty()
                && (pod.spec().schedulerName().isEmpty()
                        || pod.spec().schedulerName().equals(NAME));
    }

    private static boolean isOver(Pod pod) {
        return pod.status().phase().equals("Succeeded") || pod.status().phase().equals("Failed");
    }

    /// The pod changed or was deleted since this sync began: the watch enqueues it again.
    private static boolean isOvertaken(ApiFailure failure) {
        return failure instanceof ApiFailure.Conflict || failure instanceof ApiFailure.NotFound;
    }
}
