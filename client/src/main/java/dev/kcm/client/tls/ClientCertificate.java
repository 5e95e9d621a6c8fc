package dev.kcm.client.tls;

import dev.kcm.base.pem.Pem;
import dev.kcm.base.pem.PemException;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// A certificate, leaf first, with its key.
public record ClientCertificate(List<X509Certificate> chain, PrivateKey key) {

    public ClientCertificate {
        chain = List.copyOf(chain);
    }

    /// The sources name the texts in complaints.
    public static ClientCertificate parse(
            String certificateSource, String certificate, String keySource, String key) {
        var chain = Pem.certificates(certificateSource, certificate);
        var privateKey = Pem.privateKey(keySource, key);
        if (!chain.getFirst().getPublicKey().getAlgorithm().equals(privateKey.getAlgorithm())
                && !privateKey.getAlgorithm().startsWith("Ed")) {
            throw new PemException(
                    keySource,
                    "is a key of type %s, but the certificate of %s has one of type %s"
                            .formatted(
                                    privateKey.getAlgorithm(),
                                    certificateSource,
                                    chain.getFirst().getPublicKey().getAlgorithm()));
        }
        return new ClientCertificate(chain, privateKey);
    }

    public X509Certificate leaf() {
        return chain.getFirst();
    }

    @Override
    public String toString() {
        return "ClientCertificate[" + leaf().getSubjectX500Principal() + "]";
    }
}
