package dev.kcm.controllers.identity.certificatesigning;

import dev.kcm.base.flags.Flags;
import java.util.List;

/// The CA certificate and key one signer signs with; it does not sign unless it has both.
public record SignerFiles(String certFile, String keyFile) {

    public boolean isEmpty() {
        return certFile.isEmpty() && keyFile.isEmpty();
    }

    boolean isComplete() {
        return !certFile.isEmpty() && !keyFile.isEmpty();
    }

    /// Flags `--cluster-signing-PART-cert-file` and `-key-file`, which must come together.
    static Flags<SignerFiles> flags(String part, String signer) {
        return Flags.section(CertificateSigningRequestSigningController.NAME)
                .text(
                        "cluster-signing-" + part + "-cert-file",
                        "",
                        "File with the PEM-encoded CA certificate that signs for kubernetes.io/"
                                + signer
                                + ". Not together with --cluster-signing-cert-file or"
                                + " --cluster-signing-key-file.")
                .text(
                        "cluster-signing-" + part + "-key-file",
                        "",
                        "File with the PEM-encoded RSA or ECDSA key of --cluster-signing-" + part + "-cert-file.")
                .into(SignerFiles::new)
                .checkedBy(files -> files.problems(part));
    }

    private List<String> problems(String part) {
        if (certFile.isEmpty() == keyFile.isEmpty()) {
            return List.of();
        }
        return List.of("--cluster-signing-%s-cert-file and --cluster-signing-%s-key-file must be given together"
                .formatted(part, part));
    }
}
