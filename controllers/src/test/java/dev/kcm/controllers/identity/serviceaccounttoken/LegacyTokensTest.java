package dev.kcm.controllers.identity.serviceaccounttoken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.jose.SignatureAlgorithm;
import dev.kcm.base.pem.Pem;
import dev.kcm.base.x509.PublicKeys;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The token in `rsa.token` and the identifier of the EC key are what upstream v1.36.3 writes for
/// these keys; signatures of EC keys differ each time.
class LegacyTokensTest {
    private static final ServiceAccount CART = ServiceAccount.builder()
            .metadata(it -> it.namespace("shop").name("cart").uid("0ca4ed61-7b2b-4f0c-a7f3-0b2b9ad1b6e4"))
            .build();
    private static final Secret TOKEN = Secret.builder()
            .metadata(it -> it.namespace("shop").name("cart-token"))
            .build();

    @TempDir
    private Path directory;

    @Test
    void a_token_signed_with_rsa_equals_upstreams_to_the_last_character() throws IOException {
        assertThat(written("rsa.key")).isEqualTo(text("rsa.token").strip());
    }

    @Test
    void a_token_signed_with_an_elliptic_curve_has_upstreams_header_and_verifies() throws Exception {
        var parts = written("ec.key").split("\\.", -1);

        assertThat(parts).hasSize(3);
        assertThat(new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8))
                .isEqualTo("{\"alg\":\"ES384\"," + "\"kid\":\"XNa94rFxw1Q3JtYnCzndH1N3MXyicCfW2EFWeGJA_Sk\"}");
        var key = PublicKeys.of(Pem.privateKey("ec.key", text("ec.key")));
        var signature = SignatureAlgorithm.of(key).signature();
        signature.initVerify(key);
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    @Test
    void a_file_that_is_not_there_is_named_with_its_flag() {
        assertThatThrownBy(() -> LegacyTokens.signedWith(directory.resolve("missing.key")))
                .hasMessageContaining("--service-account-private-key-file")
                .hasMessageContaining("missing.key");
    }

    private String written(String key) throws IOException {
        var file = Files.writeString(directory.resolve(key), text(key));
        return LegacyTokens.signedWith(file).write(CART, TOKEN).utf8();
    }

    private static String text(String resource) throws IOException {
        try (var in = LegacyTokensTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
