package dev.kcm.controllers.identity.certificatesigning;

import dev.kcm.base.flags.Flags;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What can be set about the certificatesigningrequest-signing-controller.
///
/// @param shared the files of every signer, unless each has its own
public record CertificateSigningOptions(
        SignerFiles shared,
        SignerFiles kubeletServing,
        SignerFiles kubeletClient,
        SignerFiles apiServerClient,
        SignerFiles legacyUnknown,
        Duration duration) {
    public static final Flags<CertificateSigningOptions> FLAGS = Flags.section(
                    CertificateSigningRequestSigningController.NAME)
            .group(Flags.section(CertificateSigningRequestSigningController.NAME)
                    .text(
                            "cluster-signing-cert-file",
                            "",
                            "File with the PEM-encoded CA certificate that signs"
                                    + " for all signers. Not together with the flags of"
                                    + " single signers.")
                    .text(
                            "cluster-signing-key-file",
                            "",
                            "File with the PEM-encoded RSA or ECDSA key of" + " --cluster-signing-cert-file.")
                    .into(SignerFiles::new))
            .group(SignerFiles.flags("kubelet-serving", "kubelet-serving"))
            .group(SignerFiles.flags("kubelet-client", "kube-apiserver-client-kubelet"))
            .group(SignerFiles.flags("kube-apiserver-client", "kube-apiserver-client"))
            .group(SignerFiles.flags("legacy-unknown", "legacy-unknown"))
            .duration(
                    "cluster-signing-duration",
                    Duration.ofDays(365),
                    "How long signed certificates are valid at most; a request may ask for"
                            + " less with spec.expirationSeconds.")
            .into(CertificateSigningOptions::new)
            .checkedBy(CertificateSigningOptions::problems);

    private List<String> problems() {
        boolean hasOwn = Stream.of(kubeletServing, kubeletClient, apiServerClient, legacyUnknown)
                .anyMatch(files -> !files.isEmpty());
        return hasOwn && !shared.isEmpty()
                ? List.of("--cluster-signing-cert-file and --cluster-signing-key-file cannot be given"
                        + " together with the --cluster-signing-*-file flags of single signers")
                : List.of();
    }
}
