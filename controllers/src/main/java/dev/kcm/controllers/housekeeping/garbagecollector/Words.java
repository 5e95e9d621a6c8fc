package dev.kcm.controllers.housekeeping.garbagecollector;

/// Words that upstream's users know.
final class Words {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";
    static final String OWNER_REF_INVALID_NAMESPACE = "OwnerRefInvalidNamespace";

    private Words() {}
}
