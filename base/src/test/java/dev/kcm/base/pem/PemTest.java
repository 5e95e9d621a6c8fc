package dev.kcm.base.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PemTest {

    @ParameterizedTest
    @CsvSource({
        "RSA, 2048, SHA256withRSA",
        "EC, 256, SHA256withECDSA",
        "Ed25519, 255, Ed25519",
    })
    void reads_pkcs8_keys(String algorithm, int size, String signature) throws Exception {
        var pair = pair(algorithm, size);

        var key = Pem.privateKey("key", block("PRIVATE KEY", pair.getPrivate().getEncoded()));

        assertThat(belong(pair.getPublic(), key, signature)).isTrue();
    }

    @Test
    void reads_pkcs1_keys() throws Exception {
        var pair = pair("RSA", 2048);

        var key = Pem.privateKey("key", block("RSA PRIVATE KEY", inner(pair, 26)));

        assertThat(belong(pair.getPublic(), key, "SHA256withRSA")).isTrue();
    }

    @Test
    void reads_sec1_keys_as_openssl_writes_them() {
        var text = """
            -----BEGIN EC PARAMETERS-----
            BggqhkjOPQMBBw==
            -----END EC PARAMETERS-----
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIPmISdFslUJh1kiiGtN19lc1XMurU7WyYTcwacssJ6h6oAoGCCqGSM49
            AwEHoUQDQgAEB6OZ2nUjZAuIvab/cd3JkPgk4WuWSskcIh6EQzuH/8tZd/m/YbO2
            pZ1XWDZEAk/oWsmvB176C0GzHHlRXvM5AQ==
            -----END EC PRIVATE KEY-----
            """;

        assertThat(Pem.privateKey("key", text).getAlgorithm()).isEqualTo("EC");
    }

    @Test
    void names_the_source_and_what_is_wrong() {
        assertThatThrownBy(() -> Pem.privateKey("a.key", "nothing"))
                .hasMessageStartingWith("a.key holds no PRIVATE KEY");
        assertThatThrownBy(() -> Pem.certificates("a.crt", "nothing")).hasMessage("a.crt holds no CERTIFICATE block");
        assertThatThrownBy(() -> Pem.certificates("a.crt", "-----BEGIN CERTIFICATE-----\nAAAA"))
                .hasMessageContaining("no END line");
        assertThatThrownBy(() -> Pem.certificates("a.crt", block("CERTIFICATE", new byte[9])))
                .hasMessageContaining("does not parse");
        assertThatThrownBy(() -> Pem.privateKey("a.key", block("PRIVATE KEY", new byte[9])))
                .hasMessageContaining("not valid DER");
        assertThatThrownBy(() -> Pem.privateKey("a", block("ENCRYPTED PRIVATE KEY", new byte[9])))
                .hasMessageContaining("encrypted");
        assertThatThrownBy(() ->
                        Pem.privateKey("a.key", "-----BEGIN PRIVATE KEY-----\n" + "*\n" + "-----END PRIVATE KEY-----"))
                .hasMessageContaining("not base64");
    }

    @Test
    void every_prefix_of_a_key_is_refused_clearly() throws Exception {
        var whole = pair("RSA", 2048).getPrivate().getEncoded();
        for (int length = 0; length < whole.length; length++) {
            var cut = block("PRIVATE KEY", Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Pem.privateKey("a.key", cut)).isInstanceOf(PemException.class);
        }
    }

    private static KeyPair pair(String algorithm, int size) throws Exception {
        var generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(size);
        return generator.generateKeyPair();
    }

    /// What PKCS#8 wraps; the wrapping of a 2048-bit RSA key has a fixed length.
    private static byte[] inner(KeyPair pair, int wrapping) {
        var encoded = pair.getPrivate().getEncoded();
        return Arrays.copyOfRange(encoded, wrapping, encoded.length);
    }

    private static boolean belong(PublicKey open, PrivateKey secret, String algorithm) throws Exception {
        var signer = Signature.getInstance(algorithm);
        signer.initSign(secret);
        signer.update(new byte[] {1, 2, 3});
        var signed = signer.sign();
        signer.initVerify(open);
        signer.update(new byte[] {1, 2, 3});
        return signer.verify(signed);
    }

    private static String block(String label, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(der), label);
    }
}
