package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.fuzzing.Budget;
import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.base.jose.TokenSigner;
import dev.kcm.base.x509.KeyKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Whatever stands in an `Authorization` header, and whatever claims a token has.
class TokenFuzzTest {
    @Test
    void no_changed_token_is_accepted_and_none_does_harm() {
        var keys = KeyKind.EC_P256.generate();
        var token = new TokenSigner(keys.getPrivate(), "k")
                .sign("{\"iss\":\"a\",\"aud\":[\"b\"]}".getBytes(StandardCharsets.UTF_8));
        Fuzzer.attack(
                TokenFuzzTest.class,
                Parser.ofText("token", text -> {
                            var claims = JsonWebToken.verified(text, keys.getPublic());
                            assertThat(claims.isPresent() && !isSame(text, token))
                                    .as("accepted %s instead of %s", text, token)
                                    .isFalse();
                        })
                        .seeds(token, "eyJhbGciOiJub25lIn0.e30.", "a.b.c", "...")
                        .words(".", "=", "eyJhbGciOiJub25lIn0", "e30", "-", "_")
                        .within(Budget.USUAL.bytes(16 << 20).time(Duration.ofSeconds(1))));
    }

    /// Base64 leaves bits at the end of a part open: such a token says the same, and is signed.
    private static boolean isSame(String one, String other) {
        var parts = one.split("\\.", -1);
        var others = other.split("\\.", -1);
        return parts[0].equals(others[0]) && parts[1].equals(others[1]);
    }
}
