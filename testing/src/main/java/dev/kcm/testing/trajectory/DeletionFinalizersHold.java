package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// An object that is deleted in the foreground goes after the dependents that block it, and one that leaves orphans
/// goes after these have lost their reference to it.
final class DeletionFinalizersHold implements Invariant {
    private static final String NAME = "deletion-finalizers-hold";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final Map<String, Instant> dependentSince = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        var object = change.object();
        object.metadata()
                .ownerReferences()
                .forEach(owner -> dependentSince.putIfAbsent(object.uid() + owner.uid(), world.now()));
        if (world.userWrites().changed(object) || !world.settings().runs("garbage-collector-controller")) {
            return;
        }
        if (change.losesFinalizer(FOREGROUND)) {
            requireNone(change, world, it -> blocks(it, object), "deleted in the foreground", violations);
        }
        if (change.losesFinalizer(ORPHAN)) {
            requireNone(change, world, _ -> true, "deleted leaving orphans", violations);
        }
    }

    private void requireNone(
            ObservedChange change,
            World world,
            Predicate<KubeObject> forbidden,
            String how,
            Consumer<Violation> violations) {
        var owner = change.object();
        world.dependents(owner.uid()).stream()
                .filter(forbidden)
                .filter(it -> world.isLongAgo(dependentSince.getOrDefault(it.uid() + owner.uid(), world.now())))
                .findFirst()
                .ifPresent(it -> violations.accept(Violation.of(
                        NAME,
                        owner,
                        "was %s, and %s %s still refers to it"
                                .formatted(how, it.resource().kind(), it.name()),
                        change)));
    }

    private static boolean blocks(KubeObject dependent, KubeObject owner) {
        return dependent.metadata().ownerReferences().stream()
                .anyMatch(it ->
                        it.uid().equals(owner.uid()) && it.blockOwnerDeletion().orElse(false));
    }
}
