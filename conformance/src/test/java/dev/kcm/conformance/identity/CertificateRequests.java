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

/// Requests for certificates, for `O=system:nodes, CN=system:node:one` where nothing else is said.
final class CertificateRequests {
    private static final String KUBELET_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";

    private static final String REQUEST = """
        -----BEGIN CERTIFICATE REQUEST-----
        MIHsMIGTAgEAMDExFTATBgNVBAoMDHN5c3RlbTpub2RlczEYMBYGA1UEAwwPc3lz
        dGVtOm5vZGU6b25lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEmQDcg8v63yhK
        D644oPPOwE+4OZHLregK5/e3S+Z8YZKlSHJBKxouMmTnN/gc3dEghD/+rjVT5zEh
        GVO5p6lbdKAAMAoGCCqGSM49BAMCA0gAMEUCIC5kYggnQFp7GC0B1lfIh2BuDuNO
        9lVAPu8dlJRFN1yEAiEAjzVRyRPPjUcd3KGDInhfPl2StRwML7UuRxZLTZZhaBE=
        -----END CERTIFICATE REQUEST-----
        """;

    /// One set of two common names, system:node:intruder and system:kube-controller-manager: Go reads the last.
    private static final String FORGED = """
        -----BEGIN CERTIFICATE REQUEST-----
        MIIBGTCBvwIBADBdMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxRDAbBgNVBAMMFHN5
        c3RlbTpub2RlOmludHJ1ZGVyMCUGA1UEAwwec3lzdGVtOmt1YmUtY29udHJvbGxl
        ci1tYW5hZ2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN9r8iEdY5Omb0mnP
        B5xDDltE4e7F8taH20Dc2aDtZfBozcjDD1bg6V3zaqcODngmvsMGGDpI4fUQ9rRB
        /+VFm6AAMAoGCCqGSM49BAMCA0kAMEYCIQDJusco6w12QGGUn6hbJROems15aarQ
        k5qq2rRqDJPuYgIhAOArMmdHhiIEh56JIZa2XDdKOemfivZ9IVCGxthRSNL5
        -----END CERTIFICATE REQUEST-----
        """;

    private CertificateRequests() {}

    /// As a kubelet asks for what it shows to the API server.
    static AnyObjectBuilder<CertificateSigningRequest> forNode(String name) {
        return signing(name, KUBELET_CLIENT, REQUEST, "digital signature", "client auth");
    }

    /// As whoever holds a join token may ask for more than a node's name.
    static AnyObjectBuilder<CertificateSigningRequest> forged(String name) {
        return signing(name, KUBELET_CLIENT, FORGED, "digital signature", "client auth");
    }

    static AnyObjectBuilder<CertificateSigningRequest> request(String name, String signer, String... usages) {
        return signing(name, signer, REQUEST, usages);
    }

    private static AnyObjectBuilder<CertificateSigningRequest> signing(
            String name, String signer, String request, String... usages) {
        return object(CertificateSigningRequest.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.signerName(signer).request(Bytes.utf8(request)).usages(List.of(usages)))
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
