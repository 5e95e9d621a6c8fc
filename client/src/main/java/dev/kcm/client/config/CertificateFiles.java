package dev.kcm.client.config;

import dev.kcm.base.Clock;
import dev.kcm.client.tls.ClientCertificate;
import java.util.Optional;

/// A client certificate and its key. Files are read again every minute; a pair that cannot be
/// read, or does not belong together because it is just being replaced, leaves the old one in
/// use.
public final class CertificateFiles implements Credentials {
    private final PemSource certificate;
    private final PemSource key;
    private final RefreshedIdentity identity;

    /// What the identity was made of; used under the identity's lock only.
    private String texts = "";

    public CertificateFiles(PemSource certificate, PemSource key, Clock clock) {
        this.certificate = certificate;
        this.key = key;
        this.identity = new RefreshedIdentity("client certificate " + certificate.name(), this::load, clock);
    }

    @Override
    public ClientIdentity identity() {
        return identity.get();
    }

    private Optional<ClientIdentity> load(Optional<ClientIdentity> known) {
        var certificateText = certificate.read();
        var keyText = key.read();
        var both = certificateText + "\u0000" + keyText;
        if (known.isPresent() && both.equals(texts)) {
            return known;
        }
        var pair = ClientCertificate.parse(certificate.name(), certificateText, key.name(), keyText);
        texts = both;
        return Optional.of(new ClientIdentity(Optional.empty(), Optional.of(pair)));
    }
}
