package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Target;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Denies requests for a client certificate of the group that may do everything: once signed it could not be revoked.
public final class CertificateSubjectRestriction implements AdmissionPlugin {
    private static final String CLIENT_SIGNER = "kubernetes.io/kube-apiserver-client";

    @Override
    public void validate(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {
        if (current == null
                && wanted instanceof CertificateSigningRequest request
                && request.spec().signerName().equals(CLIENT_SIGNER)
                && subject(request).organizations().contains(RequestUser.MASTERS)) {
            throw ApiErrors.forbidden(
                    target.resource(),
                    target.name(),
                    "use of %s signer with system:masters group is not allowed".formatted(CLIENT_SIGNER));
        }
    }

    /// The request has been validated before.
    private static Subject subject(CertificateSigningRequest request) {
        var pem = new String(request.spec().request().toByteArray(), StandardCharsets.ISO_8859_1);
        return Subject.of(SigningRequest.parsePem(pem).subject());
    }
}
