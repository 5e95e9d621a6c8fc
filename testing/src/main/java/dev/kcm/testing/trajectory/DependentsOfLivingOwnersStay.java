package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.function.Consumer;

/// The garbage collector deletes nothing that has an owner which is there and not about to go. Resources
/// that other controllers delete, too, are left out: nobody can tell from outside who did it.
final class DependentsOfLivingOwnersStay implements Invariant {
    private static final String NAME = "dependents-of-living-owners-stay";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        var object = change.object();
        if (!change.beginsDeletion()
                || world.isNamespaceTerminating()
                || world.userWrites().deleted(object)
                || world.settings().deleted().contains(object.resource().plural())
                || !world.settings().runs("garbage-collector-controller")) {
            return;
        }
        var owners = change.before()
                .map(KubeObject::metadata)
                .orElse(object.metadata())
                .ownerReferences();
        owners.stream()
                .filter(owner -> isThere(owner, world))
                .findFirst()
                .ifPresent(owner -> violations.accept(Violation.of(
                        NAME,
                        object,
                        "was deleted although its owner %s %s is there".formatted(owner.kind(), owner.name()),
                        change)));
    }

    /// A reference that has the uid of an object and another kind or name refers to nothing.
    private static boolean isThere(OwnerReference owner, World world) {
        return world.find(owner.uid())
                .filter(it ->
                        it.resource().kind().equals(owner.kind()) && it.name().equals(owner.name()))
                .filter(it -> !it.isDeleting())
                .isPresent();
    }
}
