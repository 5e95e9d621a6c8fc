package dev.kcm.controllers.storage.persistentvolumebinder;

/// Phases of claims and volumes.
final class Phases {
    static final String PENDING = "Pending";
    static final String BOUND = "Bound";
    static final String LOST = "Lost";
    static final String AVAILABLE = "Available";
    static final String RELEASED = "Released";
    static final String FAILED = "Failed";

    private Phases() {}
}
