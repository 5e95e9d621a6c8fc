package dev.kcm.base.x509;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.log.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A certificate authority in two PEM files that may be replaced while we run. Their content is
/// compared at every use, so that a new pair counts at once; one that cannot be read, or does not
/// belong together because it is just being replaced, leaves the old one in force. Thread-safe.
public final class AuthorityFiles {
    private static final Log log = Log.of(AuthorityFiles.class);

    private final Path certificateFile;
    private final Path keyFile;

    @GuardedBy("this")
    private byte[] certificateText;

    @GuardedBy("this")
    private byte[] keyText;

    @GuardedBy("this")
    private CertificateAuthority current;

    private AuthorityFiles(Path certificateFile, Path keyFile) throws IOException {
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
        this.certificateText = Files.readAllBytes(certificateFile);
        this.keyText = Files.readAllBytes(keyFile);
        this.current = parse(certificateText, keyText);
    }

    /// @throws IllegalArgumentException if the files are no authority now
    public static AuthorityFiles of(Path certificateFile, Path keyFile) {
        try {
            return new AuthorityFiles(certificateFile, keyFile);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "Cannot read %s and %s: %s".formatted(certificateFile, keyFile, unreadable), unreadable);
        }
    }

    public synchronized CertificateAuthority current() {
        try {
            var certificate = Files.readAllBytes(certificateFile);
            var key = Files.readAllBytes(keyFile);
            if (!Arrays.equals(certificate, certificateText) || !Arrays.equals(key, keyText)) {
                current = parse(certificate, key);
                certificateText = certificate;
                keyText = key;
                log.info("Reloaded a certificate authority", "file", certificateFile);
            }
        } catch (IOException | IllegalArgumentException unusable) {
            log.warn(
                    "Failed to reload the certificate authority, keeping the old one",
                    "file",
                    certificateFile,
                    "err",
                    unusable.getMessage());
        }
        return current;
    }

    private CertificateAuthority parse(byte[] certificate, byte[] key) {
        var pair = KeyedCertificate.parse(certificateFile, certificate, keyFile, key);
        if (pair.chain().size() != 1) {
            throw new IllegalArgumentException("%s must hold one certificate, that of the authority, but holds %d"
                    .formatted(certificateFile, pair.chain().size()));
        }
        return new CertificateAuthority(pair.certificate(), pair.key());
    }
}
