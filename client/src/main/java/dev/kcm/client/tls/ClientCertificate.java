package dev.kcm.client.tls;

import dev.kcm.base.pem.Pem;
import dev.kcm.base.pem.PemException;
import dev.kcm.base.x509.KeyKind;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// A certificate, leaf first, with its key.
public record ClientCertificate(List<X509Certificate> chain, PrivateKey key) {
    public ClientCertificate {
        chain = List.copyOf(chain);
    }

    /// The sources name the texts in error messages.
    public static ClientCertificate parse(String certificateSource, String certificate, String keySource, String key) {
        var chain = Pem.certificates(certificateSource, certificate);
        var privateKey = Pem.privateKey(keySource, key);
        requirePair(certificateSource, chain.getFirst().getPublicKey(), keySource, privateKey);
        return new ClientCertificate(chain, privateKey);
    }

    private static void requirePair(String certificateSource, PublicKey open, String keySource, PrivateKey secret) {
        if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
            throw new PemException(
                    keySource,
                    "is a key of type %s, but the certificate of %s has one of type %s"
                            .formatted(secret.getAlgorithm(), certificateSource, open.getAlgorithm()));
        }
        try {
            if (!KeyKind.isPair(open, secret)) {
                throw new PemException(keySource, "is not the key of the certificate of " + certificateSource);
            }
        } catch (GeneralSecurityException unusable) {
            throw new PemException(keySource, "holds a key that cannot sign", unusable);
        }
    }

    public X509Certificate leaf() {
        return chain.getFirst();
    }

    @Override
    public String toString() {
        return "ClientCertificate[" + leaf().getSubjectX500Principal() + "]";
    }
}
