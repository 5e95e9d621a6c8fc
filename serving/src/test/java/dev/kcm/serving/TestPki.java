package dev.kcm.serving;

import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.CertificateTemplate;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.Subject;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Certificates and TLS clients for tests.
public final class TestPki {
    public static final Instant FROM = Instant.parse("2020-01-01T00:00:00Z");
    public static final Instant TO = FROM.plus(Duration.ofDays(365 * 30));

    public static final CertificateAuthority AUTHORITY = authority("test-ca");
    public static final KeyedCertificate SERVER = server("localhost", "127.0.0.1");

    private static final char[] PASSWORD = "unused".toCharArray();

    private TestPki() {}

    public static CertificateAuthority authority(String name) {
        return CertificateAuthority.create(Subject.named(name), KeyKind.EC_P256, FROM, TO);
    }

    public static KeyedCertificate server(String... hosts) {
        var template = CertificateTemplate.server(Subject.named(hosts[0]), AlternativeNames.ofHosts(hosts), FROM, TO);
        return AUTHORITY.issue(template, KeyKind.EC_P256);
    }

    public static KeyedCertificate client(CertificateAuthority authority, Subject subject) {
        return authority.issue(CertificateTemplate.client(subject, FROM, TO), KeyKind.EC_P256);
    }

    /// A client that trusts [#AUTHORITY] and shows nothing.
    public static SSLContext clientContext() {
        return context(new KeyManager[0]);
    }

    public static SSLContext clientContext(KeyedCertificate shown) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("me", shown.key(), PASSWORD, shown.chain().toArray(Certificate[]::new));
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, PASSWORD);
            return context(keys.getKeyManagers());
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static SSLContext context(KeyManager[] keys) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("ca", AUTHORITY.certificate());
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
