package dev.kcm.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.SelfSigned;
import dev.kcm.base.x509.Subject;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.serving.Server;
import dev.kcm.serving.tls.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The embedded server gives the answers of a real one; [RealServerAccessTest] shows that these are.
class AccessAnswersTest {
    @Test
    void the_embedded_server_answers_as_a_real_one() throws Exception {
        var now = Clock.system().instant();
        var keys = KeyKind.EC_P256.generate();
        var clients = CertificateAuthority.create(
                Subject.named("kubernetes"),
                KeyKind.EC_P256,
                now.minus(Duration.ofDays(3)),
                now.plus(Duration.ofDays(1)));
        var tls = Tls.with(SelfSigned.serving("localhost", AlternativeNames.NONE, now))
                .askingClients(() -> List.of(clients.certificate()));
        try (var api = ApiServer.start(
                        new ApiServer.Parts(VersionedStore.inMemory(), Clock.system(), new Random(1), keys));
                var served = Server.on("127.0.0.1", 0)
                        .tls(tls)
                        .start(api.handler(new TrustedAuthorities(List.of(clients.certificate()))))) {
            var server = new ServerUnderTest(served.address().getPort(), clients, keys.getPrivate());
            var answers = AnswerTable.of(server);
            Files.writeString(Path.of("target", "embedded.tsv"), String.join("\n", answers.values()) + "\n");
            assertThat(answers).isEqualTo(AnswerTable.expectedOfEmbedded());
        }
    }

    @Test
    void every_difference_is_about_a_request_there_is() {
        var known = new ArrayList<>(AnswerTable.expected().keySet());
        assertThat(known).containsAll(AnswerTable.differences().keySet());
    }
}
