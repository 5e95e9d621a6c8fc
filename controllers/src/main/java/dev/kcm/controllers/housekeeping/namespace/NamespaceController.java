package dev.kcm.controllers.housekeeping.namespace;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Empties namespaces that are being deleted: asks for everything in them to be deleted, pods
/// before the rest, checks what is left, says why and takes its finalizer away when nothing
/// is. What one sync deletes the next one counts.
public final class NamespaceController implements Reconciler<NamespaceController.Snapshot> {
    static final String FINALIZER = "kubernetes";
    static final String TERMINATING = "Terminating";

    private static final Index<LeanPod> PODS_IN = Index.byNamespace(LeanPod.PODS);

    public static final String NAME = "namespace-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("namespace")
            .reconciles(Namespace.NAMESPACES)
            .syncsBeforeOwnWritesAreCached()
            .watches(new WatchMapping<>(LeanPod.PODS, List.of(PODS_IN), NamespaceController::whenTheLastPodIsGone))
            .writes("deletecollection *", "delete *", "update namespaces/status", "update namespaces/finalize")
            .workers(options -> options.of(NamespaceOptions.FLAGS).concurrentSyncs())
            .retries(RetryPolicy.USUAL.withPerKey(Duration.ofMillis(5), Duration.ofMinutes(1)))
            .builtBy(NamespaceController::new);

    /// When a namespace was first seen to be deleted, on our own clock: the server's may differ.
    private record DeletionSeen(String uid, Instant at) {}

    /// @param emptying what is in it, once it is due
    record Snapshot(Namespace namespace, Instant since, Optional<ContentDeletion> emptying, Instant now) {}

    private final LiveReads live;
    private final Inventory inventory;
    private final Duration lag;
    private final Duration longestRest;
    private final boolean podsFirst;
    private final Memory<DeletionSeen> deletionsSeen = new Memory<>();

