package dev.kcm.controllers.identity.serviceaccounttoken;

/// Upstream's spelling.
final class Words {
    static final String TOKEN_TYPE = "kubernetes.io/service-account-token";
    static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    static final String AUTHORITIES = "ca.crt";
    static final String NAMESPACE = "namespace";
    static final String TOKEN = "token";

    static final String ISSUER = "kubernetes/serviceaccount";
    static final String CLAIM = "kubernetes.io/serviceaccount/";
    static final String SUBJECT = "system:serviceaccount:";

    private Words() {}
}
