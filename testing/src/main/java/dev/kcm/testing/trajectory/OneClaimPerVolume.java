package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.Optional;
import java.util.function.Consumer;

/// No volume is bound to two claims: no claim becomes Bound to a volume that another is Bound to, and no volume points
/// at another claim while the one it pointed at has it. What a user points where breaks no promise.
final class OneClaimPerVolume implements Invariant {
    private static final String NAME = "one-claim-per-volume";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (change.isRemoval()) {
            return;
        }
        switch (change.object()) {
            case PersistentVolumeClaim claim
            when becomesBound(change, claim) ->
                world.objects().stream()
                        .filter(it -> it instanceof PersistentVolumeClaim other
                                && !other.uid().equals(claim.uid())
                                && isBoundTo(other, claim.spec().volumeName()))
                        .forEach(other -> violations.accept(Violation.of(
                                NAME,
                                claim,
                                "is Bound to volume %s, as claim %s is"
                                        .formatted(claim.spec().volumeName(), other.name()),
                                change)));
            case PersistentVolume volume
            when !world.userWrites().changed(volume) ->
                pointedAt(change.before())
                        .filter(uid -> !Optional.of(uid).equals(pointedAt(Optional.of(volume))))
                        .flatMap(uid -> world.find(uid, PersistentVolumeClaim.class))
                        .filter(claim -> isBoundTo(claim, volume.name()))
                        .ifPresent(claim -> violations.accept(
                                Violation.of(NAME, volume, "was taken from claim %s".formatted(claim.name()), change)));
            default -> {}
        }
    }

    private static boolean becomesBound(ObservedChange change, PersistentVolumeClaim claim) {
        return isBoundTo(claim, claim.spec().volumeName())
                && change.before()
                        .filter(before -> isBoundTo(
                                (PersistentVolumeClaim) before, claim.spec().volumeName()))
                        .isEmpty();
    }

    private static boolean isBoundTo(PersistentVolumeClaim claim, String volume) {
        return claim.status().phase().equals("Bound")
                && claim.spec().volumeName().equals(volume);
    }

    private static Optional<String> pointedAt(Optional<? extends Object> volume) {
        return volume.filter(PersistentVolume.class::isInstance)
                .flatMap(it -> ((PersistentVolume) it).spec().claimRef())
                .map(ObjectReference::uid)
                .filter(uid -> !uid.isEmpty());
    }
}
