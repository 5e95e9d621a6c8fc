package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;

/// Which changes mean nothing here. Of pods that is nearly all of them.
final class StorageChanges {
    private StorageChanges() {}

    static boolean isIrrelevant(Change<? extends KubeObject> change) {
        return switch (change) {
            case Change.Updated<?>(LeanPod before, LeanPod now) -> isIrrelevant(now) || isAlike(before, now);
            case Change.Updated<?>(PersistentVolumeClaim before, PersistentVolumeClaim now) -> isAlike(before, now);
            case Change.Updated<?>(PersistentVolume before, PersistentVolume now) -> isAlike(before, now);
            default -> change.object() instanceof LeanPod pod && isIrrelevant(pod);
        };
    }

    private static boolean isIrrelevant(LeanPod pod) {
        return pod.spec().nodeName().isEmpty() || pod.spec().volumes().isEmpty();
    }

    private static boolean isAlike(LeanPod before, LeanPod now) {
        return before.uid().equals(now.uid())
                && before.spec().nodeName().equals(now.spec().nodeName())
                && PodTracker.isTerminated(before) == PodTracker.isTerminated(now);
    }

    private static boolean isAlike(PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return before.uid().equals(now.uid())
                && before.status().phase().equals(now.status().phase())
                && before.spec().volumeName().equals(now.spec().volumeName());
    }

    private static boolean isAlike(PersistentVolume before, PersistentVolume now) {
        return before.uid().equals(now.uid()) && before.spec().equals(now.spec());
    }
}
