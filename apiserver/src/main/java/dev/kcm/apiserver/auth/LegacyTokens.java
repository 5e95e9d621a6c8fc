package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.value.Bytes;

/// Tokens that a controller writes into secrets. Each is valid as long as its secret holds it.
record LegacyTokens(VersionedStore store) {
    static final String ISSUER = "kubernetes/serviceaccount";

    private static final String CLAIM = "kubernetes.io/serviceaccount/";
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    RequestUser user(String token, JsonObject claims) throws InvalidTokenException {
        var namespace = required(claims, "namespace", "namespace");
        var secretName = required(claims, "secret.name", "secretName");
        var name = required(claims, "service-account.name", "serviceAccountName");
        var uid = required(claims, "service-account.uid", "serviceAccountUID");
        if (!claims.textAt("sub").orElse("").equals("system:serviceaccount:" + namespace + ":" + name)) {
            throw new InvalidTokenException("sub claim is invalid");
        }
        var secret = secret(token, namespace, secretName);
        requireAccount(namespace, name, uid);
        if (!secret.labels().getOrDefault(INVALID_SINCE, "").isEmpty()) {
            throw new InvalidTokenException(
                    "the token in secret %s/%s for service account %s/%s has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '%s' label from the secret to temporarily allow use of this token"
                            .formatted(namespace, secretName, namespace, name, INVALID_SINCE));
        }
        return RequestUser.serviceAccount(namespace, name, uid);
    }

    private static String required(JsonObject claims, String claim, String shown) throws InvalidTokenException {
        var value = claims.textAt(CLAIM + claim).orElse("");
        if (value.isEmpty()) {
            throw new InvalidTokenException(shown + " claim is missing");
        }
        return value;
    }

    private Secret secret(String token, String namespace, String name) throws InvalidTokenException {
        var found = store.get(Secret.SECRETS, ObjectKey.of(namespace, name));
        if (found.isEmpty() || found.get().isDeleting()) {
            throw new InvalidTokenException("Token has been invalidated");
        }
        var secret = (Secret) found.get();
        if (!Bytes.utf8(token).equals(secret.data().get("token"))) {
            throw new InvalidTokenException("Token does not match server's copy");
        }
        return secret;
    }

    private void requireAccount(String namespace, String name, String uid) throws InvalidTokenException {
        var found = store.get(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(namespace, name));
        if (found.isEmpty()) {
            throw new InvalidTokenException("serviceaccounts \"%s\" not found".formatted(name));
        }
        if (found.get().isDeleting()) {
            throw new InvalidTokenException("ServiceAccount %s/%s has been deleted".formatted(namespace, name));
        }
        if (!found.get().uid().equals(uid)) {
            throw new InvalidTokenException("ServiceAccount UID (%s) does not match claim (%s)"
                    .formatted(found.get().uid(), uid));
        }
    }
}
