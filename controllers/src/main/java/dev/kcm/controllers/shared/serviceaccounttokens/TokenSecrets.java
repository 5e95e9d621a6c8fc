package dev.kcm.controllers.shared.serviceaccounttokens;

/// How a secret says that it holds the token of a service account, as upstream spells it.
public final class TokenSecrets {
    public static final String TYPE = "kubernetes.io/service-account-token";
    public static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
    public static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private TokenSecrets() {}
}
