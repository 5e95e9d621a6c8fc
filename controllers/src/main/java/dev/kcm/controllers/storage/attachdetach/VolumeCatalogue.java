package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.controllers.storage.attachdetach.AttachableVolume.Plugin;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanVolume;
import dev.kcm.model.storage.v1.CSIDriver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of claims, volumes and drivers, and so which volumes of a pod have to be attached. Belongs to the
/// loop's thread; the objects are the caches'.
final class VolumeCatalogue {
    private final Map<ObjectKey, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new HashMap<>();

    /// Drivers that say that nothing has to be attached for them.
    private final Set<String> withoutAttachment = new HashSet<>();

    void show(PersistentVolumeClaim claim) {
        claims.put(claim.key(), claim);
    }

    void gone(PersistentVolumeClaim claim) {
        claims.remove(claim.key());
    }

    void show(PersistentVolume volume) {
        volumes.put(volume.name(), volume);
    }

    void gone(PersistentVolume volume) {
        volumes.remove(volume.name());
    }

    void show(CSIDriver driver) {
        if (driver.spec().attachRequired().orElse(true)) {
            withoutAttachment.remove(driver.name());
        } else {
            withoutAttachment.add(driver.name());
        }
    }

    void gone(CSIDriver driver) {
        withoutAttachment.remove(driver.name());
    }

    boolean isToBeAttached(AttachableVolume volume) {
        return volume.csi()
                .filter(it -> withoutAttachment.contains(it.driver()))
                .isEmpty();
    }

    /// Those of its volumes that can be attached by now: claims have to be bound first.
    List<AttachableVolume> attachable(LeanPod pod) {
        var found = new ArrayList<AttachableVolume>();
        for (var volume : pod.spec().volumes()) {
            attachable(pod, volume).filter(this::isToBeAttached).ifPresent(found::add);
        }
        return found;
    }

    /// The plugins of all its volumes, whether attached or not, as metrics have them.
    List<String> plugins(LeanPod pod) {
        var found = new ArrayList<String>();
        for (var volume : pod.spec().volumes()) {
            volume.volumeSource()
                    .csi()
                    .map(csi -> Plugin.CSI.text() + ":" + csi.driver())
                    .or(() -> attachable(pod, volume).map(AttachableVolume::pluginName))
                    .ifPresent(found::add);
        }
        return found;
    }

    Optional<AttachableVolume> persistent(String name) {
        return Optional.ofNullable(volumes.get(name)).flatMap(VolumeCatalogue::persistent);
    }

    private Optional<AttachableVolume> attachable(LeanPod pod, LeanVolume volume) {
        var claim = PodVolumeClaims.claimOf(pod, volume);
        return claim.isPresent()
                ? bound(pod, volume, claim.get()).flatMap(VolumeCatalogue::persistent)
                : InlineVolumes.of(volume, pod.namespace());
    }

    private Optional<PersistentVolume> bound(LeanPod pod, LeanVolume volume, ObjectKey key) {
        boolean isEphemeral = volume.volumeSource().ephemeral().isPresent();
        return Optional.ofNullable(claims.get(key))
                .filter(claim -> !isEphemeral || PodVolumeClaims.isMadeFor(claim, pod))
                .filter(claim -> claim.status().phase().equals("Bound"))
                .flatMap(claim -> Optional.ofNullable(volumes.get(claim.spec().volumeName()))
                        .filter(it -> it.spec()
                                .claimRef()
                                .filter(reference -> reference.uid().equals(claim.uid()))
                                .isPresent()));
    }

    private static Optional<AttachableVolume> persistent(PersistentVolume volume) {
        var spec = volume.spec();
        boolean isShared = AttachableVolume.allowsManyNodes(spec.accessModes());
        return spec.csi()
                .map(csi -> AttachableVolume.csi(
                        volume.name(),
                        spec.accessModes(),
                        new CsiVolume(csi.driver(), csi.volumeHandle(), Optional.empty(), false)))
                .or(() -> spec.fc()
                        .flatMap(it -> InlineVolumes.fibreChannel(
                                volume.name(), it.targetWWNs(), it.lun(), it.wwids(), isShared)))
                .or(() -> spec.iscsi()
                        .map(it -> AttachableVolume.of(
                                Plugin.ISCSI,
                                volume.name(),
                                "%s:%s:%d".formatted(it.targetPortal(), it.iqn(), it.lun()),
                                isShared)))
                .or(() -> MigratedVolumes.of(volume));
    }
}
