package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Builders.object;

import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.value.Bytes;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Requests for certificates, all for `O=system:nodes, CN=system:node:one`.
final class CertificateRequests {
    private static final String REQUEST = """
        -----BEGIN CERTIFICATE REQUEST-----
        MIHsMIGTAgEAMDExFTATBgNVBAoMDHN5c3RlbTpub2RlczEYMBYGA1UEAwwPc3lz
        dGVtOm5vZGU6b25lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEmQDcg8v63yhK
        D644oPPOwE+4OZHLregK5/e3S+Z8YZKlSHJBKxouMmTnN/gc3dEghD/+rjVT5zEh
        GVO5p6lbdKAAMAoGCCqGSM49BAMCA0gAMEUCIC5kYggnQFp7GC0B1lfIh2BuDuNO
        9lVAPu8dlJRFN1yEAiEAjzVRyRPPjUcd3KGDInhfPl2StRwML7UuRxZLTZZhaBE=
        -----END CERTIFICATE REQUEST-----
        """;

    private CertificateRequests() {}

    /// As a kubelet asks for what it shows to the API server.
    static AnyObjectBuilder<CertificateSigningRequest> forNode(String name) {
        return request(name, "kubernetes.io/kube-apiserver-client-kubelet", "digital signature", "client auth");
    }

    static AnyObjectBuilder<CertificateSigningRequest> request(String name, String signer, String... usages) {
        return object(CertificateSigningRequest.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.signerName(signer).request(Bytes.utf8(REQUEST)).usages(List.of(usages)))
                .build());
    }

    /// As an administrator does with kubectl.
    ///
    /// @param type Approved or Denied
    static Action decide(AnyObjectBuilder<CertificateSigningRequest> request, String type) {
        return new Action("%s is %s".formatted(request, type), scenario -> decide(scenario, request, type));
    }

    private static void decide(Scenario scenario, AnyObjectBuilder<CertificateSigningRequest> request, String type) {
        var now = scenario.backend().clock().instant().truncatedTo(ChronoUnit.SECONDS);
        var requests = scenario.client().on(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS);
        var decided = requests.get(request.key(scenario))
                .withStatus(status -> status.addConditions(it -> it.type(type)
                        .status("True")
                        .reason("Scenario")
                        .message("because it says so")
                        .lastUpdateTime(now)));
        scenario.client().send(Operation.updateSubresource(decided, "approval"));
    }
}
