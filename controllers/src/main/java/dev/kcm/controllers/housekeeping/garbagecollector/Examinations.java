package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Objects whose examination is wanted, under way, or to be repeated: how an examination begins, goes on
/// and ends.
final class Examinations {
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofSeconds(5);
    private static final Duration UNTIL_SEEN = Duration.ofSeconds(1);

    private final MonitoredKinds kinds;
    private final Graph graph;
    private final EffectList effects;
    private final ExaminationQueue queue = new ExaminationQueue();
    private final Set<GraphNode> wanted = new LinkedHashSet<>();
    private Instant now = Instant.EPOCH;
    private Instant discovered = Instant.EPOCH;

    Examinations(MonitoredKinds kinds, Graph graph, EffectList effects) {
        this.kinds = kinds;
        this.graph = graph;
        this.effects = effects;
    }

    void setTime(Instant time) {
        now = time;
    }

    Instant time() {
        return now;
    }

    // ---- beginning

    /// Has it examined once the event at hand is taken in.
    void want(GraphNode node) {
        wanted.add(node);
    }

    /// The next node to begin with, if there is one.
    Optional<GraphNode> next() {
        while (!wanted.isEmpty()) {
            var node = wanted.iterator().next();
            wanted.remove(node);
            if (queue.begins(node.uid())) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    /// The node to begin with because it is due again.
    Optional<GraphNode> due(String uid, long ticket) {
        var node = graph.find(uid);
        if (node.isEmpty()) {
            queue.ends(uid);
            return node;
        }
        return queue.wakes(uid, ticket) ? node : Optional.empty();
    }

    // ---- going on

    ExaminationQueue.Examination of(GraphNode node) {
        return queue.examination(node.uid());
    }

    /// The node an answer is about, unless it became another meanwhile.
    Optional<GraphNode> underWay(ObjectIdentity identity) {
        var node = graph.find(identity.uid());
        if (node.filter(it -> it.identity().equals(identity)).isPresent()) {
            return node;
        }
        queue.ends(identity.uid());
        node.ifPresent(this::want);
        return Optional.empty();
    }

    /// The resource of a node; without one its examination has ended.
    Optional<Resource<?>> resource(GraphNode node) {
        var resource = kinds.find(node.identity());
        if (resource.isEmpty()) {
            unknownKind(node, node.identity());
            return resource;
        }
        if (!resource.get().isNamespaced() && !node.identity().isClusterWide()) {
            graph.foundClusterWide(node);
        }
        if (resource.get().isNamespaced() && node.identity().isClusterWide()) {
            end(node);
            return Optional.empty();
        }
        return resource;
    }

    Effect.ObjectQuery query(Resource<?> resource, GraphNode node) {
        return query(resource, node.identity(), of(node).freshness());
    }

    static Effect.ObjectQuery query(Resource<?> resource, ObjectIdentity identity, Effect.Freshness freshness) {
        var key = resource.isNamespaced() ? identity.key() : ObjectKey.of(identity.name());
        return new Effect.ObjectQuery(resource, key, identity.uid(), freshness);
    }

    /// @param owners its owners when the plan was made
    void execute(GraphNode node, Resource<?> resource, Plan plan, List<OwnerReference> owners) {
        var identity = node.identity();
        effects.send(new Effect.Execute<>(resource, plan, outcomes -> new GraphEvent.Done(identity, owners, outcomes)));
    }

    // ---- ending

    /// The server has no such object.
    void isAbsent(GraphNode node) {
        graph.foundAbsent(node.identity());
        if (graph.find(node.uid()).isPresent()) {
            fail(node, "not found as " + node.identity());
        } else {
            end(node);
        }
    }

    /// Nothing more to do, unless nobody has seen it yet: then it may vanish unseen, too. One that still
    /// seems to wait for its dependents is examined again until it is seen without the finalizer: who
    /// deletes it once more before that causes no event that shows a change.
    void rest(GraphNode node) {
        if (node.isVirtual()) {
            again(node, queue.fails(node.uid()));
        } else if (node.isDeletingDependents() || node.isOrphaningDependents()) {
            postpone(node, UNTIL_SEEN);
        } else {
            end(node);
        }
    }

    void end(GraphNode node) {
        if (queue.ends(node.uid())) {
            want(node);
        }
    }

    void fail(GraphNode node, String because) {
        var again = queue.fails(node.uid());
        kinds.find(node.identity())
                .ifPresent(resource -> effects.send(new Effect.LogDecision<>(
                        resource,
                        node.identity().key(),
                        "could not decide: " + because,
                        "tries again in " + again.in())));
        again(node, again);
    }

    void postpone(GraphNode node, Duration delay) {
        again(node, queue.postpones(node.uid(), delay));
    }

    /// A kind that is not served may be new, or one whose server is down: nothing is concluded.
    void unknownKind(GraphNode node, ObjectIdentity unknown) {
        if (!discovered.plus(BETWEEN_DISCOVERIES).isAfter(now)) {
            discovered = now;
            effects.send(new Effect.Discover<>(served -> new GraphEvent.Discovered(served, false)));
        }
        fail(node, "%s %s is not served".formatted(unknown.apiVersion(), unknown.kind()));
    }

    private void again(GraphNode node, ExaminationQueue.Again again) {
        effects.send(new Effect.Schedule<>(again.in(), new GraphEvent.Due(node.uid(), again.ticket())));
    }
}
