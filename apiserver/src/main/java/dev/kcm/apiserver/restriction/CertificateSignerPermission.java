package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RbacAuthorizer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Target;
import org.jspecify.annotations.Nullable;

/// Upstream's CertificateApproval and CertificateSigning: whoever approves or denies a request for a certificate
/// needs the verb `approve` on its signer, whoever signs it the verb `sign`. A signer is named by itself or by its
/// domain (`example.com/*`), and always the one that is stored.
public final class CertificateSignerPermission implements AdmissionPlugin {
    private final RbacAuthorizer authorizer;

    public CertificateSignerPermission(RbacAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public void validate(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {
        if (!(wanted instanceof CertificateSigningRequest request
                && current instanceof CertificateSigningRequest stored)) {
            return;
        }
        switch (target.subresource()) {
            case "approval" -> require(caller, "approve", target, stored);
            case "status" -> {
                if (isSigned(request, stored)) {
                    require(caller, "sign", target, stored);
                }
            }
            default -> {}
        }
    }

    private static boolean isSigned(CertificateSigningRequest wanted, CertificateSigningRequest stored) {
        return !wanted.status().certificate().equals(stored.status().certificate())
                || !wanted.status().conditions().equals(stored.status().conditions());
    }

    private void require(RequestUser caller, String verb, Target target, CertificateSigningRequest stored) {
        var signer = stored.spec().signerName();
        var domain = signer.split("/", -1)[0];
        if (!authorizer.allows(caller, onSigner(verb, signer))
                && !authorizer.allows(caller, onSigner(verb, domain + "/*"))) {
            throw ApiErrors.forbidden(
                    target.resource(),
                    target.name(),
                    "user not permitted to %s requests with signerName %s".formatted(verb, GoText.quote(signer)));
        }
    }

    private static AccessAttributes onSigner(String verb, String signer) {
        return new AccessAttributes(verb, "certificates.k8s.io", "signers", "", signer, "");
    }
}
