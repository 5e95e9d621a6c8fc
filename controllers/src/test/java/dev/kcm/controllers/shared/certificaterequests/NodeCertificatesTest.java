package dev.kcm.controllers.shared.certificaterequests;

import static dev.kcm.controllers.shared.certificaterequests.Requests.CLIENT_USAGES;
import static dev.kcm.controllers.shared.certificaterequests.Requests.NODE;
import static dev.kcm.controllers.shared.certificaterequests.Requests.SERVER_USAGES;
import static dev.kcm.controllers.shared.certificaterequests.Requests.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.Subject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeCertificatesTest {
    private static final AlternativeNames HOST = AlternativeNames.ofHosts("one", "10.0.0.1");
    private static final AlternativeNames MAIL =
            new AlternativeNames(List.of("one"), List.of(), List.of("a@b.c"), List.of());
    private static final AlternativeNames URI =
            new AlternativeNames(List.of("one"), List.of(), List.of(), List.of("spiffe://a"));

    @Test
    void a_node_may_ask_with_or_without_key_encipherment() {
        var asked = asking(NODE, AlternativeNames.NONE);
        assertThat(NodeCertificates.clientProblem(asked, CLIENT_USAGES)).isEmpty();
        assertThat(NodeCertificates.clientProblem(asked, List.of("digital signature", "client auth")))
                .isEmpty();
        assertThat(NodeCertificates.servingProblem(asking(NODE, HOST), SERVER_USAGES))
                .isEmpty();
    }

    @Test
    void a_client_has_no_other_names() {
        assertThat(NodeCertificates.clientProblem(asking(NODE, HOST), CLIENT_USAGES))
                .contains("DNS subjectAltNames are not allowed");
        assertThat(NodeCertificates.clientProblem(asking(NODE, AlternativeNames.ofHosts("10.0.0.1")), CLIENT_USAGES))
                .contains("IP subjectAltNames are not allowed");
    }

    @Test
    void a_server_has_addresses_and_nothing_else() {
        assertThat(NodeCertificates.servingProblem(asking(NODE, AlternativeNames.NONE), SERVER_USAGES))
                .contains("DNS or IP subjectAltName is required");
        assertThat(NodeCertificates.servingProblem(asking(NODE, MAIL), SERVER_USAGES))
                .contains("Email subjectAltNames are not allowed");
        assertThat(NodeCertificates.servingProblem(asking(NODE, URI), SERVER_USAGES))
                .contains("URI subjectAltNames are not allowed");
    }

    @Test
    void name_group_and_usages_are_checked() {
        var stranger = asking(Subject.named("one", "system:nodes"), AlternativeNames.NONE);
        var master = asking(Subject.named("system:node:one", "system:nodes", "system:masters"), HOST);
        assertThat(NodeCertificates.clientProblem(stranger, CLIENT_USAGES))
                .contains("subject common name does not begin with system:node:");
        assertThat(NodeCertificates.servingProblem(master, SERVER_USAGES))
                .contains("subject organization is not system:nodes");
        assertThat(NodeCertificates.servingProblem(asking(NODE, HOST), CLIENT_USAGES))
                .contains("usages did not match [digital signature key encipherment server auth]");
    }

    @Test
    void waits_double_with_the_age_of_the_request() {
        var request = Requests.ofNode();
        assertThat(CertificateRequests.untilNextTry(request, Requests.NOW)).isEqualTo(Duration.ofSeconds(60));
        assertThat(CertificateRequests.untilNextTry(request, Requests.NOW.plusSeconds(60)))
                .isEqualTo(Duration.ofSeconds(120));
        assertThat(CertificateRequests.untilNextTry(request, Requests.NOW.minusSeconds(60)))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(CertificateRequests.untilNextTry(request, Requests.NOW.plusSeconds(9000)))
                .isEqualTo(Duration.ofSeconds(1000));
    }
}
