package dev.kcm.controllers.identity.legacyserviceaccounttokencleaner;

/// The ConfigMap in which the API server says since when it tracks the use of legacy tokens.
final class TrackingConfigMap {
    static final String NAMESPACE = "kube-system";
    static final String NAME = "kube-apiserver-legacy-service-account-token-tracking";
    static final String SINCE = "since";

    private TrackingConfigMap() {}
}
