package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.controllers.housekeeping.garbagecollector.Judgement.Fate;
import dev.kcm.controllers.housekeeping.garbagecollector.Judgement.HasDependents;
import dev.kcm.controllers.housekeeping.garbagecollector.Judgement.Manner;
import dev.kcm.controllers.housekeeping.garbagecollector.Judgement.Owner;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.controller.Errand;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes objects from being wanted to a decision: asks for what has to be known, has it judged,
/// sees what becomes of it, and tries again what failed.
final class Examiner {
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofSeconds(5);
    private static final Duration UNTIL_LISTED = Duration.ofSeconds(1);

    private final Kinds kinds;
    private final AbsentOwners absent;
    private final Graph graph;
    private final Errands errands;
    private final Agenda agenda = new Agenda();
    private final Release release;
    private final Set<Node> wanted = new LinkedHashSet<>();
    private Instant now = Instant.EPOCH;
    private Instant discovered = Instant.EPOCH;

    Examiner(Kinds kinds, AbsentOwners absent, Graph graph, Errands errands) {
        this.kinds = kinds;
        this.absent = absent;
        this.graph = graph;
        this.errands = errands;
        this.release = new Release(kinds);
    }

    void setTime(Instant time) {
        now = time;
    }

    /// Has it examined once the event at hand is taken in.
    void want(Node node) {
        wanted.add(node);
    }

    void examineWanted() {
        while (!wanted.isEmpty()) {
            var node = wanted.iterator().next();
            wanted.remove(node);
            if (agenda.begins(node.uid())) {
                begin(node);
            }
        }
    }

    void due(String uid, long ticket) {
        var node = graph.find(uid);
        if (node.isEmpty()) {
            agenda.ends(uid);
        } else if (agenda.wakes(uid, ticket)) {
            begin(node.get());
        }
    }

    private void begin(Node node) {
        if (graph.find(node.uid()).filter(known -> known == node).isEmpty()) {
            end(node);
        } else if (node.isOrphaningDependents()) {
            askForRelease(node, List.copyOf(node.dependents()));
        } else if (node.isDeletingDependents()) {
            if (node.hasBlockingDependents()) {
                end(node);
            } else {
                askForRelease(node, List.of());
            }
        } else if (node.isDeleting()) {
            end(node);
        } else {
            ask(node, node.owners());
        }
    }

    // ---- objects that may have to go

    private void ask(Node node, List<OwnerReference> references) {
        var resource = resource(node);
        if (resource.isEmpty()) {
            return;
        }
        var identity = node.identity();
        var questions = new ArrayList<Errand.Question>();
        questions.add(question(resource.get(), identity));
        var asked = new ArrayList<OwnerReference>();
        for (var reference : references) {
            var owner = Identity.of(reference, identity.namespace());
            if (absent.reason(owner).isPresent()) {
                continue;
            }
            var kind = kinds.find(owner);
            if (kind.isEmpty()) {
                unknownKind(node, owner);
                return;
            }
            if (isUnknowable(kind.get(), owner)) {
                continue;
            }
            asked.add(reference);
            questions.add(
                    new Errand.Question(
                            kind.get(),
                            key(kind.get(), owner),
                            reference.uid(),
                            !agenda.turn(node.uid()).areOwnersAskedLive()));
        }
        errands.send(
                new Errand.Ask<>(
                        resource.get(),
                        questions,
                        answers -> new GraphEvent.Answered(identity, asked, answers)));
    }

    void answered(GraphEvent.Answered event) {
        var found = underExamination(event.identity());
        if (found.isEmpty()) {
            return;
        }
        var node = found.get();
        switch (event.answers().getFirst()) {
            case LiveAnswer.Unknown<ObjectMeta>(var because) -> fail(node, because.message());
            case LiveAnswer.Absent<ObjectMeta> _ -> isAbsent(node);
            case LiveAnswer.Found<ObjectMeta>(var metadata) -> {
                if (!metadata.uid().equals(node.uid())) {
                    isAbsent(node);
                } else if (node.isDeleting() || metadata.deletionTimestamp().isPresent()) {
                    rest(node);
                } else if (metadata.ownerReferences().isEmpty()) {
                    rest(node);
                } else {
                    judge(node, metadata, event);
                }
            }
        }
    }

