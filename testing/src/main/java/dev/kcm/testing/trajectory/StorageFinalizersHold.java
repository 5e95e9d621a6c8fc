package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Claims and volumes that nobody deletes lose none of their finalizers, but for those that follow a volume's reclaim
/// policy. What users take off breaks no promise.
final class StorageFinalizersHold implements Invariant {
    private static final String NAME = "storage-finalizers-hold";

    private static final Set<String> OF_THE_POLICY =
            Set.of("kubernetes.io/pv-controller", "external-provisioner.volume.kubernetes.io/finalizer");

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        var object = change.object();
        boolean isStorage = object instanceof PersistentVolume || object instanceof PersistentVolumeClaim;
        if (!isStorage
                || change.isRemoval()
                || object.isDeleting()
                || change.before().isEmpty()
                || world.userWrites().changed(object)) {
            return;
        }
        finalizers(change.before().get()).stream()
                .filter(finalizer -> change.losesFinalizer(finalizer) && !mayGo(object, finalizer))
                .forEach(finalizer ->
                        violations.accept(Violation.of(NAME, object, "lost its finalizer " + finalizer, change)));
    }

    private static List<String> finalizers(KubeObject object) {
        return object.metadata().finalizers();
    }

    private static boolean mayGo(KubeObject object, String finalizer) {
        return object instanceof PersistentVolume && OF_THE_POLICY.contains(finalizer);
    }
}
