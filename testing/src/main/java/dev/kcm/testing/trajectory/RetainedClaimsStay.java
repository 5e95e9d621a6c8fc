package dev.kcm.testing.trajectory;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// No claim of a StatefulSet is deleted that its retention policy keeps.
final class RetainedClaimsStay implements Invariant {
    private static final String NAME = "retained-claims-stay";

    /// As they were last seen; also those that are gone.
    private final Map<ObjectKey, StatefulSet> sets = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (change.object() instanceof StatefulSet set) {
            sets.put(set.key(), set);
        }
        if (!(change.object() instanceof PersistentVolumeClaim claim)
                || !change.beginsDeletion()
                || world.userWrites().deleted(claim)
                || world.isNamespaceTerminating()) {
            return;
        }
        sets.values().stream()
                .filter(set -> isItsClaim(set, claim) && keeps(set, claim, world))
                .forEach(set -> violations.accept(Violation.of(
                        NAME, set, "claim %s was deleted, which it keeps".formatted(claim.name()), change)));
    }

    private static boolean isItsClaim(StatefulSet set, PersistentVolumeClaim claim) {
        return set.spec().volumeClaimTemplates().stream()
                .anyMatch(template -> claim.name().matches(template.name() + "-" + set.name() + "-[0-9]+"));
    }

    private static boolean keeps(StatefulSet set, PersistentVolumeClaim claim, World world) {
        var policy = set.spec().persistentVolumeClaimRetentionPolicy();
        boolean isGoing =
                set.isDeleting() || world.find(set.uid(), StatefulSet.class).isEmpty();
        if (isGoing) {
            return policy.map(it -> it.whenDeleted().equals("Retain")).orElse(true)
                    && policy.map(it -> it.whenScaled().equals("Retain")).orElse(true);
        }
        int ordinal = StatefulPods.ordinal(claim.name()).orElse(0);
        boolean isWanted = ordinal >= StatefulPods.start(set) && ordinal < StatefulPods.end(set);
        boolean isSettled = set.status().observedGeneration() == set.metadata().generation();
        return isSettled
                && (isWanted
                        || policy.map(it -> it.whenScaled().equals("Retain")).orElse(true));
    }
}
