package dev.kcm.controllers.network.endpointslice;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String UPDATE_FAILED = "FailedToUpdateEndpointSlices";
    static final String HINTS_ENABLED = "TopologyAwareHintsEnabled";
    static final String HINTS_DISABLED = "TopologyAwareHintsDisabled";

    private Reasons() {}
}
