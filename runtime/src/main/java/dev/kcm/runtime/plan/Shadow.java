package dev.kcm.runtime.plan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Shadow mode: controllers decide, nothing is written, and what they would have written is held
/// against what the leader does. A withheld write is *agreed* when the caches show within a minute
/// that somebody created, changed or deleted the object it was about, else we are *alone* with it,
/// which is logged; *unseen* are writes to resources that nobody caches.
///
/// Assumptions: a change of the right object is taken for the right change, whoever made it; what
/// the leader does and no controller here wanted is not noticed. A leader faster than our caches
/// leaves us nothing to decide, which is agreement too, but is not counted.
///
/// Thread-safe.
public final class Shadow {
    static final Duration WAIT = Duration.ofMinutes(1);

    private static final Log log = Log.of(Shadow.class);

    private enum Happening {
        CREATED,
        CHANGED,
        DELETED
    }

    /// Something that may happen. Objects whose name the server chooses are known by their owner.
    private record Mark(String group, String plural, Happening deed, ObjectKey key) {
        static Mark of(Resource<?> resource, Happening deed, ObjectKey key) {
            return new Mark(resource.group(), resource.plural(), deed, key);
        }
    }

    private static final class Expected {
        final Step step;
        int count;

        Expected(Step step, int count) {
            this.step = step;
            this.count = count;
        }
    }

    private final Informers informers;
    private final Clock clock;
    private final Counter verdicts;

    /// What each controller expects to happen.
    @GuardedBy("this")
    private final Map<Mark, Map<String, Expected>> expected = new HashMap<>();

    @GuardedBy("this")
    private final Set<Store<?>> followed = new HashSet<>();

    public Shadow(Informers informers, Clock clock, Metrics metrics) {
        this.informers = informers;
        this.clock = clock;
        this.verdicts = metrics.counter(
                "kcm_shadow_writes_total",
                "[ALPHA] Writes that shadow mode withheld: agreed if the leader did"
                        + " likewise, alone if it did not within a minute, unseen if no"
                        + " cache would show.",
                "controller",
                "verdict");
    }

    /// Where the executor of one controller reports to.
    public ShadowListener of(String controller) {
        return step -> withheld(controller, step);
    }

    private void withheld(String controller, Step step) {
        if (!(step instanceof Step.Write write)) {
            return;
        }
        var resource = step.resource();
        var store = informers.anyStore(resource.group(), resource.plural());
        if (store.isEmpty()) {
            count(controller, "unseen", 1);
            return;
        }
        follow(store.get());
        if (hasHappened(write, store.get())) {
            count(controller, "agreed", 1);
        } else {
            expect(controller, write, mark(write));
        }
    }

    private synchronized void expect(String controller, Step.Write step, Mark mark) {
        var wanted = step.count();
        var byController = expected.computeIfAbsent(mark, _ -> new HashMap<>());
        var known = byController.get(controller);
        if (known != null) {
            known.count = Math.max(known.count, wanted);
            return;
        }
        var added = new Expected(step, wanted);
        byController.put(controller, added);
        clock.after(WAIT, () -> giveUp(controller, mark, added));
    }

    private synchronized void giveUp(String controller, Mark mark, Expected late) {
        var byController = expected.get(mark);
        if (byController != null && byController.remove(controller, late)) {
            if (byController.isEmpty()) {
                expected.remove(mark);
            }
            count(controller, "alone", late.count);
            log.info(
                    "Withheld a write that the leader did not make either",
                    "controller",
                    controller,
                    "step",
                    late.step.describe(),
                    "times",
                    late.count,
                    "within",
                    WAIT);
        }
    }

    private synchronized <T extends KubeObject> void follow(Store<T> store) {
        if (followed.add(store)) {
            store.onChange(this::changed);
        }
    }

    private void changed(Change<? extends KubeObject> change) {
        var object = change.object();
        switch (change) {
            case Change.Added<?> _ -> {
                happened(object, Happening.CREATED, object.key());
                happened(object, Happening.CREATED, unnamed(object));
            }
            case Change.Updated<?>(var before, var _) -> {
                happened(object, Happening.CHANGED, object.key());
                if (object.isDeleting() && !before.isDeleting()) {
                    happened(object, Happening.DELETED, object.key());
                }
            }
            case Change.Deleted<?> _ -> {
                happened(object, Happening.CHANGED, object.key());
                happened(object, Happening.DELETED, object.key());
            }
            case Change.Resynced<?> _ -> {}
        }
    }

    private synchronized void happened(KubeObject object, Happening deed, ObjectKey key) {
        var mark = Mark.of(object.resource(), deed, key);
        var byController = expected.get(mark);
        if (byController == null) {
            return;
        }
        byController.keySet().forEach(controller -> count(controller, "agreed", 1));
        byController.values().removeIf(waiting -> --waiting.count <= 0);
        if (byController.isEmpty()) {
            expected.remove(mark);
        }
    }

    private static Mark mark(Step.Write step) {
        return switch (step.operation()) {
            case Operation.Create create ->
                Mark.of(
                        step.resource(),
                        Happening.CREATED,
                        create.object().name().isEmpty()
                                ? unnamed(create.object())
                                : create.object().key());
            case Operation.Delete _ -> Mark.of(step.resource(), Happening.DELETED, step.key());
            default -> Mark.of(step.resource(), Happening.CHANGED, step.key());
        };
    }

    /// A key no object can have.
    private static ObjectKey unnamed(KubeObject object) {
        var whose =
                OwnerReferences.controllerUidOf(object).orElse(object.metadata().generateName());
        return new ObjectKey(object.namespace(), whose + "*");
    }

    /// Whether it happened between the decision and now.
    private static boolean hasHappened(Step.Write step, Store<? extends KubeObject> store) {
        Optional<? extends KubeObject> held = store.find(step.key());
        return switch (step.operation()) {
            case Operation.Create create -> !create.object().name().isEmpty() && held.isPresent();
            case Operation.Delete delete ->
                held.isEmpty()
                        || !held.get().uid().equals(delete.uid())
                        || held.get().isDeleting();
            case Operation.Update update -> isNewer(held, update.object());
            default -> false;
        };
    }

    private static boolean isNewer(Optional<? extends KubeObject> held, KubeObject observed) {
        return held.isEmpty() || !held.get().resourceVersion().equals(observed.resourceVersion());
    }

    private void count(String controller, String verdict, int times) {
        verdicts.with(controller, verdict).add(times);
    }
}
