package dev.kcm.cluster.storage;

/// What the simulated driver, and those who work for it, are called.
final class DriverNames {
    static final String DRIVER = "csi.kcm.dev";
    static final String STORAGE_CLASS = "standard";

    static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
    static final String STORAGE_PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    static final String BETA_STORAGE_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    static final String DELETION_SECRET_NAME = "volume.kubernetes.io/provisioner-deletion-secret-name";
    static final String DELETION_SECRET_NAMESPACE = "volume.kubernetes.io/provisioner-deletion-secret-namespace";
    static final String NODE_ID = "csi.alpha.kubernetes.io/node-id";
    static final String IS_DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";

    static final String PROVISIONER_FINALIZER = "external-provisioner.volume.kubernetes.io/finalizer";
    static final String ATTACHER_FINALIZER = "external-attacher/csi-kcm-dev";

    static final String STORAGE = "storage";
    static final String ZONE = "topology.kubernetes.io/zone";

    private DriverNames() {}
}
