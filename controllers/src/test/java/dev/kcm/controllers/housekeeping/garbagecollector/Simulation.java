package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.housekeeping.garbagecollector.SimulatedServer.Changed;
import dev.kcm.controllers.housekeeping.garbagecollector.SimulatedServer.Path;
import dev.kcm.controllers.housekeeping.garbagecollector.SimulatedServer.Stored;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// The garbage collector on a [SimulatedServer], with everything that may happen at the same time
/// happening in an order that `random` chooses: watches of different kinds run apart, effects
/// overtake each other, requests fail.
final class Simulation {
    static final List<Resource<?>> KINDS =
            List.of(ConfigMap.CONFIG_MAPS, Secret.SECRETS, ReplicaSet.REPLICA_SETS, Node.NODES);

    private final RandomGenerator random;
    private final GarbageCollectorController collector = new GarbageCollectorController(true, new Metrics());
    private final Map<Resource<?>, ArrayDeque<Changed>> watches = new LinkedHashMap<>();
    private final Map<Path, ObjectMeta> cache = new HashMap<>();
    private final List<Effect<GraphEvent>> effects = new ArrayList<>();
    private final List<String> mistakes = new ArrayList<>();

    /// By the object examined: those of its owners that waited for it when the server was last asked for its sake.
    private final Map<String, Set<String>> ownersFoundWaiting = new HashMap<>();

    private final SimulatedServer server;
    private double failureRate;
    private Instant now = Instant.parse("2026-06-01T12:00:00Z");

    Simulation(RandomGenerator random) {
        this.random = random;
        KINDS.forEach(kind -> watches.put(kind, new ArrayDeque<>()));
        this.server = new SimulatedServer(this::changed);
        effects.addAll(collector.begin(now));
    }

    SimulatedServer server() {
        return server;
    }

    void failing(double rate) {
        failureRate = rate;
    }

    /// What it did and should not have.
    List<String> mistakes() {
        return mistakes;
    }

    /// Every watch breaks: of what waits only the end counts.
    void loseEvents() {
        watches.values().forEach(Simulation::keepLastOfEach);
    }

    /// One thing that could happen now; false if there is nothing but timers.
    boolean step() {
        var busy = watches.values().stream().filter(queue -> !queue.isEmpty()).toList();
        var ready =
                effects.stream().filter(it -> !(it instanceof Effect.Schedule)).toList();
        int choices = busy.size() + ready.size();
        if (choices == 0) {
            return false;
        }
        int choice = random.nextInt(choices);
        if (choice < busy.size()) {
            deliver(busy.get(choice).removeFirst());
        } else {
            var effect = ready.get(choice - busy.size());
            effects.remove(effect);
            carryOut(effect);
        }
        return true;
    }

    /// Lets everything happen that can, timers included, up to a number of timers.
    void settle(int timers) {
        for (int rung = 0; rung < timers; rung++) {
            while (step()) {}
            var timer = effects.stream()
                    .filter(it -> it instanceof Effect.Schedule<GraphEvent> wake
                            && !(wake.with() instanceof GraphEvent.DiscoveryDue))
                    .findFirst();
            if (timer.isEmpty()) {
                return;
            }
            effects.remove(timer.get());
            carryOut(timer.get());
        }
    }

    private void changed(Changed change) {
        watches.get(change.resource()).add(change);
    }

    private void deliver(Changed change) {
        var path = new Path(change.resource(), key(change.last()));
        var before = Optional.ofNullable(cache.get(path));
        change.now().ifPresentOrElse(it -> cache.put(path, it), () -> cache.remove(path));
        var object = MetadataObject.of(change.resource(), change.last());
        if (before.isPresent() && !before.get().uid().equals(change.last().uid())) {
            take(new Change.Deleted<>(MetadataObject.of(change.resource(), before.get())), change);
            before = Optional.empty();
        }
        if (change.now().isEmpty()) {
            take(new Change.Deleted<>(object), change);
        } else if (before.isEmpty()) {
            take(new Change.Added<>(object, false), change);
        } else {
            take(new Change.Updated<>(MetadataObject.of(change.resource(), before.get()), object), change);
        }
    }

    private void take(Change<MetadataObject> change, Changed of) {
        collector.changed(of.resource(), change).ifPresent(this::take);
    }

    private void take(GraphEvent event) {
        now = now.plusMillis(1);
        effects.addAll(collector.take(event, now));
    }

