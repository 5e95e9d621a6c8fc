package dev.kcm.apiserver.access;

import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.Subject;
import java.io.IOException;
import java.security.GeneralSecurityException;

/// What the requests are about: accounts that are there and gone, tokens of all sorts, and somebody who may impersonate
/// one user.
final class Inhabitants {
    static final String SPACE = "access-test";

    private static final String ACCOUNTS = "/api/v1/namespaces/" + SPACE + "/serviceaccounts";

    private final ServerUnderTest server;
    private final KeyedCertificate admin;

    Inhabitants(ServerUnderTest server) {
        this.server = server;
        this.admin = server.client(Subject.named("admin", "system:masters"));
    }

    KeyedCertificate admin() {
        return admin;
    }

    void settle() throws IOException, GeneralSecurityException {
        create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + SPACE + "\"}}");
        account("alive");
        create(
                "/apis/rbac.authorization.k8s.io/v1/clusterroles",
                "{\"metadata\":{\"name\":\"access-test\"},\"rules\":["
                    + "{\"apiGroups\":[\"\"],\"resources\":[\"users\"],\"resourceNames\":[\"jane\"],\"verbs\":[\"impersonate\"]},"
                    + "{\"apiGroups\":[\"\"],\"resources\":[\"groups\"],\"resourceNames\":[\"devs\"],\"verbs\":[\"impersonate\"]}]}");
        create(
                "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                "{\"metadata\":{\"name\":\"access-test\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\","
                        + "\"kind\":\"ClusterRole\",\"name\":\"access-test\"},\"subjects\":[{\"kind\":\"User\","
                        + "\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"actor\"}]}");
    }

    private void account(String name) throws IOException, GeneralSecurityException {
        create(ACCOUNTS, "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    private void create(String path, String object) throws IOException, GeneralSecurityException {
        server.done(AccessCase.post("setup", path, object).showing(admin));
    }

    private void delete(String path) throws IOException, GeneralSecurityException {
        server.done(AccessCase.of("setup", "DELETE " + path + "?gracePeriodSeconds=0 HTTP/1.1")
                .showing(admin));
    }

    String token(String account, String spec) throws IOException, GeneralSecurityException {
        return server.done(AccessCase.post("setup", ACCOUNTS + "/" + account + "/token", "{\"spec\":{" + spec + "}}")
                        .showing(admin))
                .textAt("status", "token")
                .orElseThrow();
    }

    String tokenOfDeletedAccount() throws IOException, GeneralSecurityException {
        account("gone");
        var token = token("gone", "");
        delete(ACCOUNTS + "/gone");
        return token;
    }

    String tokenOfReplacedAccount() throws IOException, GeneralSecurityException {
        account("replaced");
        var token = token("replaced", "");
        delete(ACCOUNTS + "/replaced");
        account("replaced");
        return token;
    }

    String tokenOfDeletedPod() throws IOException, GeneralSecurityException {
        create(
                "/api/v1/namespaces/" + SPACE + "/pods",
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"serviceAccountName\":\"alive\",\"nodeName\":\"\","
                        + "\"automountServiceAccountToken\":false,\"schedulerName\":\"nobody\","
                        + "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        var token = token("alive", "\"boundObjectRef\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"name\":\"p\"}");
        delete("/api/v1/namespaces/" + SPACE + "/pods/p");
        return token;
    }

    String tokenOfDeletedSecret() throws IOException, GeneralSecurityException {
        create("/api/v1/namespaces/" + SPACE + "/secrets", "{\"metadata\":{\"name\":\"s\"}}");
        var token = token("alive", "\"boundObjectRef\":{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"name\":\"s\"}");
        delete("/api/v1/namespaces/" + SPACE + "/secrets/s");
        return token;
    }
}
