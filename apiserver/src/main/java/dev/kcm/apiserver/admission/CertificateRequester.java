package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Target;

/// Writes into a request for a certificate who made it, whatever it says itself.
public final class CertificateRequester implements AdmissionPlugin {
    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        return object instanceof CertificateSigningRequest request
                ? request.withSpec(spec -> spec.username(caller.name())
                        .uid(caller.uid())
                        .groups(caller.groups())
                        .extra(caller.extra()))
                : object;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        return wanted instanceof CertificateSigningRequest request
                        && current instanceof CertificateSigningRequest stored
                ? request.withSpec(stored.spec())
                : wanted;
    }
}
