package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String LAST_USED = "kubernetes.io/legacy-token-last-used";
    static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    private Labels() {}
}
