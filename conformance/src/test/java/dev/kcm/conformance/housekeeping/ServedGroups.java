package dev.kcm.conformance.housekeeping;

/// What a cluster serves is the same for all scenarios that run on it at a time.
final class ServedGroups {
    /// Held alone by who changes it, together by those whom that would inject.
    static final String LOCK = "the groups the cluster serves";

    private ServedGroups() {}
}
