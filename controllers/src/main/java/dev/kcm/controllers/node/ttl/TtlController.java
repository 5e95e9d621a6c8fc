package dev.kcm.controllers.node.ttl;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// Tells kubelets for how long they may use what they have read, by an annotation of their nodes.
///
/// When the cluster has grown, a node gets its new value with its next change, as upstream's does: thousands of
/// writes at once would do more harm than a value that is a little old.
public final class TtlController implements Reconciler<TtlController.Snapshot> {
    static final String ANNOTATION = "node.alpha.kubernetes.io/ttl";

    private static final ObjectKey WHOLE_CLUSTER = ObjectKey.of("");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

    /// One worker, since all keys share what is remembered.
    public static final ControllerSpec SPEC = ControllerSpec.named("ttl-controller")
            .alias("ttl")
            .queue("ttlcontroller")
            .reconciles(WatchMapping.itself(Node.NODES))
            .writes("patch nodes")
            .builtBy(_ -> new TtlController());

    record Snapshot(Node node, ClusterSize size) {}

    private final Memory<ClusterSize> sizes = new Memory<>();

    /// Also a node that is gone is one less.
    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var nodes = caches.of(Node.NODES);
        var size = sizes.of(WHOLE_CLUSTER).orElse(ClusterSize.UP_TO_100).with(nodes.size());
        sizes.keep(WHOLE_CLUSTER, size);
        return nodes.find(key)
                .<Observation<Snapshot>>map(node -> new Observation.Observed<>(new Snapshot(node, size)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        int wanted = snapshot.size().seconds();
        if (present(snapshot.node()).equals(Optional.of((long) wanted))) {
            return Plan.nothing("its kubelet knows that it may use what it has read for %d s".formatted(wanted));
        }
        var annotations = Json.object().with(ANNOTATION, Integer.toString(wanted));
        return Plan.of(
                "its kubelet may use what it has read for %d s".formatted(wanted),
                Step.patch(
                        Node.NODES,
                        snapshot.node().key(),
                        PatchType.STRATEGIC,
                        Json.object("metadata", Json.object("annotations", annotations))));
    }

    /// What the annotation says; nothing if that is no number.
    private static Optional<Long> present(Node node) {
        return Optional.ofNullable(node.annotations().get(ANNOTATION))
                .filter(text -> NUMBER.matcher(text).matches())
                .flatMap(TtlController::number);
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
