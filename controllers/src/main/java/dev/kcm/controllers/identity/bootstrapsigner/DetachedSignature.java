package dev.kcm.controllers.identity.bootstrapsigner;

import dev.kcm.controllers.shared.bootstraptokens.BootstrapToken;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A signature in the compact form of RFC 7515 without the content, which stands beside it
/// (appendix F). Whoever has the token can check the content with it.
final class DetachedSignature {
    private static final String ALGORITHM = "HmacSHA256";
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private DetachedSignature() {}

    static String of(String content, BootstrapToken token) {
        var header = encoded("{\"alg\":\"HS256\",\"kid\":\"%s\"}".formatted(token.id()));
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes(token.secret()), ALGORITHM));
            var signature = mac.doFinal(bytes(header + "." + encoded(content)));
            return header + ".." + TEXT.encodeToString(signature);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, impossible);
        }
    }

    private static String encoded(String text) {
        return TEXT.encodeToString(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
