package dev.kcm.controllers.storage.persistentvolumebinder;

/// Reasons of events, as upstream has them.
final class Reasons {
    static final String FAILED_BINDING = "FailedBinding";
    static final String VOLUME_MISMATCH = "VolumeMismatch";
    static final String WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer";
    static final String WAIT_FOR_POD_SCHEDULED = "WaitForPodScheduled";
    static final String EXTERNAL_PROVISIONING = "ExternalProvisioning";
    static final String PROVISIONING_FAILED = "ProvisioningFailed";
    static final String PROVISIONING_SUCCEEDED = "ProvisioningSucceeded";
    static final String CLAIM_LOST = "ClaimLost";
    static final String CLAIM_MISBOUND = "ClaimMisbound";
    static final String FAILED_RECYCLE = "VolumeFailedRecycle";
    static final String RECYCLED = "VolumeRecycled";
    static final String FAILED_DELETE = "VolumeFailedDelete";
    static final String UNKNOWN_RECLAIM_POLICY = "VolumeUnknownReclaimPolicy";

    private Reasons() {}
}
