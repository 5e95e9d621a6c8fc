package dev.kcm.controllers.storage.persistentvolumebinder;

/// Finalizers that keep a volume until what is behind it was deleted.
final class Finalizers {
    /// The binder's own, for volumes of plugins of this program.
    static final String IN_TREE = "kubernetes.io/pv-controller";

    /// That of external provisioners.
    static final String EXTERNAL = "external-provisioner.volume.kubernetes.io/finalizer";

    private Finalizers() {}
}
