package dev.kcm.apiserver.auth;

import dev.kcm.base.jose.SignatureAlgorithm;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.Optional;

/// Reads signed claims in the compact form of RFC 7519.
final class JsonWebToken {
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private JsonWebToken() {}

    /// Who a token says issued it, signed or not; nothing for what is no token.
    static Optional<String> issuer(String token) {
        var parts = token.split("\\.", -1);
        try {
            return parts.length == 3 ? Json.parse(DECODER.decode(parts[1])).textAt("iss") : Optional.empty();
        } catch (IllegalArgumentException | JsonException _) {
            return Optional.empty();
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
            var algorithm = SignatureAlgorithm.of(key);
            if (!header.textAt("alg").orElse("").equals(algorithm.name())) {
                return Optional.empty();
            }
            var signature = algorithm.signature();
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
}
