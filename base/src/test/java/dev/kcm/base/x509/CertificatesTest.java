package dev.kcm.base.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.pem.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.X509CertificateHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CertificatesTest {
    private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant TO = FROM.plus(Duration.ofDays(365));
    private static final CertificateAuthority AUTHORITY =
            CertificateAuthority.create(Subject.named("kubernetes"), KeyKind.EC_P256, FROM, TO);
    private static final TrustedAuthorities TRUST = new TrustedAuthorities(List.of(AUTHORITY.certificate()));

    @ParameterizedTest
    @EnumSource(names = {"EC_P256", "EC_P384", "RSA_2048"})
    void an_authority_signs_with_every_kind_of_key(KeyKind kind) throws Exception {
        var authority = CertificateAuthority.create(Subject.named("ca"), kind, FROM, TO);
        assertThat(authority.certificate().getBasicConstraints()).isNotNegative();
        assertThat(authority.certificate().getKeyUsage()[5]).isTrue(); // may sign certificates
        var template = CertificateTemplate.client(Subject.named("a"), FROM, TO);
        var made = authority.issue(template, kind);
        made.certificate().verify(authority.certificate().getPublicKey());
        assertThat(made.certificate().getBasicConstraints()).isEqualTo(-1);
    }

    @Test
    void a_server_certificate_carries_its_names_and_usages() throws Exception {
        var names = AlternativeNames.ofHosts("kubernetes", "10.0.0.1", "::1", "localhost");
        var made = AUTHORITY.issue(
                CertificateTemplate.server(Subject.named("apiserver"), names, FROM, TO), KeyKind.EC_P256);
        assertThat(made.certificate().getSubjectAlternativeNames().toString())
                .isEqualTo("[[2, kubernetes], [2, localhost], [7, 10.0.0.1], [7, 0:0:0:0:0:0:0:1]]");
        assertThat(made.certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(made.certificate().getNotAfter().toInstant()).isEqualTo(TO);
        assertThat(made.names()).containsExactly("kubernetes", "localhost");
    }

    @Test
    void a_client_certificate_gives_back_user_and_groups() {
        var subject = Subject.named("system:node:a,b+c", "system:nodes", "Ünïcode \"q\"", "a=b");
        var made = AUTHORITY.issue(CertificateTemplate.client(subject, FROM, TO), KeyKind.EC_P256);
        assertThat(Subject.of(made.certificate()).commonName()).isEqualTo("system:node:a,b+c");
        assertThat(Subject.of(made.certificate()).organizations())
                .containsExactlyInAnyOrderElementsOf(subject.organizations());
    }

    @Test
    void writes_times_on_both_sides_of_2050_and_usages_of_both_bytes() throws Exception {
        var end = Instant.parse("2050-01-01T00:00:01Z");
        var usages = List.of(Usage.KEY_AGREEMENT, Usage.DECIPHER_ONLY, Usage.S_MIME, Usage.ANY);
        var names = new AlternativeNames(List.of(), List.of(), List.of("a@b.c"), List.of("spiffe://a/b"));
        var template = new CertificateTemplate(new X500Principal(""), names, usages, FROM.minusSeconds(1), end, false);
        var made = AUTHORITY.issue(template, KeyKind.EC_P256).certificate();
        assertThat(made.getNotBefore().toInstant()).isEqualTo(FROM.minusSeconds(1));
        assertThat(made.getNotAfter().toInstant()).isEqualTo(end);
        var bits = new boolean[9];
        bits[4] = true;
        bits[8] = true;
        assertThat(made.getKeyUsage()).isEqualTo(bits);
        assertThat(made.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.4", "2.5.29.37.0");
        assertThat(made.getSubjectAlternativeNames().toString()).isEqualTo("[[1, a@b.c], [6, spiffe://a/b]]");
        assertThat(made.getCriticalExtensionOIDs()).contains("2.5.29.17"); // no subject
        // Bouncy Castle, a second reader, agrees that it is DER
        assertThat(new X509CertificateHolder(made.getEncoded()).getEncoded()).isEqualTo(made.getEncoded());
        assertThat(AuthorityKeyIdentifier.fromExtensions(new X509CertificateHolder(made.getEncoded()).getExtensions())
                        .getKeyIdentifierOctets())
                .isEqualTo(SubjectKeyIdentifier.fromExtensions(new X509CertificateHolder(
                                        AUTHORITY.certificate().getEncoded())
                                .getExtensions())
                        .getKeyIdentifier());
    }

    @Test
    void refuses_names_that_are_not_ascii() {
        assertThatThrownBy(() -> AUTHORITY.issue(
                        CertificateTemplate.server(Subject.named("x"), AlternativeNames.ofHosts("dömäin"), FROM, TO),
                        KeyKind.EC_P256))
                .hasMessageContaining("must be ASCII");
    }

    @Test
    void trusts_what_its_authorities_signed_for_the_use_and_the_time() throws Exception {
        var client = client(AUTHORITY);
        var noon = FROM.plus(Duration.ofDays(10));
        TRUST.check(client.chain(), Usage.CLIENT_AUTH, noon);
        assertThatThrownBy(() -> TRUST.check(client.chain(), Usage.SERVER_AUTH, noon))
                .hasMessageContaining("incompatible key usage");
        assertThatThrownBy(() -> TRUST.check(client.chain(), Usage.CLIENT_AUTH, TO.plusSeconds(1)))
                .isInstanceOf(CertificateException.class);
        var impostor = CertificateAuthority.create(Subject.named("kubernetes"), KeyKind.EC_P256, FROM, TO);
        assertThatThrownBy(() -> TRUST.check(client(impostor).chain(), Usage.CLIENT_AUTH, noon))
                .hasMessageContaining("unknown authority");
        assertThatThrownBy(() -> TRUST.check(List.of(), Usage.CLIENT_AUTH, noon))
                .isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> new TrustedAuthorities(List.of()).check(client.chain(), Usage.CLIENT_AUTH, noon))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void follows_the_chain_a_client_shows() throws Exception {
        var keys = KeyKind.EC_P256.generate();
        var middle = new CertificateAuthority(
                AUTHORITY.issue(CertificateTemplate.authority(Subject.named("middle"), FROM, TO), keys.getPublic()),
                keys.getPrivate());
        var leaf = client(middle).certificate();
        var noon = FROM.plus(Duration.ofDays(10));
        TRUST.check(List.of(leaf, middle.certificate()), Usage.CLIENT_AUTH, noon);
        assertThatThrownBy(() -> TRUST.check(List.of(leaf), Usage.CLIENT_AUTH, noon))
                .hasMessageContaining("unknown authority");
        // a leaf that is no authority cannot sign
        var pretender = new CertificateAuthority(leaf, keys.getPrivate());
        assertThatThrownBy(() -> TRUST.check(
                        List.of(client(pretender).certificate(), leaf, middle.certificate()), Usage.CLIENT_AUTH, noon))
                .isInstanceOf(CertificateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void a_key_knows_its_open_half(KeyKind kind) throws Exception {
        var own = kind.generate();
        var other = kind.generate();
        assertThat(KeyKind.isPair(own.getPublic(), own.getPrivate())).isTrue();
        assertThat(KeyKind.isPair(other.getPublic(), own.getPrivate())).isFalse();
    }

    @Test
    void a_key_that_was_written_down_with_its_open_half_ends_with_it() throws Exception {
        var secret = Pem.privateKey("key", """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIDcAjueBD5KYKN6AWodLc77QK4/tIbbpVewYW7kkSAM/oAoGCCqGSM49
            AwEHoUQDQgAEEcvhCy9C7zRRQkUpET+2n6piYr19hyjkMjlrcL1XOv4dWztF/uvn
            x1qfr/8OVeWU6V44nPB6lPT+4ixv4TTDYg==
            -----END EC PRIVATE KEY-----
            """);
        var open = PublicKeys.of(secret);
        var point = Arrays.copyOfRange(open.getEncoded(), open.getEncoded().length - 65, 91);

        assertThat(secret.getEncoded()).endsWith(point);
        assertThat(KeyKind.isPair(open, secret)).isTrue();
        assertThat(KeyKind.isPair(KeyKind.EC_P256.generate().getPublic(), secret))
                .isFalse();
    }

    @Test
    void reads_a_request_and_signs_what_the_signer_grants() throws Exception {
        var keys = KeyKind.RSA_2048.generate();
        var names = AlternativeNames.ofHosts("node.example", "192.168.0.7");
        var asked = SigningRequest.create(Subject.named("system:node:n", "system:nodes"), names, keys);
        var read = SigningRequest.parsePem(asked.pem());
        assertThat(read.signed()).isTrue();
        assertThat(read.names()).isEqualTo(names);
        assertThat(Subject.of(read.subject())).isEqualTo(Subject.named("system:node:n", "system:nodes"));

        var usages = List.of(Usage.DIGITAL_SIGNATURE, Usage.CLIENT_AUTH, Usage.SERVER_AUTH);
        var end = FROM.plus(Duration.ofHours(1));
        var signed = AUTHORITY.issue(CertificateTemplate.from(read, usages, FROM, end), read.publicKey());
        signed.verify(AUTHORITY.certificate().getPublicKey());
        assertThat(signed.getPublicKey()).isEqualTo(keys.getPublic());
        assertThat(signed.getExtendedKeyUsage()).containsExactlyInAnyOrder("1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1");
        assertThat(signed.getKeyUsage()[0]).isTrue();
        assertThat(signed.getKeyUsage()[2]).isFalse();
        assertThat(signed.getNotAfter().toInstant()).isEqualTo(end);
    }

    @Test
    void reads_the_names_of_a_set_in_the_order_in_which_they_stand() {
        var read = SigningRequest.parsePem("""
            -----BEGIN CERTIFICATE REQUEST-----
            MIIBFzCBvwIBADBdMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxRDAlBgNVBAMMHnN5
            c3RlbTprdWJlLWNvbnRyb2xsZXItbWFuYWdlcjAbBgNVBAMMFHN5c3RlbTpub2Rl
            OmludHJ1ZGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN9r8iEdY5Omb0mnP
            B5xDDltE4e7F8taH20Dc2aDtZfBozcjDD1bg6V3zaqcODngmvsMGGDpI4fUQ9rRB
            /+VFm6AAMAoGCCqGSM49BAMCA0cAMEQCIBwuiVRe8o7Z1wPQeaGC5MSxRdQu+Z6H
            mTY7K8loSHLSAiA+ziuMhsYqj03CE3R79SyrYKP4F7D7QTmc1rQ7HxgGvg==
            -----END CERTIFICATE REQUEST-----
            """);

        assertThat(read.signed()).isTrue();
        assertThat(read.subject().commonNames())
                .containsExactly("system:kube-controller-manager", "system:node:intruder");
        assertThat(Subject.of(read.subject())).isEqualTo(Subject.named("system:node:intruder", "system:nodes"));
    }

    @Test
    void signs_a_name_made_anew_from_what_was_read() throws Exception {
        var read = SigningRequest.parsePem("""
            -----BEGIN CERTIFICATE REQUEST-----
            MIIBFzCBvwIBADBdMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxRDAlBgNVBAMMHnN5
            c3RlbTprdWJlLWNvbnRyb2xsZXItbWFuYWdlcjAbBgNVBAMMFHN5c3RlbTpub2Rl
            OmludHJ1ZGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN9r8iEdY5Omb0mnP
            B5xDDltE4e7F8taH20Dc2aDtZfBozcjDD1bg6V3zaqcODngmvsMGGDpI4fUQ9rRB
            /+VFm6AAMAoGCCqGSM49BAMCA0cAMEQCIBwuiVRe8o7Z1wPQeaGC5MSxRdQu+Z6H
            mTY7K8loSHLSAiA+ziuMhsYqj03CE3R79SyrYKP4F7D7QTmc1rQ7HxgGvg==
            -----END CERTIFICATE REQUEST-----
            """);
        var signed =
                AUTHORITY.issue(CertificateTemplate.from(read, List.of(Usage.CLIENT_AUTH), FROM, TO), read.publicKey());

        assertThat(Subject.of(signed)).isEqualTo(Subject.of(read.subject()));
        assertThat(signed.getSubjectX500Principal().getName()).doesNotContain("manager");
    }

    @Test
    void keeps_the_parts_of_a_name_in_the_order_go_writes_them() {
        var name = DistinguishedName.parse(
                new X500Principal("CN=ü*,OU=b+OU=a,O=z,O=y,C=DE,SERIALNUMBER=7,STREET=s,L=l,ST=p").getEncoded());

        assertThat(name.principal().getName("RFC1779", Map.of("2.5.4.5", "SN")))
                .isEqualTo("SN=7, CN=ü*, OU=a + OU=b, O=y + O=z, STREET=s, L=l, ST=p, C=DE");
    }

    @Test
    void notices_a_request_whose_signature_is_not_the_keys() {
        var honest = SigningRequest.create(Subject.named("a"), AlternativeNames.NONE, KeyKind.EC_P256.generate());
        var der = honest.der().clone();
        der[der.length - 1] ^= 1;
        assertThat(SigningRequest.parse(der).signed()).isFalse();
    }

    @Test
    void says_what_is_wrong_with_a_request() {
        assertThatThrownBy(() -> SigningRequest.parsePem("nothing"))
                .hasMessage("PEM block type must be CERTIFICATE REQUEST");
        assertThatThrownBy(() -> SigningRequest.parse(new byte[] {1, 2, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not parse");
    }

    @Test
    void writes_a_self_signed_serving_certificate_for_its_owner_alone(@TempDir Path directory) throws Exception {
        var made = SelfSigned.serving("localhost", AlternativeNames.ofHosts("127.0.0.1", "localhost"), FROM);
        assertThat(Subject.of(made.certificate()).commonName()).isEqualTo("localhost@" + FROM.getEpochSecond());
        assertThat(made.chain()).hasSize(2);
        made.certificate().verify(made.chain().get(1).getPublicKey());
        assertThat(made.certificate().getNotBefore().toInstant()).isEqualTo(FROM.minus(Duration.ofHours(1)));

        var certificateFile = directory.resolve("new/kcm.crt");
        var keyFile = directory.resolve("new/kcm.key");
        made.write(certificateFile, keyFile);
        var back = KeyedCertificate.parse(
                certificateFile, Files.readAllBytes(certificateFile), keyFile, Files.readAllBytes(keyFile));
        assertThat(back.chain()).isEqualTo(made.chain());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile)))
                .isEqualTo("rw-------");
        assertThat(directory.resolve("new")).isDirectoryContaining(file -> file.equals(keyFile));
        try (var files = Files.list(directory.resolve("new"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void pem_text_reads_back() {
        var text = PemText.certificates(List.of(AUTHORITY.certificate()));
        assertThat(text).startsWith("-----BEGIN CERTIFICATE-----\n").endsWith("-----\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= 64);
        assertThat(Pem.certificates("text", text)).containsExactly(AUTHORITY.certificate());
        assertThat(Pem.privateKey("text", PemText.privateKey(AUTHORITY.key()))).isEqualTo(AUTHORITY.key());
    }

    @Test
    void knows_the_usages_of_the_certificates_api() {
        assertThat(Usage.named("client auth")).hasValue(Usage.CLIENT_AUTH);
        assertThat(Usage.named("cert sign")).hasValue(Usage.CERT_SIGN);
        assertThat(Usage.named("clientAuth")).isEmpty();
    }

    private static KeyedCertificate client(CertificateAuthority authority) {
        return authority.issue(CertificateTemplate.client(Subject.named("jane", "dev"), FROM, TO), KeyKind.EC_P256);
    }
}
