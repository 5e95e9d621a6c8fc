package dev.kcm.controllers.identity.certificatesigning;

import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Usage;
import dev.kcm.controllers.shared.certificaterequests.CertificateRequests;
import dev.kcm.controllers.shared.certificaterequests.NodeCertificates;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/// The signers Kubernetes brings along: what each is called, and what it signs.
enum Signer {
    KUBELET_SERVING("kubernetes.io/kubelet-serving") {
        @Override
        Optional<String> problem(SigningRequest request, Collection<String> usages) {
            return NodeCertificates.servingProblem(request, usages);
        }

        @Override
        SignerFiles ownFiles(CertificateSigningOptions options) {
            return options.kubeletServing();
        }
    },
    KUBELET_CLIENT("kubernetes.io/kube-apiserver-client-kubelet") {
        @Override
        Optional<String> problem(SigningRequest request, Collection<String> usages) {
            return NodeCertificates.clientProblem(request, usages);
        }

        @Override
        SignerFiles ownFiles(CertificateSigningOptions options) {
            return options.kubeletClient();
        }
    },
    API_SERVER_CLIENT("kubernetes.io/kube-apiserver-client") {
        @Override
        Optional<String> problem(SigningRequest request, Collection<String> usages) {
            return CertificateRequests.subjectProblem(request).or(() -> clientUsageProblem(usages));
        }

        @Override
        SignerFiles ownFiles(CertificateSigningOptions options) {
            return options.apiServerClient();
        }
    },

    /// Signs anything that was approved, for what is older than signer names, if its name is one.
    LEGACY_UNKNOWN("kubernetes.io/legacy-unknown") {
        @Override
        Optional<String> problem(SigningRequest request, Collection<String> usages) {
            return CertificateRequests.subjectProblem(request);
        }

        @Override
        SignerFiles ownFiles(CertificateSigningOptions options) {
            return options.legacyUnknown();
        }
    };

    private final String signerName;

    Signer(String signerName) {
        this.signerName = signerName;
    }

    static Optional<Signer> named(String name) {
        return Arrays.stream(values()).filter(it -> it.signerName.equals(name)).findFirst();
    }

    String signerName() {
        return signerName;
    }

    /// Why it does not sign this, in upstream's words; nothing when it does.
    abstract Optional<String> problem(SigningRequest request, Collection<String> usages);

    abstract SignerFiles ownFiles(CertificateSigningOptions options);

    /// What it signs with; the shared files count only while no signer has files of its own.
    SignerFiles files(CertificateSigningOptions options) {
        boolean anyHasOwn = Arrays.stream(values())
                .anyMatch(signer -> !signer.ownFiles(options).isEmpty());
        return anyHasOwn ? ownFiles(options) : options.shared();
    }

    private static Optional<String> clientUsageProblem(Collection<String> usages) {
        for (var usage : usages) {
            if (!usage.equals(Usage.CLIENT_AUTH.text())
                    && !usage.equals(Usage.DIGITAL_SIGNATURE.text())
                    && !usage.equals(Usage.KEY_ENCIPHERMENT.text())) {
                return Optional.of("invalid usage for client certificate: " + usage);
            }
        }
        return usages.contains(Usage.CLIENT_AUTH.text())
                ? Optional.empty()
                : Optional.of("missing required usage for client certificate: client auth");
    }
}
