package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.base.flags.Flags;

/// How the pods that scrub released volumes of one kind are made.
///
/// @param minimumTimeout seconds such a pod may run at least
/// @param timeoutIncrement seconds added for each Gi of the volume
/// @param podTemplateFile a pod to use instead of the built-in one; empty for the built-in
public record RecyclerOptions(int minimumTimeout, int timeoutIncrement, String podTemplateFile) {
    /// How often a failed scrub is tried again; not a flag.
    public static final int MAXIMUM_RETRIES = 3;

    static final Flags<RecyclerOptions> NFS = Flags.section(PersistentVolumeBinderOptions.SECTION)
            .count(
                    "pv-recycler-minimum-timeout-nfs",
                    300,
                    "How many seconds the pod that scrubs an NFS volume may run at least.")
            .count(
                    "pv-recycler-increment-timeout-nfs",
                    30,
                    "How many more seconds per Gi of the volume the pod that scrubs an NFS" + " volume may run.")
            .text(
                    "pv-recycler-pod-template-filepath-nfs",
                    "",
                    "File with a pod to use as the template for scrubbing NFS volumes.")
            .into(RecyclerOptions::new);

    static final Flags<RecyclerOptions> HOST_PATH = Flags.section(PersistentVolumeBinderOptions.SECTION)
            .count(
                    "pv-recycler-minimum-timeout-hostpath",
                    60,
                    "How many seconds the pod that scrubs a HostPath volume may run at"
                            + " least. For single-node test clusters only.")
            .count(
                    "pv-recycler-timeout-increment-hostpath",
                    30,
                    "How many more seconds per Gi of the volume the pod that scrubs a"
                            + " HostPath volume may run. For single-node test clusters only.")
            .text(
                    "pv-recycler-pod-template-filepath-hostpath",
                    "",
                    "File with a pod to use as the template for scrubbing HostPath volumes."
                            + " For single-node test clusters only.")
            .into(RecyclerOptions::new);
}
