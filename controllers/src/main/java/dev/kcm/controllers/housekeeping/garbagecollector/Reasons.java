package dev.kcm.controllers.housekeeping.garbagecollector;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String OWNER_REF_INVALID_NAMESPACE = "OwnerRefInvalidNamespace";

    private Reasons() {}
}
