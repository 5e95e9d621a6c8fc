package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.controller.Errand;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Objects whose examination is wanted, under way, or to be repeated: how a turn begins, goes on
/// and ends.
final class Turns {
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofSeconds(5);

    private final Kinds kinds;
    private final Graph graph;
    private final Errands errands;
    private final Agenda agenda = new Agenda();
    private final Set<Node> wanted = new LinkedHashSet<>();
    private Instant now = Instant.EPOCH;
    private Instant discovered = Instant.EPOCH;

    Turns(Kinds kinds, Graph graph, Errands errands) {
        this.kinds = kinds;
        this.graph = graph;
        this.errands = errands;
    }

    void setTime(Instant time) {
        now = time;
    }

    Instant time() {
        return now;
    }

    // ---- beginning

    /// Has it examined once the event at hand is taken in.
    void want(Node node) {
        wanted.add(node);
    }

    /// The next node to begin with, if there is one.
    Optional<Node> next() {
        while (!wanted.isEmpty()) {
            var node = wanted.iterator().next();
            wanted.remove(node);
            if (agenda.begins(node.uid())) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    /// The node to begin with because it is time to look at it again.
    Optional<Node> due(String uid, long ticket) {
        var node = graph.find(uid);
        if (node.isEmpty()) {
            agenda.ends(uid);
            return node;
        }
        return agenda.wakes(uid, ticket) ? node : Optional.empty();
    }

    // ---- going on

    Agenda.Turn of(Node node) {
        return agenda.turn(node.uid());
    }

    /// The node an answer is about, unless it became another meanwhile.
    Optional<Node> underWay(Identity identity) {
        var node = graph.find(identity.uid());
        if (node.filter(it -> it.identity().equals(identity)).isPresent()) {
            return node;
        }
        agenda.ends(identity.uid());
        node.ifPresent(this::want);
        return Optional.empty();
    }

    /// The resource of a node; without one its turn has ended.
    Optional<Resource<?>> resource(Node node) {
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

    Errand.Question question(Resource<?> resource, Node node) {
        return question(resource, node.identity(), of(node).freshness());
    }

    static Errand.Question question(Resource<?> resource, Identity identity, Errand.Freshness freshness) {
        var key = resource.isNamespaced() ? identity.key() : ObjectKey.of(identity.name());
        return new Errand.Question(resource, key, identity.uid(), freshness);
    }

    /// @param owners its owners when the plan was made
    void carryOut(Node node, Resource<?> resource, Plan plan, List<OwnerReference> owners) {
        var identity = node.identity();
        errands.send(
                new Errand.CarryOut<>(resource, plan, outcomes -> new GraphEvent.Done(identity, owners, outcomes)));
    }

    // ---- ending

    /// The server has no such object.
    void isAbsent(Node node) {
        graph.foundAbsent(node.identity());
        if (graph.find(node.uid()).isPresent()) {
            fail(node, "not found as " + node.identity());
        } else {
            end(node);
        }
    }

    /// Nothing more to do, unless nobody has seen it yet: then it may vanish unseen, too.
    void rest(Node node) {
        if (node.isVirtual()) {
            again(node, agenda.fails(node.uid()));
        } else {
            end(node);
        }
    }

    void end(Node node) {
        if (agenda.ends(node.uid())) {
            want(node);
        }
    }

    void fail(Node node, String because) {
        var again = agenda.fails(node.uid());
        kinds.find(node.identity())
                .ifPresent(resource -> errands.send(new Errand.Note<>(
                        resource,
                        node.identity().key(),
                        "could not decide: " + because,
                        "tries again in " + again.in())));
        again(node, again);
    }

    void postpone(Node node, Duration delay) {
        again(node, agenda.postpones(node.uid(), delay));
    }

    /// A kind that is not served may be new, or one whose server is down: nothing is concluded.
    void unknownKind(Node node, Identity unknown) {
        if (!discovered.plus(BETWEEN_DISCOVERIES).isAfter(now)) {
            discovered = now;
            errands.send(new Errand.Discover<>(served -> new GraphEvent.Discovered(served, false)));
        }
        fail(node, "%s %s is not served".formatted(unknown.apiVersion(), unknown.kind()));
    }

    private void again(Node node, Agenda.Again again) {
        errands.send(new Errand.WakeIn<>(again.in(), new GraphEvent.Due(node.uid(), again.ticket())));
    }
}
