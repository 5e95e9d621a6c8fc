package dev.kcm.controllers.workload.daemonset;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.DaemonSetSpec;
import dev.kcm.model.apps.v1.DaemonSetStatus;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeSpec;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.model.value.IntOrString;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A set, its nodes, pods and revisions, as the caches of the controller show them.
final class DaemonSetWorld {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    static final String OLD = "of-old";
    private static final ObjectKey KEY = ObjectKey.of("default", "agent");

    private final CountedStores stores = new CountedStores(DaemonSetController.SPEC);
    private final Metrics metrics = new Metrics();
    private final DaemonSetController controller;
    private DaemonSet set;
    private Instant now = NOW;
    private int version = 1;

    private DaemonSetWorld(DaemonSet set) {
        this.set = set;
        this.controller = new DaemonSetController(settings());
        put(DaemonSet.DAEMON_SETS, set);
    }

    /// A set with the revision of its template, on nodes `node-0` and up.
    static DaemonSetWorld of(int nodes, Consumer<DaemonSetSpec.Builder> more) {
        var world = fresh(nodes, more);
        return world.revision(ControllerRevisions.of(world.set, 1));
    }

    static DaemonSetWorld of(int nodes) {
        return of(nodes, _ -> {});
    }

    /// One that was never synced.
    static DaemonSetWorld fresh(int nodes, Consumer<DaemonSetSpec.Builder> more) {
        var world = new DaemonSetWorld(set(more));
        for (int i = 0; i < nodes; i++) {
            world.node("node-" + i);
        }
        return world;
    }

    private static DaemonSet set(Consumer<DaemonSetSpec.Builder> more) {
        var set = DaemonSet.builder()
                .metadata(it -> it.namespace("default")
                        .name("agent")
                        .uid("uid-agent")
                        .generation(1)
                        .putAnnotations(Annotations.TEMPLATE_GENERATION, "2"))
                .spec(it -> it.selector(one -> one.putMatchLabels("app", "agent"))
                        .template(template -> template.metadata(meta -> meta.putLabels("app", "agent"))
                                .spec(pod -> pod.addContainers(
                                        container -> container.name("main").image("agent:1")))))
                .build();
        return set.withSpec(limits("1", "0")).withSpec(more);
    }

    static Consumer<DaemonSetSpec.Builder> limits(String unavailable, String surge) {
        return spec -> spec.updateStrategy(strategy -> strategy.type("RollingUpdate")
                .rollingUpdate(
                        rolling -> rolling.maxUnavailable(limit(unavailable)).maxSurge(limit(surge))));
    }

    private static IntOrString limit(String text) {
        return text.endsWith("%") ? IntOrString.of(text) : IntOrString.of(Integer.parseInt(text));
    }

    DaemonSet set() {
        return set;
    }

    DaemonSetWorld change(UnaryOperator<DaemonSet> change) {
        set = change.apply(set);
        put(DaemonSet.DAEMON_SETS, set);
        return this;
    }

    DaemonSetWorld at(Duration later) {
        now = NOW.plus(later);
        return this;
    }

    DaemonSetWorld node(String name) {
        return node(name, Map.of(), _ -> {});
    }

    DaemonSetWorld node(String name, Map<String, String> labels, Consumer<NodeSpec.Builder> spec) {
        return nodes(Node.builder()
                .metadata(it -> it.name(name).uid("uid-" + name).labels(labels))
                .spec(spec)
                .build());
    }

    DaemonSetWorld nodes(Node... nodes) {
        for (var node : nodes) {
            put(Node.NODES, node);
        }
        return this;
    }

    DaemonSetWorld revision(ControllerRevision revision) {
        put(ControllerRevision.CONTROLLER_REVISIONS, revision.withMetadata(it -> it.uid("uid-" + revision.name())));
        return this;
    }

    String hash() {
        return ControllerRevisions.of(set, 1).labels().get(Labels.REVISION);
    }

    /// A pod of the present template that has been ready for a minute.
    LeanPod ready(String node) {
        return ready(pod("agent-" + node, node, hash(), "2"));
    }

    /// The same of another template.
    LeanPod outdated(String node) {
        return ready(pod("agent-old-" + node, node, OLD, "1"));
    }

    static LeanPod ready(LeanPod pod) {
        return readySince(pod, NOW.minusSeconds(60));
    }

