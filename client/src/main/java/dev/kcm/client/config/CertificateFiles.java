package dev.kcm.client.config;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.client.tls.ClientCertificate;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A client certificate and its key. Files are looked at again every minute; a pair that cannot be
/// read, or does not belong together because it is just being replaced, leaves the old one in
/// force.
public final class CertificateFiles implements Credentials {
    private static final Logger LOG = System.getLogger("dev.kcm.client.config");
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

    private final PemSource certificate;
    private final PemSource key;
    private final Clock clock;

    @GuardedBy("this")
    private @Nullable ClientIdentity current;

    @GuardedBy("this")
    private String texts = "";

    @GuardedBy("this")
    private @Nullable Deadline nextLook;

    public CertificateFiles(PemSource certificate, PemSource key, Clock clock) {
        this.certificate = certificate;
        this.key = key;
        this.clock = clock;
    }

    @Override
    public synchronized ClientIdentity identity() {
        var known = current;
        if (known != null && nextLook != null && !nextLook.hasPassed()) {
            return known;
        }
        nextLook = clock.deadlineIn(BETWEEN_LOOKS);
        return known == null ? load() : reload(known);
    }

    @GuardedBy("this")
    private ClientIdentity reload(ClientIdentity known) {
        if (certificate instanceof PemSource.Text && key instanceof PemSource.Text) {
            return known;
        }
        try {
            return load();
        } catch (RuntimeException bad) {
            LOG.log(Level.WARNING, "Keeping the old client certificate: {0}", bad.getMessage());
            return known;
        }
    }

    @GuardedBy("this")
    private ClientIdentity load() {
        var certificateText = certificate.read();
        var keyText = key.read();
        var both = certificateText + "\u0000" + keyText;
        var known = current;
        if (known != null && both.equals(texts)) {
            return known;
        }
        var pair = ClientCertificate.parse(certificate.name(), certificateText, key.name(), keyText);
        var loaded = new ClientIdentity(Optional.empty(), Optional.of(pair));
        texts = both;
        current = loaded;
        return loaded;
    }
}
