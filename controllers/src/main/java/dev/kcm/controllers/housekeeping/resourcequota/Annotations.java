package dev.kcm.controllers.housekeeping.resourcequota;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    static final String FOR_EXTENDED_RESOURCE = "resource.kubernetes.io/extended-resource-claim";
    static final String STORAGE_CLASS = "volume.beta.kubernetes.io/storage-class";

    private Annotations() {}
}
