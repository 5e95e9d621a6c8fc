package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.jose.TokenSigner;
import dev.kcm.base.x509.KeyKind;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWebTokenTest {
    private static final KeyPair KEYS = KeyKind.EC_P256.generate();
    private static final String CLAIMS = "{\"sub\":\"alice\"}";

    private final String token = signed(KEYS, CLAIMS);

    @ParameterizedTest
    @EnumSource(KeyKind.class)
    void claims_that_the_key_signed_are_read(KeyKind kind) {
        var keys = kind.generate();

        assertThat(JsonWebToken.verified(signed(keys, CLAIMS), keys.getPublic()))
                .hasValueSatisfying(claims -> assertThat(claims.toText()).isEqualTo(CLAIMS));
    }

    @Test
    void another_keys_signature_is_none() {
        assertThat(verified(signed(KeyKind.EC_P256.generate(), CLAIMS))).isFalse();
    }

    @Test
    void changed_claims_are_not_what_was_signed() {
        var parts = token.split("\\.");

        assertThat(verified(parts[0] + "." + text("{\"sub\":\"root\"}") + "." + parts[2]))
                .isFalse();
        assertThat(verified(text("{\"alg\":\"ES256\",\"kid\":\"other\"}") + "." + parts[1] + "." + parts[2]))
                .isFalse();
    }

    @Test
    void a_changed_signature_is_none() {
        int last = token.length() - 4;
        var other = token.charAt(last) == 'A' ? 'B' : 'A';

        assertThat(verified(token.substring(0, last) + other + token.substring(last + 1)))
                .isFalse();
        assertThat(verified(token.substring(0, token.lastIndexOf('.') + 1))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "HS256", "RS256", ""})
    void the_token_does_not_choose_the_algorithm(String algorithm) {
        var header = text("{\"alg\":\"" + algorithm + "\"}");
        var parts = token.split("\\.");

        assertThat(verified(header + "." + parts[1] + ".")).isFalse();
        assertThat(verified(header + "." + parts[1] + "." + parts[2])).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b", "a.b.c.d", "!.!.!", "e30.e30.e30"})
    void what_is_no_token_has_no_claims(String text) {
        assertThat(verified(text)).isFalse();
    }

    @Test
    void claims_must_be_a_json_object() {
        assertThat(verified(signed(KEYS, "[]"))).isFalse();
        assertThat(verified(signed(KEYS, "{"))).isFalse();
    }

    private static boolean verified(String token) {
        return JsonWebToken.verified(token, KEYS.getPublic()).isPresent();
    }

    private static String signed(KeyPair keys, String claims) {
        return new TokenSigner(keys.getPrivate(), "key").sign(claims.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
