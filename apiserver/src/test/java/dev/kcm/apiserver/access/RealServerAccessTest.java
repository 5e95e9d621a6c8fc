package dev.kcm.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.pem.Pem;
import dev.kcm.base.x509.CertificateAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// Proves `answers.tsv` on a fresh cluster of `conformance/run up`, whose keys lie in its directory. What the server
/// answers is also written to `target/answers.tsv`, to start a new table from.
@EnabledIfEnvironmentVariable(
        named = "KCM_CLUSTER_DIRECTORY",
        matches = ".+",
        disabledReason = "needs a real cluster: `conformance/run up --kcm none`, then set KCM_CLUSTER_DIRECTORY")
class RealServerAccessTest {
    private static final Pattern PORT = Pattern.compile("server: https://[^:]+:(\\d+)");

    @Test
    void a_real_server_gives_the_answers_in_the_table() throws Exception {
        var directory = Path.of(System.getenv("KCM_CLUSTER_DIRECTORY"));
        var answers = AnswerTable.of(server(directory));
        Files.writeString(Path.of("target", "answers.tsv"), String.join("\n", answers.values()) + "\n");
        assertThat(answers).isEqualTo(AnswerTable.expected());
    }

    private static ServerUnderTest server(Path directory) throws Exception {
        var kubeconfig = PORT.matcher(Files.readString(directory.resolve("admin.kubeconfig")));
        if (!kubeconfig.find()) {
            throw new IllegalStateException("no server in " + directory.resolve("admin.kubeconfig"));
        }
        var keys = directory.resolve("pki");
        var authority = Pem.certificates("ca.crt", Files.readString(keys.resolve("ca.crt")));
        return new ServerUnderTest(
                Integer.parseInt(kubeconfig.group(1)),
                new CertificateAuthority(
                        authority.getFirst(), Pem.privateKey("ca.key", Files.readString(keys.resolve("ca.key")))),
                Pem.privateKey("sa.key", Files.readString(keys.resolve("sa.key"))));
    }
}