    NamespaceController(Settings settings) {
        this.live = settings.live();
        this.inventory = settings.inventory();
        this.lag = settings.options().serverLag();
        this.longestRest = settings.options().of(NamespaceOptions.FLAGS).syncPeriod();
        this.podsFirst = settings.gates().isEnabled("OrderedNamespaceDeletion");
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var cached = caches.find(Namespace.NAMESPACES, key);
        if (cached.isEmpty() || !cached.get().isDeleting()) {
            deletionsSeen.forget(key);
            return new Observation.Gone<>();
        }
        return live.get(Namespace.NAMESPACES, key)
                .<Observation<Snapshot>>map(namespace -> new Observation.Observed<>(snapshot(namespace, now)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var namespace = snapshot.namespace();
        if (snapshot.emptying().isEmpty()) {
            return waiting(snapshot);
        }
        if (!namespace.status().phase().equals(TERMINATING)) {
            var terminating = namespace.withStatus(it -> it.phase(TERMINATING));
            return Plan.of("being deleted", writeStatus(terminating));
        }
        var emptying = snapshot.emptying().get();
        var deletions = emptying.deletions();
        if (!deletions.isEmpty()) {
            return Plan.together("not empty", deletions);
        }
        return emptying.isDone() ? ending(emptying) : Plan.nothing("waits for what is in it");
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        if (snapshot.emptying().isEmpty()) {
            return Plan.nothing("nothing to say");
        }
        var emptying = snapshot.emptying().get();
        if (emptying.isDone() && writes.firstFailure().isEmpty()) {
            return Plan.nothing("let go, or about to be");
        }
        return report(emptying, writes).wakingIn(emptying.untilNextLook());
    }

    // ---- observe

    private Snapshot snapshot(Namespace namespace, Instant now) {
        var since = deletionSeen(namespace, now).at().plus(lag);
        var isTime = namespace.isDeleting() && !namespace.spec().finalizers().isEmpty() && !since.isAfter(now);
        return new Snapshot(
                namespace, since, isTime ? Optional.of(emptying(namespace, since, now)) : Optional.empty(), now);
    }

    private DeletionSeen deletionSeen(Namespace namespace, Instant now) {
        var deletionSeen = deletionsSeen
                .of(namespace.key())
                .filter(known -> known.uid().equals(namespace.uid()))
                .orElseGet(() -> new DeletionSeen(namespace.uid(), now));
        deletionsSeen.keep(namespace.key(), deletionSeen);
        return deletionSeen;
    }

    private ContentDeletion emptying(Namespace namespace, Instant since, Instant now) {
        var served = inventory.served(now);
        var kinds =
                served instanceof LiveAnswer.Found<ServedKinds>(var found) ? deletable(found) : List.<Resource<?>>of();
        var contents = new ArrayList<RemainingContent>();
        var others = new ArrayList<Resource<?>>(kinds);
        if (podsFirst) {
            contents.add(RemainingContent.of(Pod.PODS, inventory.contents(Pod.PODS, namespace.name())));
            others.removeIf(Pod.PODS::equals);
        }
        if (contents.stream().noneMatch(pods -> holdsUpOthers(namespace, pods))) {
            inventory
                    .contents(others, namespace.name())
                    .forEach((resource, answer) -> contents.add(RemainingContent.of(resource, answer)));
        }
        return new ContentDeletion(
                namespace,
                undiscovered(served),
                contents,
                others.stream().filter(it -> !it.verbs().contains("list")).toList(),
                since,
                now);
    }

    /// The rest waits for pods that go, however long that takes: what protects or feeds them is in it. It does not wait
    /// for pods of which nobody knows, or which the server refused to delete before.
    private static boolean holdsUpOthers(Namespace namespace, RemainingContent pods) {
        return !pods.objects().isEmpty() && (!pods.isToBeDeleted() || !NamespaceConditions.CONTENT.isTrueOf(namespace));
    }

    private static List<Resource<?>> deletable(ServedKinds kinds) {
        return kinds.preferred().stream()
                .filter(resource -> resource.isNamespaced() && resource.verbs().contains("delete"))
                .toList();
    }

    private static Optional<String> undiscovered(LiveAnswer<ServedKinds> served) {
        return switch (served) {
            case LiveAnswer.Found<ServedKinds>(var kinds) ->
                kinds.failures().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                "Discovery failed for some groups, %d failing: unable to retrieve the complete list of server APIs: %s"
                                        .formatted(kinds.failures().size(), inOrder(kinds.failures())));
            case LiveAnswer.Absent<ServedKinds> _ -> Optional.of("the server serves nothing");
            case LiveAnswer.Unknown<ServedKinds>(var because) -> Optional.of(because.message());
        };
    }

    private static String inOrder(Map<String, String> failures) {
        return failures.entrySet().stream()
                .map(failure -> failure.getKey() + ": " + failure.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /// Pods mostly take long to go, and the rest waits for the last of them.
    private static void whenTheLastPodIsGone(
            Change<LeanPod> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        var namespace = change.object().namespace();
        if (change instanceof Change.Deleted<LeanPod>
                && stores.of(LeanPod.PODS).countUnder(PODS_IN, namespace) == 0
                && stores.of(Namespace.NAMESPACES)
                        .find(ObjectKey.of(namespace))
                        .filter(Namespace::isDeleting)
                        .isPresent()) {
            into.accept(ObjectKey.of(namespace));
        }
    }

    // ---- decide and settle

    private Plan waiting(Snapshot snapshot) {
        var namespace = snapshot.namespace();
        if (!namespace.isDeleting()) {
            return Plan.nothing("not being deleted");
        }
        if (namespace.spec().finalizers().isEmpty()) {
            return Plan.nothing("empty, and left to others");
        }
        return Plan.nothing("waits until all API servers know that it is being deleted")
                .wakingIn(Duration.between(snapshot.now(), snapshot.since()));
    }

    /// Others may keep the namespace: then it shows that it is not us any more, and does so before
    /// we let go, as nobody reconciles it afterwards.
    private Plan ending(ContentDeletion emptying) {
        var before = emptying.namespace();
        var stays = !before.metadata().finalizers().isEmpty()
                || before.spec().finalizers().size() > 1;
        var after = NamespaceConditions.on(before, emptying, Outcomes.NONE);
        return stays && !after.equals(before)
                ? Plan.of("empty, and kept by others", writeStatus(after))
                : letGo(emptying);
    }

    private Plan letGo(ContentDeletion emptying) {
        var namespace = emptying.namespace();
        var others = namespace.spec().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(FINALIZER))
                .sorted()
                .toList();
        var unlistable = emptying.unlistable().stream()
                .<Step>map(it -> Step.deleteCollection(it, namespace.name()))
                .toList();
        var finalized = namespace.withSpec(spec -> spec.finalizers(others));
        return Plan.together("empty", unlistable)
                .then(Plan.of("empty", Step.updateSubresource(finalized, "finalize")))
                .wakingIn(longestRest);
    }

    private static Plan report(ContentDeletion emptying, Outcomes writes) {
        if (writes.appliedCount() > 0
                && !emptying.toBeDeleted().isEmpty()
                && emptying.failures(writes).isEmpty()) {
            return Plan.nothing("checks what is left");
        }
        var before = emptying.namespace();
        var after = NamespaceConditions.on(before, emptying, writes);
        return after.equals(before)
                ? Plan.nothing("nothing new to say")
                : Plan.of("says what holds it up", writeStatus(after));
    }

    private static Step writeStatus(Namespace namespace) {
        return Step.updateStatus(namespace, Step.Urgency.NOW);
    }
}
