package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is to become of an object with owners, once it is known what became of each.
///
/// @param metadata the object as it is
/// @param owners each owner with its fate
/// @param dependents what the graph knows of those it owns
/// @param manner how to write
record DeletionDecision(
        Resource<?> resource, ObjectMeta metadata, List<Owner> owners, HasDependents dependents, Manner manner) {

    /// What became of an owner.
    enum Fate {
        /// It exists.
        SOLID,
        /// It does not.
        ABSENT,
        /// It goes once this object is gone.
        WAITING
    }

    /// @param because why it is absent, if that is known
    record Owner(OwnerReference reference, Fate fate, String because) {}

    enum HasDependents {
        NONE,
        SOME,
        /// One of which itself waits for what it owns: it and its owners may own each other.
        SOME_WAITING
    }

    /// @param isStrategic the kind takes strategic patches
    /// @param isConditional deletion is refused if the object changed meanwhile
    record Manner(boolean isStrategic, boolean isConditional) {}

    Plan plan() {
        if (any(Fate.SOLID)) {
            return keep();
        }
        return any(Fate.WAITING) && dependents != HasDependents.NONE ? deleteAfterDependents() : delete(usualCascade());
    }

    private Plan keep() {
        var lost = owners.stream()
                .filter(owner -> owner.fate() != Fate.SOLID)
                .map(owner -> owner.reference().uid())
                .toList();
        return lost.isEmpty()
                ? Plan.nothing("has an owner")
                : Plan.of("still has an owner, but " + fates(), patches().without(lost));
    }

    /// Blocking references would have a circle of owners wait for each other for ever.
    private Plan deleteAfterDependents() {
        var isBlocking = metadata.ownerReferences().stream().anyMatch(GraphNode::isBlocking);
        return dependents == HasDependents.SOME_WAITING && isBlocking
                ? Plan.of(fates() + ", and what it owns waits too", patches().unblocking())
                : delete(Propagation.FOREGROUND);
    }

    private Plan delete(Propagation cascade) {
        var deletion = Step.delete(resource, new ObjectKey(metadata.namespace(), metadata.name()), metadata.uid())
                .withPropagation(cascade);
        return Plan.of(
                fates(), manner.isConditional() ? deletion.unlessChangedSince(metadata.resourceVersion()) : deletion);
    }

    /// Whoever put a finalizer there wanted its dependents treated so.
    private Propagation usualCascade() {
        return metadata.finalizers().contains(Finalizers.ORPHAN)
                ? Propagation.ORPHAN
                : metadata.finalizers().contains(Finalizers.FOREGROUND)
                        ? Propagation.FOREGROUND
                        : Propagation.BACKGROUND;
    }

    /// What became of its owners, and why.
    private String fates() {
        return Stream.of(Fate.ABSENT, Fate.WAITING)
                .flatMap(fate -> owners.stream().filter(owner -> owner.fate() == fate))
                .map(this::fate)
                .collect(Collectors.joining(" and "));
    }

    private String fate(Owner owner) {
        var who = "its owner %s %s"
                .formatted(owner.reference().kind(), owner.reference().name());
        return switch (owner.fate()) {
            case SOLID -> who + " exists";
            case ABSENT -> who + " is gone" + (owner.because().isEmpty() ? "" : " (" + owner.because() + ")");
            case WAITING -> who + " is deleted in the foreground";
        };
    }

    private boolean any(Fate fate) {
        return owners.stream().anyMatch(owner -> owner.fate() == fate);
    }

    private OwnerPatches patches() {
        return new OwnerPatches(resource, metadata, manner.isStrategic());
    }
}
