package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.EventLoop;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Deletes objects whose owners are all gone, and lets owners go that wait for those they own.
///
/// Keeps a graph of everything that can be deleted, listed and watched, whatever its kind. Nothing
/// is deleted on the graph's word alone: an owner is absent when its deletion was seen or the
/// server says so, and the object itself must not have changed since.
public final class GarbageCollectorController implements EventLoop<GraphEvent> {
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofSeconds(30);

    /// Discovery shows new kinds a moment before they are served.
    private static final Duration AFTER_A_NEW_KIND = Duration.ofSeconds(2);

    private static final Set<String> DEFINITIONS =
            Set.of("customresourcedefinitions.apiextensions.k8s.io", "apiservices.apiregistration.k8s.io");

    public static final String NAME = "garbage-collector-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("garbagecollector")
            .writes("delete *", "patch *")
            .workers(options -> options.of(GarbageCollectorOptions.FLAGS).concurrentSyncs())
            .loopedBy(settings -> new GarbageCollectorController(
                    settings.options().of(GarbageCollectorOptions.FLAGS).enabled(), settings.metrics()));

    private final boolean isEnabled;
    private final CollectorMetrics metrics;
    private final MonitoredKinds kinds = new MonitoredKinds();
    private final AbsentOwners absent = new AbsentOwners();
    private final EffectList effects = new EffectList();
    private final Graph graph = new Graph(absent, new Finder());
    private final Examinations examinations = new Examinations(kinds, graph, effects);
    private final Examiner examiner = new Examiner(kinds, absent, graph, examinations, effects);

    GarbageCollectorController(boolean isEnabled, Metrics metrics) {
        this.isEnabled = isEnabled;
        this.metrics = new CollectorMetrics(metrics);
    }

    @Override
    public List<Effect<GraphEvent>> begin(Instant now) {
        return isEnabled ? List.of(discovery(true)) : List.of();
    }

    @Override
    public Optional<GraphEvent> changed(Resource<?> followed, Change<? extends KubeObject> change) {
        var metadata = change.object().metadata();
        return switch (change) {
            case Change.Updated<? extends KubeObject>(var before, var now)
            when isAlike(before, now) -> Optional.empty();
            case Change.Deleted<? extends KubeObject> _ -> Optional.of(new GraphEvent.Deleted(followed, metadata));
            case Change.Added<? extends KubeObject> _,
                    Change.Updated<? extends KubeObject> _,
                    Change.Resynced<? extends KubeObject> _ -> Optional.of(new GraphEvent.Changed(followed, metadata));
        };
    }

    @Override
    public GraphEvent listed(Resource<?> followed) {
        return new GraphEvent.Listed(followed);
    }

    @Override
    public List<Effect<GraphEvent>> take(GraphEvent event, Instant now) {
        examinations.setTime(now);
        switch (event) {
            case GraphEvent.Changed changed -> changed(changed, now);
            case GraphEvent.Deleted deleted -> deleted(deleted);
            case GraphEvent.Listed(var resource) -> kinds.listed(resource);
            case GraphEvent.DiscoveryDue(var isRegular) -> effects.send(discovery(isRegular));
            case GraphEvent.Discovered discovered -> discovered(discovered, now);
            case GraphEvent.Due(var uid, var ticket) -> examiner.due(uid, ticket);
            case GraphEvent.OwnersRead read -> examiner.ownersRead(read);
            case GraphEvent.DependentsRead read -> examiner.dependentsRead(read);
            case GraphEvent.Done done -> examiner.done(done);
            case GraphEvent.Reported _ -> {}
        }
        examiner.examineWanted();
        return effects.take();
    }

    @Override
    public Optional<String> picture(List<String> uids) {
        return Optional.of(GraphText.of(graph, uids));
    }

    private void changed(GraphEvent.Changed event, Instant now) {
        var metadata = event.metadata();
        if (graph.find(metadata.uid()).isEmpty() && kinds.areAllListed(now)) {
            discoverIfDefinition(event.resource());
        }
        graph.snapshot(ObjectIdentity.of(event.resource(), metadata), metadata);
    }

    private void deleted(GraphEvent.Deleted event) {
        discoverIfDefinition(event.resource());
        graph.gone(ObjectIdentity.of(event.resource(), event.metadata()));
    }

    /// A definition that comes or goes changes what is served.
    private void discoverIfDefinition(Resource<?> resource) {
        if (DEFINITIONS.contains(resource.qualifiedName())) {
            effects.send(new Effect.Schedule<>(AFTER_A_NEW_KIND, new GraphEvent.DiscoveryDue(false)));
        }
    }

    private void discovered(GraphEvent.Discovered event, Instant now) {
        if (event.isRegular()) {
            effects.send(new Effect.Schedule<>(BETWEEN_DISCOVERIES, new GraphEvent.DiscoveryDue(true)));
        }
        if (!(event.served() instanceof LiveAnswer.Found<ServedKinds>(var served))
                || served.all().isEmpty()) {
            metrics.discoveryFailed();
            return;
        }
        var before = kinds.followed();
        var gone = kinds.learn(served, now);
        if (!kinds.followed().equals(before)) {
            effects.send(new Effect.Follow<>(kinds.followed()));
        }
        gone.forEach(kind -> graph.loseSight(kind.apiVersion(), kind.kind()));
    }

    private static Effect<GraphEvent> discovery(boolean isRegular) {
        return new Effect.Discover<>(served -> new GraphEvent.Discovered(served, isRegular));
    }

    /// Nothing changed that matters here.
    private static boolean isAlike(KubeObject before, KubeObject now) {
        var old = before.metadata();
        var metadata = now.metadata();
        return old.ownerReferences().equals(metadata.ownerReferences())
                && old.finalizers().equals(metadata.finalizers())
                && before.isDeleting() == now.isDeleting();
    }

    /// What the graph finds is examined, or reported to users as an event.
    private final class Finder implements Graph.Findings {
        @Override
        public void examine(GraphNode node) {
            examinations.want(node);
        }

        @Override
        public void misplaced(GraphNode dependent, OwnerReference reference) {
            var identity = dependent.identity();
            kinds.find(identity)
                    .ifPresent(resource -> effects.send(new Effect.Execute<>(
                            resource, warning(resource, identity, reference), _ -> new GraphEvent.Reported())));
        }

        private Plan warning(Resource<?> resource, ObjectIdentity identity, OwnerReference reference) {
            var about = new ObjectRef(resource, identity.key(), identity.uid());
            var owner = ObjectIdentity.of(reference, identity.namespace());
            return Plan.of(
                    "its owner lives in another namespace",
                    Step.warning(
                            about,
                            Reasons.OWNER_REF_INVALID_NAMESPACE,
                            "ownerRef %s does not exist in namespace \"%s\"".formatted(owner, identity.namespace())));
        }
    }
}
