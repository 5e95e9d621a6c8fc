package dev.kcm.controllers.housekeeping.garbagecollector;

/// Finalizers, as upstream spells them.
final class Finalizers {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    private Finalizers() {}
}
