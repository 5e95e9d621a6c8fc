package dev.kcm.controllers.shared.slices;

/// Labels that users and other programs know, as upstream spells them.
public final class Labels {
    public static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    public static final String SERVICE_NAME = "kubernetes.io/service-name";

    private Labels() {}
}
