package dev.kcm.controllers.node.resourceclaim;

/// Names that the scheduler, drivers and upstream's controller know, too.
final class Names {
    /// On a claim that was made for a pod: which of the claims in its spec it stands for.
    static final String POD_CLAIM_ANNOTATION = "resource.kubernetes.io/pod-claim-name";

    /// On a claim that the scheduler made for a pod's extended resources.
    static final String EXTENDED_RESOURCE_ANNOTATION = "resource.kubernetes.io/extended-resource-claim";

    /// The scheduler puts it on a claim before it allocates; as long as it is there, what is allocated is not lost.
    static final String DELETE_PROTECTION = "resource.kubernetes.io/delete-protection";

    static final String FIELD_MANAGER = "ResourceClaimController";

    static final String FAILED_CREATION = "FailedResourceClaimCreation";

    private Names() {}
}
