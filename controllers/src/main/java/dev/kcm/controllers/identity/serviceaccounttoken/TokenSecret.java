package dev.kcm.controllers.identity.serviceaccounttoken;

import dev.kcm.controllers.shared.serviceaccounttokens.TokenSecrets;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.value.Bytes;

/// A secret that asks for a token of the service account its annotations name.
record TokenSecret(Secret secret) {

    static boolean is(Secret secret) {
        return secret.type().equals(TokenSecrets.TYPE);
    }

    /// The account it is for; its name is empty when the secret names none.
    ObjectKey account() {
        return ObjectKey.of(secret.namespace(), secret.annotations().getOrDefault(TokenSecrets.ACCOUNT_NAME, ""));
    }

    /// A secret without a uid takes any account of the name.
    boolean isFor(ServiceAccount account) {
        var uid = secret.annotations().getOrDefault(TokenSecrets.ACCOUNT_UID, "");
        return uid.isEmpty() || uid.equals(account.uid());
    }

    boolean needsToken() {
        return isEmpty(SecretKeys.TOKEN);
    }

    boolean needsNamespace() {
        return isEmpty(SecretKeys.NAMESPACE);
    }

    boolean needsAuthorities(Bytes authorities) {
        return !authorities.isEmpty()
                && !authorities.equals(secret.data().getOrDefault(SecretKeys.AUTHORITIES, Bytes.EMPTY));
    }

    boolean isComplete(Bytes authorities) {
        return !needsToken() && !needsNamespace() && !needsAuthorities(authorities);
    }

    private boolean isEmpty(String key) {
        return secret.data().getOrDefault(key, Bytes.EMPTY).isEmpty();
    }
}
