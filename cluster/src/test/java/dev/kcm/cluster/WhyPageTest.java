package dev.kcm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `/kcm/why` for a service account that may get the page and config maps, and nothing else.
class WhyPageTest {
    private static final ObjectKey READER = ObjectKey.of("default", "reader");

    private Cluster cluster;
    private Client client;
    private HttpClient http;
    private String token;

    @BeforeEach
    void start() throws Exception {
        cluster = Cluster.start(ClusterSettings.inProcess().withPort(0).withNodes(0));
        client = cluster.client();
        http = HttpClient.newBuilder().sslContext(trusting()).build();
        client.on(ServiceAccount.SERVICE_ACCOUNTS)
                .create(ServiceAccount.builder()
                        .metadata(m -> m.namespace("default").name("reader"))
                        .build());
        client.on(ClusterRole.CLUSTER_ROLES)
                .create(ClusterRole.builder()
                        .metadata(m -> m.name("reader"))
                        .addRules(rule -> rule.addVerbs("get").addNonResourceURLs("/kcm/why"))
                        .addRules(rule -> rule.addVerbs("get").addApiGroups("").addResources("configmaps"))
                        .build());
        client.on(ClusterRoleBinding.CLUSTER_ROLE_BINDINGS)
                .create(ClusterRoleBinding.builder()
                        .metadata(m -> m.name("reader"))
                        .roleRef(role -> role.apiGroup("rbac.authorization.k8s.io")
                                .kind("ClusterRole")
                                .name("reader"))
                        .addSubjects(subject -> subject.kind("ServiceAccount")
                                .namespace("default")
                                .name("reader"))
                        .build());
        token = client.on(ServiceAccount.SERVICE_ACCOUNTS)
                .createSubresource(READER, "token", TokenRequest.EMPTY)
                .status()
                .token();
    }

    @AfterEach
    void stop() {
        http.close();
        cluster.close();
    }

    @Test
    void a_caller_is_told_about_what_it_may_read() throws Exception {
        client.on(ConfigMap.CONFIG_MAPS)
                .create(ConfigMap.builder()
                        .metadata(m -> m.namespace("default").name("settings"))
                        .build());

        var told = get("configmap", "settings");
        assertThat(told.statusCode()).isEqualTo(200);
        assertThat(told.body()).startsWith("configmap/settings");
    }

    @Test
    void a_caller_is_not_told_about_what_it_may_not_read() throws Exception {
        client.on(Secret.SECRETS)
                .create(Secret.builder()
                        .metadata(m -> m.namespace("default").name("key"))
                        .build());

        for (var name : List.of("key", "absent")) {
            var refused = get("secret", name);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body())
                    .contains(
                            "secrets \\\"%s\\\" is forbidden: User \\\"system:serviceaccount:default:reader\\\" cannot get"
                                    .formatted(name));
        }
    }

    private HttpResponse<String> get(String kind, String name) throws Exception {
        var uri = URI.create("%s/kcm/why?kind=%s&namespace=default&name=%s"
                .formatted(cluster.url().orElseThrow(), kind, name));
        var request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    /// Trusts whoever signed the server's certificate.
    private SSLContext trusting() throws Exception {
        var field = "certificate-authority-data: ";
        var data = cluster.kubeconfig()
                .orElseThrow()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(field))
                .findFirst()
                .orElseThrow()
                .substring(field.length());
        var certificate = CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(Base64.getDecoder().decode(data)));
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("authority", certificate);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
