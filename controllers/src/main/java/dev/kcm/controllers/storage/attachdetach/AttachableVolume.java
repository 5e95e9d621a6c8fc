package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.core.v1.PersistentVolumeSpec;
import java.util.List;
import java.util.Optional;

/// A volume that has to be attached before a node can mount it.
///
/// @param name what nodes and this controller call it, the same whoever refers to it
/// @param shownName what events call it: the PersistentVolume, or the volume of the pod
/// @param plugin whose volume it is
/// @param allowsManyNodes whether several nodes may have it at the same time
/// @param csi empty for those that are attached by saying so
record AttachableVolume(
        String name, String shownName, Plugin plugin, boolean allowsManyNodes, Optional<CsiVolume> csi) {

    /// The plugins whose volumes are attached.
    enum Plugin {
        CSI("kubernetes.io/csi"),
        FIBRE_CHANNEL("kubernetes.io/fc"),
        ISCSI("kubernetes.io/iscsi");

        private final String text;

        Plugin(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// @param inlineSpec for one that has no PersistentVolume
    /// @param isMigrated it was of a plugin that there is no more
    record CsiVolume(String driver, String handle, Optional<PersistentVolumeSpec> inlineSpec, boolean isMigrated) {}

    static AttachableVolume csi(String shownName, List<String> accessModes, CsiVolume csi) {
        return new AttachableVolume(
                VolumeNames.csi(csi.driver(), csi.handle()),
                shownName,
                Plugin.CSI,
                allowsManyNodes(accessModes),
                Optional.of(csi));
    }

    /// @param identity what the plugin tells its volumes apart by
    static AttachableVolume of(Plugin plugin, String shownName, String identity, boolean allowsManyNodes) {
        return new AttachableVolume(
                plugin.text() + "/" + identity, shownName, plugin, allowsManyNodes, Optional.empty());
    }

    /// Without any access mode nobody forbids it.
    static boolean allowsManyNodes(List<String> accessModes) {
        return accessModes.isEmpty() || accessModes.contains("ReadWriteMany") || accessModes.contains("ReadOnlyMany");
    }

    /// As metrics have it.
    String pluginName() {
        return csi.map(it -> plugin.text() + ":" + it.driver()).orElse(plugin.text());
    }

    boolean isMigrated() {
        return csi.filter(CsiVolume::isMigrated).isPresent();
    }
}
