package dev.kcm.controllers.network.slices;

/// Names that users and other programs know, as upstream spells them.
public final class Words {
    // labels of slices
    public static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    public static final String SERVICE_NAME = "kubernetes.io/service-name";

    private Words() {}
}
