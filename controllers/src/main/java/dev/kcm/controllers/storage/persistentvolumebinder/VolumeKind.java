package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;

/// What a volume and a claim must agree in.
record VolumeKind(String storageClass, String volumeMode, String attributesClass) {
    static VolumeKind of(PersistentVolume volume) {
        return new VolumeKind(
                StorageFacts.classOf(volume), StorageFacts.modeOf(volume), StorageFacts.attributesClassOf(volume));
    }

    static VolumeKind of(PersistentVolumeClaim claim) {
        return new VolumeKind(
                StorageFacts.classOf(claim), StorageFacts.modeOf(claim), StorageFacts.attributesClassOf(claim));
    }
}
