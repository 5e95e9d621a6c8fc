package dev.kcm.controllers.network.endpointslicemirroring;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String INVALID_ADDRESS = "InvalidIPAddress";
    static final String TOO_MANY = "TooManyAddressesToMirror";

    private Reasons() {}
}