    private void judge(Node node, ObjectMeta metadata, GraphEvent.Answered event) {
        var owners = new ArrayList<Owner>();
        for (var reference : metadata.ownerReferences()) {
            var identity = Identity.of(reference, node.identity().namespace());
            var known = absent.reason(identity);
            int position = event.asked().indexOf(reference);
            if (kinds.find(identity).filter(kind -> isUnknowable(kind, identity)).isPresent()) {
                owners.add(new Owner(reference, Fate.SOLID, ""));
            } else if (known.isPresent()) {
                owners.add(new Owner(reference, Fate.ABSENT, known.get()));
            } else if (position < 0) {
                ask(node, metadata.ownerReferences());
                return;
            } else {
                var answer = event.answers().get(position + 1);
                if (answer instanceof LiveAnswer.Unknown<ObjectMeta>(var because)) {
                    fail(node, because.message());
                    return;
                }
                owners.add(owner(node, reference, answer));
            }
        }
        var turn = agenda.turn(node.uid());
        if (!turn.areOwnersAskedLive()
                && owners.stream().anyMatch(owner -> owner.fate() == Fate.WAITING)) {
            turn.askOwnersLive();
            ask(node, metadata.ownerReferences());
            return;
        }
        var resource = kinds.find(node.identity()).orElseThrow();
        var plan = judgement(node, resource, metadata, owners).plan();
        if (plan.isNothing()) {
            rest(node);
            return;
        }
        if (plan.steps().anyMatch(Step.Delete.class::isInstance)) {
            graph.condemned(node, plan.why());
        }
        carryOut(node, resource, plan, metadata.ownerReferences());
    }

    private void carryOut(Node node, Resource<?> resource, Plan plan, List<OwnerReference> owners) {
        var identity = node.identity();
        errands.send(
                new Errand.CarryOut<>(
                        resource,
                        plan,
                        outcomes -> new GraphEvent.Done(identity, owners, outcomes)));
    }

    private Judgement judgement(
            Node node, Resource<?> resource, ObjectMeta metadata, List<Owner> owners) {
        var dependents =
                node.dependents().isEmpty()
                        ? HasDependents.NONE
                        : node.dependents().stream().anyMatch(Node::isDeletingDependents)
                                ? HasDependents.SOME_WAITING
                                : HasDependents.SOME;
        var manner =
                new Manner(
                        kinds.takesStrategicPatches(resource),
                        !agenda.turn(node.uid()).keepsChangingWith(metadata.ownerReferences()));
        return new Judgement(resource, metadata, owners, dependents, manner);
    }

    private Owner owner(Node node, OwnerReference reference, LiveAnswer<ObjectMeta> answer) {
        if (answer instanceof LiveAnswer.Found<ObjectMeta>(var owner)
                && owner.uid().equals(reference.uid())) {
            var isWaiting =
                    owner.deletionTimestamp().isPresent()
                            && owner.finalizers().contains(Words.FOREGROUND);
            return new Owner(reference, isWaiting ? Fate.WAITING : Fate.SOLID, "");
        }
        var identity = Identity.of(reference, node.identity().namespace());
        var isNamespaced = kinds.find(identity).filter(Resource::isNamespaced).isPresent();
        absent.add(isNamespaced ? identity : identity.in(""), "");
        return new Owner(reference, Fate.ABSENT, "");
    }

    // ---- owners that wait

    private void askForRelease(Node node, List<Node> dependents) {
        if (!kinds.areAllListed(now)) {
            again(node, agenda.postpones(node.uid(), UNTIL_LISTED));
            return;
        }
        var questions = new ArrayList<Errand.Question>();
        var identities = new ArrayList<Identity>();
        var resource = resource(node);
        if (resource.isEmpty()) {
            return;
        }
        questions.add(question(resource.get(), node.identity()));
        for (var dependent : dependents) {
            var kind = kinds.find(dependent.identity());
            if (kind.isEmpty()) {
                unknownKind(node, dependent.identity());
                return;
            }
            identities.add(dependent.identity());
            questions.add(
                    new Errand.Question(
                            kind.get(),
                            dependent.identity().key(),
                            dependent.uid(),
                            !agenda.turn(node.uid()).isCacheOld()));
        }
        var identity = node.identity();
        errands.send(
                new Errand.Ask<>(
                        resource.get(),
                        questions,
                        answers ->
                                new GraphEvent.AnsweredForRelease(identity, identities, answers)));
    }

