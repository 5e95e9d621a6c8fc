package dev.kcm.conformance.housekeeping;

/// What a cluster serves is the same for all scenarios that run on it at a time.
final class ServedGroups {
    /// Held exclusively by tests that change it, shared by those that a change would disturb.
    static final String LOCK = "the groups the cluster serves";

    private ServedGroups() {}
}
