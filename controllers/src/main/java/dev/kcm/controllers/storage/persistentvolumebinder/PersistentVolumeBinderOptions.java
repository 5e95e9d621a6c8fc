package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the persistentvolume-binder-controller.
public record PersistentVolumeBinderOptions(
        Duration syncPeriod,
        boolean hostPathProvisioning,
        boolean dynamicProvisioning,
        String flexVolumePluginDirectory,
        RecyclerOptions nfs,
        RecyclerOptions hostPath) {
    static final String SECTION = "persistentvolume-binder-controller";

    public static final Flags<PersistentVolumeBinderOptions> FLAGS = Flags.section(SECTION)
            .duration(
                    "pvclaimbinder-sync-period",
                    Duration.ofSeconds(15),
                    "How often every volume and claim is synced again.")
            .bool(
                    "enable-hostpath-provisioner",
                    false,
                    "Provision HostPath volumes when there is no cloud provider. For trying"
                            + " things out on one node only: it does not work on several and is"
                            + " not supported.")
            .bool("enable-dynamic-provisioning", true, "Provision volumes on demand where the storage can.")
            .text(
                    "flex-volume-plugin-dir",
                    "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
                    "Directory in which flex volumes look for further plugins.")
            .group(RecyclerOptions.NFS)
            .group(RecyclerOptions.HOST_PATH)
            .into(PersistentVolumeBinderOptions::new);
}
