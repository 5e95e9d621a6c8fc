package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.operation.Target;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import java.util.ArrayList;

/// Gives new volumes, claims and volume attributes classes the finalizer that keeps them while they are in use.
public final class StorageObjectInUseProtection implements AdmissionPlugin {
    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (!target.subresource().isEmpty()) {
            return object;
        }
        return switch (object) {
            case PersistentVolume volume -> protectedBy(volume, "kubernetes.io/pv-protection");
            case PersistentVolumeClaim claim -> protectedBy(claim, "kubernetes.io/pvc-protection");
            case VolumeAttributesClass attributes -> protectedBy(attributes, "kubernetes.io/vac-protection");
            default -> object;
        };
    }

    private static KubeObject protectedBy(KubeObject object, String finalizer) {
        var finalizers = object.metadata().finalizers();
        if (finalizers.contains(finalizer)) {
            return object;
        }
        var all = new ArrayList<>(finalizers);
        all.add(finalizer);
        return object.withMetadata(object.metadata().withFinalizers(all));
    }
}
