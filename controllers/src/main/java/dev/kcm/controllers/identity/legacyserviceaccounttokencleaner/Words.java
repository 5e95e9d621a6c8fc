package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

/// Upstream's spelling.
final class Words {
    static final String TOKEN_TYPE = "kubernetes.io/service-account-token";
    static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";
    static final String LAST_USED = "kubernetes.io/legacy-token-last-used";
    static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    static final String TRACKING_NAMESPACE = "kube-system";
    static final String TRACKING = "kube-apiserver-legacy-service-account-token-tracking";
    static final String TRACKED_SINCE = "since";

    private Words() {}
}