    static LeanPod readySince(LeanPod pod, Instant since) {
        return pod.withStatus(status -> status.phase("Running")
                .addConditions(it -> it.type("Ready").status("True").lastTransitionTime(since)));
    }

    /// A pod of the present template that is not ready.
    LeanPod unready(String node) {
        return pod("agent-" + node, node, hash(), "2");
    }

    LeanPod pod(String name, String node, String hash, String generation) {
        return LeanPod.builder()
                .metadata(it -> it.namespace("default")
                        .name(name)
                        .uid("uid-" + name)
                        .creationTimestamp(NOW.minusSeconds(3600))
                        .putLabels("app", "agent")
                        .putLabels(Labels.REVISION, hash)
                        .putLabels(Labels.TEMPLATE_GENERATION, generation)
                        .addOwnerReferences(OwnerReferences.toController(set)))
                .spec(it -> it.nodeName(node))
                .status(it -> it.phase("Running"))
                .build();
    }

    /// The same before the scheduler has seen it.
    static LeanPod unbound(LeanPod pod, String node) {
        return pod.withSpec(spec -> spec.nodeName("")
                        .affinity(affinity ->
                                affinity.nodeAffinity(it -> it.requiredDuringSchedulingIgnoredDuringExecution(
                                        selector -> selector.addNodeSelectorTerms(
                                                term -> term.addMatchFields(field -> field.key("metadata.name")
                                                        .operator("In")
                                                        .addValues(node)))))))
                .withStatus(it -> it.phase("Pending"));
    }

    static LeanPod phase(LeanPod pod, String phase) {
        return pod.withStatus(it -> it.phase(phase).conditions(List.of()));
    }

    static LeanPod deleting(LeanPod pod) {
        return pod.withMetadata(it -> it.deletionTimestamp(NOW));
    }

    static LeanPod created(LeanPod pod, Instant at) {
        return pod.withMetadata(it -> it.creationTimestamp(at));
    }

    DaemonSetWorld pods(LeanPod... pods) {
        for (var pod : pods) {
            put(LeanPod.PODS, pod);
        }
        return this;
    }

    Snapshot observed() {
        return ((Observation.Observed<Snapshot>) controller.observe(KEY, stores.caches(), now)).value();
    }

    Plan decided() {
        return controller.decide(observed());
    }

    /// A whole sync: what was decided, what was written about it, and what is remembered.
    Plan synced() {
        var snapshot = observed();
        var plan = controller.decide(snapshot);
        var settled = controller.settle(snapshot, Outcomes.NONE);
        controller.measure(snapshot, Outcomes.NONE, Duration.ZERO);
        return plan.then(settled);
    }

    Plan settled() {
        return controller.settle(observed(), Outcomes.NONE);
    }

    DaemonSetStatus status() {
        return settled()
                .steps()
                .flatMap(step -> ((Step.Write) step).object().stream())
                .map(DaemonSet.class::cast)
                .findFirst()
                .orElse(set)
                .status();
    }

    /// The keys that a change of a node has synced.
    List<ObjectKey> keysOf(Change<Node> change) {
        var keys = new ArrayList<ObjectKey>();
        NodeWatch.mapping().mapping().keys(change, stores, keys::add);
        return keys;
    }

    CountedStores stores() {
        return stores;
    }

    DaemonSetController controller() {
        return controller;
    }

    Metrics metrics() {
        return metrics;
    }

    <T extends KubeObject> void remove(Resource<T> resource, T object) {
        stores.take(resource, object);
    }

    private <T extends KubeObject> void put(Resource<T> resource, T object) {
        var metadata = object.metadata().toBuilder()
                .resourceVersion(Integer.toString(version++))
                .build();
        @SuppressWarnings("unchecked") // a copy with other metadata has the same type
        var versioned = (T) object.withMetadata(metadata);
        stores.put(resource, versioned);
    }

    private Settings settings() {
        LiveReads caches = new LiveReads() {
            @Override
            public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
                return stores.of(resource).find(key);
            }
        };
        var gates = FeatureGates.of(
                Map.of("TaintTolerationComparisonOperators", false, "StaleControllerConsistencyDaemonSet", true));
        return new Settings(Settings.Options.of(FlagValues.DEFAULTS, gates), caches, null, metrics, "");
    }
}
