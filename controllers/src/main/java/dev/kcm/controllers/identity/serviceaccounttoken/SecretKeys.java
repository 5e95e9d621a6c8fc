package dev.kcm.controllers.identity.serviceaccounttoken;

/// The keys under which a token secret keeps its data.
final class SecretKeys {
    static final String AUTHORITIES = "ca.crt";
    static final String NAMESPACE = "namespace";
    static final String TOKEN = "token";

    private SecretKeys() {}
}
