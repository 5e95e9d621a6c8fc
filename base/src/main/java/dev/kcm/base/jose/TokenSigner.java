package dev.kcm.base.jose;

import dev.kcm.base.x509.PublicKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Base64;

/// Signs claims with one key, with the header upstream writes.
///
/// @param keyId tells verifiers which of their keys to use
public record TokenSigner(PrivateKey key, String keyId) {
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    /// With the identifier upstream gives the key.
    ///
    /// @throws IllegalArgumentException if tokens are not signed with keys of this kind
    public static TokenSigner of(PrivateKey key) {
        var _ = SignatureAlgorithm.of(key);
        return new TokenSigner(key, keyIdOf(PublicKeys.of(key)));
    }

    /// A hash, so that nobody takes the identifier for the key.
    public static String keyIdOf(PublicKey key) {
        try {
            return TEXT.encodeToString(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JVM has SHA-256", impossible);
        }
    }

    /// `header.claims.signature`.
    public String sign(byte[] claims) {
        var algorithm = SignatureAlgorithm.of(key);
        var header = "{\"alg\":\"%s\",\"kid\":\"%s\"}".formatted(algorithm, keyId);
        var content = TEXT.encodeToString(header.getBytes(StandardCharsets.UTF_8)) + "." + TEXT.encodeToString(claims);
        try {
            var signature = algorithm.signature();
            signature.initSign(key);
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + TEXT.encodeToString(signature.sign());
        } catch (GeneralSecurityException problem) {
            throw new IllegalStateException("Cannot sign a token: " + problem.getMessage(), problem);
        }
    }

    @Override
    public String toString() {
        return "TokenSigner[" + keyId + "]";
    }
}
