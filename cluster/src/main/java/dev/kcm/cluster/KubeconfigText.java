package dev.kcm.cluster;

import dev.kcm.base.x509.PemText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A kubeconfig for the cluster's administrator, with everything in it.
final class KubeconfigText {
    private static final String NAME = "kcm";

    private KubeconfigText() {}

    static String of(String server, Keys keys) {
        var administrator = keys.administrator().get();
        return """
            apiVersion: v1
            kind: Config
            clusters:
            - name: %1$s
              cluster:
                server: %2$s
                certificate-authority-data: %3$s
            users:
            - name: %1$s-admin
              user:
                client-certificate-data: %4$s
                client-key-data: %5$s
            contexts:
            - name: %1$s
              context:
                cluster: %1$s
                user: %1$s-admin
            current-context: %1$s
            """.formatted(
                        NAME,
                        server,
                        encoded(PemText.certificate(keys.authority().certificate())),
                        encoded(PemText.certificates(administrator.chain())),
                        encoded(PemText.privateKey(administrator.key())));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