    private void carryOut(Effect<GraphEvent> effect) {
        switch (effect) {
            case Effect.Discover<GraphEvent>(var then) ->
                take(then.apply(new LiveAnswer.Found<>(new ServedKinds(KINDS, Map.of()))));
            case Effect.Follow<GraphEvent>(var resources) -> resources.forEach(kind -> take(collector.listed(kind)));
            case Effect.Schedule<GraphEvent>(var delay, var with) -> {
                now = now.plus(delay);
                take(with);
            }
            case Effect.ReadLive<GraphEvent>(var _, var questions, var then) -> take(then.apply(answers(questions)));
            case Effect.Execute<GraphEvent>(var _, var plan, var then) -> {
                var outcomes = new ArrayList<Outcome>();
                var refused = false;
                for (var step : plan.steps().toList()) {
                    var outcome = refused
                            ? new Outcome.Skipped(step)
                            : fails() ? SimulatedServer.refused(step, 500) : write(step);
                    refused |= outcome instanceof Outcome.Refused;
                    outcomes.add(outcome);
                }
                take(then.apply(new Outcomes(outcomes)));
            }
            case Effect.LogDecision<GraphEvent> _ -> {}
        }
    }

    private Outcome write(Step step) {
        step.as(Operation.Delete.class)
                .ifPresent(delete -> server.find(delete.resource(), delete.key())
                        .filter(it -> it.uid().equals(delete.uid()))
                        .filter(it -> delete.resourceVersion()
                                .filter(v -> !v.equals(it.resourceVersion()))
                                .isEmpty())
                        .ifPresent(this::checkMayGo));
        return server.execute(step);
    }

    /// None of its owners may be one that stays. One that waited for its dependents when the server was asked may have
    /// been deleted in another manner since: no precondition of a deletion can speak of another object.
    private void checkMayGo(ObjectMeta object) {
        if (object.ownerReferences().isEmpty()) {
            mistakes.add(object.name() + " was deleted and has no owner");
        }
        for (var reference : object.ownerReferences()) {
            server.owner(reference, object.namespace())
                    .filter(owner -> !isWaiting(owner))
                    .filter(owner -> !ownersFoundWaiting
                            .getOrDefault(object.uid(), Set.of())
                            .contains(owner.uid()))
                    .ifPresent(owner ->
                            mistakes.add("%s was deleted and %s exists".formatted(object.name(), owner.name())));
        }
    }

    /// @param questions about the object examined, then about its owners or dependents
    private List<LiveAnswer<ObjectMeta>> answers(List<Effect.ObjectQuery> questions) {
        var answers = questions.stream().map(this::answer).toList();
        var waiting = new HashSet<String>();
        for (int i = 1; i < questions.size(); i++) {
            if (questions.get(i).freshness() != Effect.Freshness.CACHED
                    && answers.get(i) instanceof LiveAnswer.Found<ObjectMeta>(var owner)
                    && isWaiting(owner)) {
                waiting.add(owner.uid());
            }
        }
        ownersFoundWaiting.put(questions.getFirst().uid(), waiting);
        return answers;
    }

    private static boolean isWaiting(ObjectMeta owner) {
        return owner.deletionTimestamp().isPresent() && owner.finalizers().contains(Finalizers.FOREGROUND);
    }

    private LiveAnswer<ObjectMeta> answer(Effect.ObjectQuery question) {
        var cached = cache.get(new Path(question.resource(), question.key()));
        if (question.freshness() == Effect.Freshness.CACHED
                && cached != null
                && cached.uid().equals(question.uid())) {
            return new LiveAnswer.Found<>(cached);
        }
        if (fails()) {
            return new LiveAnswer.Unknown<>(SimulatedServer.failure(500));
        }
        return server.find(question.resource(), question.key())
                .<LiveAnswer<ObjectMeta>>map(LiveAnswer.Found::new)
                .orElseGet(LiveAnswer.Absent::new);
    }

    private boolean fails() {
        return random.nextDouble() < failureRate;
    }

    private static void keepLastOfEach(ArrayDeque<Changed> queue) {
        var last = new LinkedHashMap<ObjectKey, Changed>();
        queue.forEach(change -> last.put(key(change.last()), change));
        queue.clear();
        queue.addAll(last.values());
    }

    static ObjectKey key(ObjectMeta metadata) {
        return new ObjectKey(metadata.namespace(), metadata.name());
    }

    static OwnerReference reference(Stored owner, boolean isBlocking) {
        return OwnerReference.builder()
                .apiVersion(owner.resource().apiVersion())
                .kind(owner.resource().kind())
                .name(owner.metadata().name())
                .uid(owner.metadata().uid())
                .blockOwnerDeletion(isBlocking)
                .build();
    }
}