    void answered(GraphEvent.AnsweredForRelease event) {
        var found = underExamination(event.identity());
        if (found.isEmpty()) {
            return;
        }
        var node = found.get();
        var unknown =
                event.answers().stream()
                        .filter(LiveAnswer.Unknown.class::isInstance)
                        .map(answer -> ((LiveAnswer.Unknown<ObjectMeta>) answer).because())
                        .findFirst();
        if (unknown.isPresent()) {
            fail(node, unknown.get().message());
            return;
        }
        if (!(event.answers().getFirst() instanceof LiveAnswer.Found<ObjectMeta>(var metadata))
                || !metadata.uid().equals(node.uid())) {
            isAbsent(node);
            return;
        }
        if (!release.isStillDue(node, event.dependents())) {
            end(node);
            want(node);
            return;
        }
        var resource = kinds.find(node.identity()).orElseThrow();
        var plan = release.plan(node, resource, metadata, event);
        if (plan.isNothing()) {
            end(node);
            return;
        }
        carryOut(node, resource, plan, List.of());
    }

    // ---- what became of it

    void done(GraphEvent.Done event) {
        var found = underExamination(event.identity());
        if (found.isEmpty()) {
            return;
        }
        var node = found.get();
        var deletion = deletion(event.outcomes());
        var refusal = event.outcomes().firstFailure();
        if (deletion.filter(Outcome.Moot.class::isInstance).isPresent()) {
            isAbsent(node);
        } else if (refusal.isPresent()) {
            refused(node, event, refusal.get());
        } else {
            rest(node);
        }
    }

    private void refused(Node node, GraphEvent.Done event, ApiFailure because) {
        for (var outcome : event.outcomes().all()) {
            if (outcome instanceof Outcome.Refused(var step, ApiFailure.NotSupported _)) {
                kinds.refusedStrategicPatch(step.among());
            }
        }
        if (because instanceof ApiFailure.Conflict) {
            agenda.turn(node.uid()).conflict(event.owners());
        }
        fail(node, because.message());
    }

    private static Optional<Outcome> deletion(Outcomes outcomes) {
        return outcomes.all().stream()
                .filter(outcome -> outcome.step() instanceof Step.Delete)
                .findFirst();
    }

    // ---- ends of turns

    /// The server has no such object.
    private void isAbsent(Node node) {
        graph.foundAbsent(node.identity());
        if (graph.find(node.uid()).isPresent()) {
            fail(node, "not found as " + node.identity());
        } else {
            end(node);
        }
    }

    /// Nothing more to do, unless nobody has seen it yet: then it may vanish unseen, too.
    private void rest(Node node) {
        if (node.isVirtual()) {
            again(node, agenda.fails(node.uid()));
        } else {
            end(node);
        }
    }

    private void end(Node node) {
        if (agenda.ends(node.uid())) {
            want(node);
        }
    }

    private void fail(Node node, String because) {
        var again = agenda.fails(node.uid());
        note(node, "could not decide: " + because, "tries again in " + again.in());
        again(node, again);
    }

    private void again(Node node, Agenda.Again again) {
        errands.send(
                new Errand.WakeIn<>(again.in(), new GraphEvent.Due(node.uid(), again.ticket())));
    }

    /// A kind that is not served may be new, or one whose server is down: nothing is concluded.
    private void unknownKind(Node node, Identity unknown) {
        if (!discovered.plus(BETWEEN_DISCOVERIES).isAfter(now)) {
            discovered = now;
            errands.send(new Errand.Discover<>(served -> new GraphEvent.Discovered(served, false)));
        }
        fail(node, "%s %s is not served".formatted(unknown.apiVersion(), unknown.kind()));
    }

    private void note(Node node, String decided, String next) {
        kinds.find(node.identity())
                .ifPresent(
                        resource ->
                                errands.send(
                                        new Errand.Note<>(
                                                resource, node.identity().key(), decided, next)));
    }

    // ---- helpers

    /// An object in no namespace refers to an owner in one and cannot say in which: it counts as
    /// one that exists, as with upstream.
    private static boolean isUnknowable(Resource<?> kind, Identity owner) {
        return kind.isNamespaced() && owner.isClusterWide();
    }

    /// The node an answer is about, unless it became another meanwhile.
    private Optional<Node> underExamination(Identity identity) {
        var node = graph.find(identity.uid());
        if (node.filter(it -> it.identity().equals(identity)).isPresent()) {
            return node;
        }
        agenda.ends(identity.uid());
        node.ifPresent(this::want);
        return Optional.empty();
    }

    /// The resource of a node, if its turn can go on.
    private Optional<Resource<?>> resource(Node node) {
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

    private Errand.Question question(Resource<?> resource, Identity identity) {
        var isCacheOld = agenda.turn(identity.uid()).isCacheOld();
        return new Errand.Question(resource, key(resource, identity), identity.uid(), !isCacheOld);
    }

    private static ObjectKey key(Resource<?> resource, Identity identity) {
        return resource.isNamespaced() ? identity.key() : ObjectKey.of(identity.name());
    }
}
