package dev.kcm.apiserver.auth;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Optional;

/// Signed claims in the compact form of RFC 7519, with the two algorithms service accounts use.
final class JsonWebToken {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private JsonWebToken() {}

    static String signed(JsonObject claims, PrivateKey key, String keyId) {
        var header =
                Json.object("alg", Json.of(algorithm(key))).with("kid", keyId).with("typ", "JWT");
        var content = encoded(header.toBytes()) + "." + encoded(claims.toBytes());
        try {
            var signature = signature(key);
            signature.initSign(key);
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + encoded(signature.sign());
        } catch (GeneralSecurityException problem) {
            throw new IllegalStateException(
                    "cannot sign a token: " + problem.getMessage(), problem);
        }
    }

    /// The claims, if `key` signed them; nothing for anything else, however malformed.
    static Optional<JsonObject> verified(String token, PublicKey key) {
        var parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            var header = Json.parse(DECODER.decode(parts[0]));
            if (!header.textAt("alg").orElse("").equals(algorithm(key))) {
                return Optional.empty();
            }
            var signature = signature(key);
            signature.initVerify(key);
            signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            return signature.verify(DECODER.decode(parts[2]))
                            && Json.parse(DECODER.decode(parts[1])) instanceof JsonObject claims
                    ? Optional.of(claims)
                    : Optional.empty();
        } catch (GeneralSecurityException | IllegalArgumentException | JsonException _) {
            return Optional.empty();
        }
    }

    private static String algorithm(Key key) {
        return key.getAlgorithm().equals("RSA") ? "RS256" : "ES256";
    }

    private static Signature signature(Key key) throws GeneralSecurityException {
        return Signature.getInstance(
                key.getAlgorithm().equals("RSA")
                        ? "SHA256withRSA"
                        : "SHA256withECDSAinP1363Format");
    }

    private static String encoded(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }
}
