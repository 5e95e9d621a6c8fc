package dev.kcm.controllers.shared.certificaterequests;

import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.value.Bytes;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;

/// Certificate signing requests for tests.
public final class Requests {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    public static final String KUBELET_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
    public static final List<String> CLIENT_USAGES = List.of("key encipherment", "digital signature", "client auth");
    public static final List<String> SERVER_USAGES = List.of("key encipherment", "digital signature", "server auth");
    public static final Subject NODE = Subject.named("system:node:one", "system:nodes");

    private static final KeyPair KEYS = KeyKind.EC_P256.generate();

    private Requests() {}

    /// A kubelet's request for its own client certificate, not decided on.
    public static CertificateSigningRequest ofNode() {
        return of(KUBELET_CLIENT, asking(NODE, AlternativeNames.NONE), CLIENT_USAGES);
    }

    public static CertificateSigningRequest of(String signer, SigningRequest asked, List<String> usages) {
        return CertificateSigningRequest.builder()
                .metadata(it -> it.name("r").uid("u").creationTimestamp(NOW.minusSeconds(60)))
                .spec(spec -> spec.signerName(signer)
                        .request(Bytes.utf8(asked.pem()))
                        .usages(usages)
                        .username("system:node:one")
                        .addGroups("system:nodes"))
                .build();
    }

    public static SigningRequest asking(Subject subject, AlternativeNames names) {
        return SigningRequest.create(subject, names, KEYS);
    }

    public static CertificateSigningRequest with(CertificateSigningRequest request, String condition, Instant since) {
        return request.withStatus(status ->
                status.addConditions(it -> it.type(condition).status("True").lastUpdateTime(since)));
    }

    public static CertificateSigningRequest approved(CertificateSigningRequest request) {
        return with(request, CertificateRequests.APPROVED, NOW);
    }
}
