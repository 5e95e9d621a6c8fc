package dev.kcm.conformance.identity;

import static dev.kcm.cluster.scenario.Actions.delete;
import static dev.kcm.cluster.scenario.Drafts.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.cluster.junit.KubeScenario;
import dev.kcm.cluster.scenario.ObjectDraft;
import dev.kcm.cluster.scenario.Scenario;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.value.Bytes;

import org.junit.jupiter.api.Test;

import java.util.List;

@KubeScenario(
        controllers = {
            "certificatesigningrequest-approving-controller",
            "certificatesigningrequest-signing-controller"
        },
        managerFlags = {
            "--cluster-signing-cert-file=src/test/resources/dev/kcm/conformance/identity/authority.crt",
            "--cluster-signing-key-file=src/test/resources/dev/kcm/conformance/identity/authority.key"
        })
class CertificateRequestScenarioTest {
    /// For `O=system:nodes, CN=system:node:one`.
    private static final String REQUEST =
            """
            -----BEGIN CERTIFICATE REQUEST-----
            MIHsMIGTAgEAMDExFTATBgNVBAoMDHN5c3RlbTpub2RlczEYMBYGA1UEAwwPc3lz
            dGVtOm5vZGU6b25lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEmQDcg8v63yhK
            D644oPPOwE+4OZHLregK5/e3S+Z8YZKlSHJBKxouMmTnN/gc3dEghD/+rjVT5zEh
            GVO5p6lbdKAAMAoGCCqGSM49BAMCA0gAMEUCIC5kYggnQFp7GC0B1lfIh2BuDuNO
            9lVAPu8dlJRFN1yEAiEAjzVRyRPPjUcd3KGDInhfPl2StRwML7UuRxZLTZZhaBE=
            -----END CERTIFICATE REQUEST-----
            """;

    @Test
    void a_node_gets_its_certificate(Scenario scenario) {
        var request =
                request(
                        "kcm-node",
                        "kubernetes.io/kube-apiserver-client-kubelet",
                        "digital signature",
                        "client auth");

        scenario.given(request)
                .settle()
                .then(request)
                .condition("Approved", "True", "AutoApproved")
                .satisfies(
                        it ->
                                assertThat(it.status().certificate().utf8())
                                        .startsWith("-----BEGIN CERTIFICATE-----"))
                .wrote(
                        "update certificatesigningrequests/approval x1",
                        "update certificatesigningrequests/status x1");

        scenario.when(delete(request)).settle();
    }

    @Test
    void nobody_approves_what_others_decide_on(Scenario scenario) {
        var request = request("kcm-other", "kubernetes.io/kube-apiserver-client", "client auth");

        scenario.given(request).settle().then(request).lacksCondition("Approved").wrote();

        scenario.when(delete(request)).settle();
    }

    private static ObjectDraft<CertificateSigningRequest> request(
            String name, String signer, String... usages) {
        return object(
                CertificateSigningRequest.builder()
                        .metadata(it -> it.name(name))
                        .spec(
                                spec ->
                                        spec.signerName(signer)
                                                .request(Bytes.utf8(REQUEST))
                                                .usages(List.of(usages)))
                        .build());
    }
}
