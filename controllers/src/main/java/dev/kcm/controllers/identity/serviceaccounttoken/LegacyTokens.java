package dev.kcm.controllers.identity.serviceaccounttoken;

import dev.kcm.base.jose.TokenSigner;
import dev.kcm.base.pem.Pem;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.json.Json;
import dev.kcm.model.value.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the tokens that live in secrets: they do not expire, and are good as long as secret and
/// account are there.
@FunctionalInterface
interface LegacyTokens {
    static final String ISSUER = "kubernetes/serviceaccount";
    static final String CLAIM = "kubernetes.io/serviceaccount/";
    static final String SUBJECT = "system:serviceaccount:";

    Bytes write(ServiceAccount account, Secret secret);

    /// Signed with the key in a PEM file.
    ///
    /// @throws IllegalArgumentException when the file cannot be used
    static LegacyTokens signedWith(Path keyFile) {
        try {
            var key = Pem.privateKey(keyFile.toString(), Files.readString(keyFile));
            var signer = TokenSigner.of(key);
            return (account, secret) -> Bytes.utf8(signer.sign(claims(account, secret)));
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "Cannot read --service-account-private-key-file %s: %s".formatted(keyFile, unreadable), unreadable);
        }
    }

    private static byte[] claims(ServiceAccount account, Secret secret) {
        return Json.object("iss", Json.of(ISSUER))
                .with(CLAIM + "namespace", account.namespace())
                .with(CLAIM + "secret.name", secret.name())
                .with(CLAIM + "service-account.name", account.name())
                .with(CLAIM + "service-account.uid", account.uid())
                .with("sub", SUBJECT + account.namespace() + ":" + account.name())
                .toBytes();
    }
}
