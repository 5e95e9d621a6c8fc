package dev.kcm.apiserver.access;

import static dev.kcm.apiserver.access.AccessCase.get;
import static dev.kcm.apiserver.access.AccessCase.of;
import static dev.kcm.apiserver.access.AccessCase.post;

import dev.kcm.base.Clock;
import dev.kcm.base.jose.TokenSigner;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.Subject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/// The requests, by what is wrong with them.
final class AccessCases {
    private static final String PODS = "/api/v1/namespaces/access-test/pods";
    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private AccessCases() {}

    static List<AccessCase> all(ServerUnderTest server, Inhabitants there)
            throws IOException, GeneralSecurityException {
        return Stream.of(
                        anonymous().stream(),
                        certificates(server).stream(),
                        tokens(server, there).stream(),
                        impersonation(server, there).stream(),
                        targets(there).stream(),
                        protocol(there).stream())
                .flatMap(cases -> cases)
                .toList();
    }

    private static List<AccessCase> anonymous() {
        return List.of(
                get("nobody asks for health", "/healthz"),
                get("nobody asks whether it is alive", "/livez"),
                get("nobody asks for the version", "/version"),
                get("nobody asks for one health check", "/healthz/ping"),
                get("nobody lists pods", PODS),
                get("nobody lists all pods", "/api/v1/pods"),
                get("nobody reads a pod", PODS + "/x"),
                get("nobody watches", PODS + "?watch=1"),
                get("nobody asks for groups", "/apis"),
                get("nobody asks for the API", "/api"),
                get("nobody asks for metrics", "/metrics"),
                get("nobody asks for nonsense", "/nonsense"),
                get("nobody asks for a kind that is not there", "/api/v1/nonsense"),
                post("nobody creates", PODS, "{\"metadata\":{\"name\":\"x\"}}"),
                post("nobody creates with a body that is no JSON", PODS, "{"),
                of("nobody deletes", "DELETE " + PODS + "/x HTTP/1.1"),
                of("nobody deletes all", "DELETE " + PODS + " HTTP/1.1"));
    }

    private static List<AccessCase> certificates(ServerUnderTest server) {
        var stranger = CertificateAuthority.create(
                Subject.named("kubernetes"),
                KeyKind.EC_P256,
                Clock.system().instant().minus(Duration.ofDays(3)),
                later());
        var yesterday = Clock.system().instant().minus(Duration.ofDays(1));
        return List.of(
                get("a certificate of another authority of the same name", PODS)
                        .showing(ServerUnderTest.client(stranger, Subject.named("admin", "system:masters"), later())),
                get("a certificate that has expired", PODS)
                        .showing(ServerUnderTest.client(
                                server.clients(), Subject.named("admin", "system:masters"), yesterday)),
                get("a certificate without groups", PODS).showing(server.client(Subject.named("jane"))),
                get("a certificate without a common name", PODS)
                        .showing(server.client(new Subject("", List.of("system:masters")))),
                get("a certificate that has expired, for health", "/healthz")
                        .showing(ServerUnderTest.client(server.clients(), Subject.named("admin"), yesterday)),
                get("a good certificate and a bad token", PODS)
                        .showing(server.client(Subject.named("jane")))
                        .bearer("nonsense"));
    }

    private static Instant later() {
        return Clock.system().instant().plus(Duration.ofHours(1));
    }

    private static List<AccessCase> tokens(ServerUnderTest server, Inhabitants there)
            throws IOException, GeneralSecurityException {
        var good = there.token("alive", "");
        var parts = good.split("\\.", -1);
        var forger = TokenSigner.of(KeyKind.EC_P256.generate().getPrivate());
        return List.of(
                get("a good token, but no right", PODS).bearer(good),
                get("a token for someone else", PODS).bearer(there.token("alive", "\"audiences\":[\"other\"]")),
                get("a token whose signature was changed", PODS)
                        .bearer(parts[0] + "." + parts[1] + "." + (parts[2].startsWith("A") ? "B" : "A")
                                + parts[2].substring(1)),
                get("a token whose claims were changed", PODS)
                        .bearer(parts[0] + "." + base64("{\"sub\":\"system:admin\"}") + "." + parts[2]),
                get("a token without a signature", PODS).bearer(parts[0] + "." + parts[1] + "."),
                get("a token of two parts", PODS).bearer(parts[0] + "." + parts[1]),
                get("a token of the algorithm none", PODS).bearer(base64("{\"alg\":\"none\"}") + "." + parts[1] + "."),
                get("a token signed with another key", PODS).bearer(forger.sign(claims(ISSUER, 600))),
                get("a token of another issuer", PODS).bearer(server.signer().sign(claims("https://elsewhere", 600))),
                get("a token that has expired", PODS).bearer(server.signer().sign(claims(ISSUER, -3600))),
                get("a token of an account that never was", PODS)
                        .bearer(server.signer().sign(claims(ISSUER, 600))),
                get("a token of a deleted account", PODS).bearer(there.tokenOfDeletedAccount()),
                get("a token of an account that was replaced", PODS).bearer(there.tokenOfReplacedAccount()),
                get("a token of a deleted pod", PODS).bearer(there.tokenOfDeletedPod()),
                get("a token of a deleted secret", PODS).bearer(there.tokenOfDeletedSecret()),
                get("a token that is no token", PODS).bearer("nonsense"),
                get("a token that is no token, for health", "/healthz").bearer("nonsense"),
                get("an empty token", PODS).header("Authorization", "Bearer "),
                get("a token of spaces", PODS).header("Authorization", "Bearer    "),
                get("a scheme alone", PODS).header("Authorization", "Bearer"),
                get("a password", PODS).header("Authorization", "Basic YWRtaW46YWRtaW4="),
                get("a good token of another scheme", PODS).header("Authorization", "Token " + good),
                get("a good token in small letters", PODS).header("Authorization", "bearer " + good),
                get("a bootstrap token that is not there", PODS).bearer("abcdef.0123456789abcdef"),
                get("a good token as a parameter", PODS + "?access_token=" + good),
                get("two tokens, the second good", PODS).bearer("nonsense").bearer(good));
    }

    /// Of an account that never was.
    private static byte[] claims(String issuer, long seconds) {
        long now = Clock.system().instant().getEpochSecond();
        return ("{\"iss\":\"%s\",\"aud\":[\"%s\"],\"sub\":\"system:serviceaccount:access-test:nobody\",\"iat\":%d,\"nbf\":%d,"
            + "\"exp\":%d,\"kubernetes.io\":{\"namespace\":\"access-test\",\"serviceaccount\":{\"name\":\"nobody\","
            + "\"uid\":\"u\"}}}")
                .formatted(
                        issuer,
                        ISSUER,
                        Math.min(now, now + seconds) - 7200,
                        Math.min(now, now + seconds) - 7200,
                        now + seconds)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<AccessCase> impersonation(ServerUnderTest server, Inhabitants there) {
        var actor = server.client(Subject.named("actor"));
        return List.of(
                get("nobody impersonates", PODS).header("Impersonate-User", "admin"),
                get("a user whom the caller may not impersonate", PODS)
                        .showing(actor)
                        .header("Impersonate-User", "admin"),
                get("a user whom the caller may impersonate, but who has no right", PODS)
                        .showing(actor)
                        .header("Impersonate-User", "jane"),
                get("a group that the caller may not impersonate", PODS)
                        .showing(actor)
                        .header("Impersonate-User", "jane")
                        .header("Impersonate-Group", "system:masters"),
                get("a group that the caller may impersonate", PODS)
                        .showing(actor)
                        .header("Impersonate-User", "jane")
                        .header("Impersonate-Group", "devs"),
                get("a group without a user", PODS).showing(actor).header("Impersonate-Group", "devs"),
                get("a uid without a user", PODS).showing(actor).header("Impersonate-Uid", "u"),
                get("an extra field without a user", PODS).showing(actor).header("Impersonate-Extra-scopes", "s"),
                get("an empty user", PODS).showing(actor).header("Impersonate-User", ""),
                get("a uid that the caller may not impersonate", PODS)
                        .showing(actor)
                        .header("Impersonate-User", "jane")
                        .header("Impersonate-Uid", "u"),
                get("a service account that the caller may not impersonate", PODS)
                        .showing(actor)
                        .header("Impersonate-User", "system:serviceaccount:access-test:alive"),
                get("a user of the masters impersonates a stranger", PODS)
                        .showing(there.admin())
                        .header("Impersonate-User", "stranger"),
                get("a user of the masters impersonates a service account", PODS)
                        .showing(there.admin())
                        .header("Impersonate-User", "system:serviceaccount:access-test:alive"),
                get("headers of a front proxy from someone who is none", PODS)
                        .showing(actor)
                        .header("X-Remote-User", "admin")
                        .header("X-Remote-Group", "system:masters"),
                get("headers of a front proxy from nobody", PODS)
                        .header("X-Remote-User", "admin")
                        .header("X-Remote-Group", "system:masters"));
    }

    private static List<AccessCase> targets(Inhabitants there) {
        return Stream.of(
                        get("dots in a path", "/api/v1/../../apis"),
                        get("dots in a path, encoded", "/api/v1/%2e%2e/pods"),
                        get("a slash in a path, encoded", "/api/v1/namespaces/access-test%2fpods"),
                        get("a slash in a name, encoded", PODS + "/a%2Fb"),
                        get("two slashes", "/api/v1//pods"),
                        get("two slashes in front", "//api/v1/pods"),
                        get("a slash at the end", "/api/v1/pods/"),
                        get("a path without a resource", "/api/v1/"),
                        get("a kind that is not there", "/api/v1/nonsense"),
                        get("a group that is not there", "/apis/nonsense/v1/pods"),
                        get("a version that is not there", "/apis/apps/v9/deployments"),
                        get("a path that is not there", "/nonsense"),
                        get("a percent sign alone", "/api/v1/%"),
                        get("a percent sign before no digits", "/api/v1/%zz"),
                        get("an encoded zero", "/api/v1/%00"),
                        get("a name that does not fit", PODS + "/..."),
                        get("a pod that is not there", PODS + "/x"),
                        get("a subresource that is not there", PODS + "/x/nonsense"),
                        get("a namespace that is not there", "/api/v1/namespaces/nonsense/pods"),
                        get("a selector that is none", PODS + "?labelSelector=%3D%3D"),
                        get("a field selector that is none", PODS + "?fieldSelector=a"),
                        get("a field that cannot be selected", PODS + "?fieldSelector=a%3Db"),
                        get("a limit that is no number", PODS + "?limit=x"),
                        get("a continue token that is none", PODS + "?continue=x"),
                        get("a resource version that is no number", PODS + "?resourceVersion=x"),
                        of("a method that is not there", "FROB " + PODS + " HTTP/1.1"),
                        of("a method in small letters", "get " + PODS + " HTTP/1.1"),
                        of("TRACE", "TRACE " + PODS + " HTTP/1.1"),
                        of("OPTIONS", "OPTIONS " + PODS + " HTTP/1.1"),
                        of("PUT of a collection", "PUT " + PODS + " HTTP/1.1").header("Content-Length", "0"),
                        of("PATCH of a collection", "PATCH " + PODS + " HTTP/1.1")
                                .header("Content-Length", "0"),
                        post("POST of an object", PODS + "/x", "{}"),
                        post("another kind in the body", PODS, "{\"kind\":\"Secret\",\"apiVersion\":\"v1\"}"),
                        post("a body that is no JSON", PODS, "{"),
                        post("a method in a header", PODS, "{}").header("X-HTTP-Method-Override", "DELETE"))
                .map(request -> request.showing(there.admin()))
                .toList();
    }

    private static List<AccessCase> protocol(Inhabitants there) {
        return Stream.of(
                        of("HTTP/1.0", "GET /healthz HTTP/1.0"),
                        of("HTTP/1.0 without a host", "GET /healthz HTTP/1.0").withoutHost(),
                        of("HTTP/1.1 without a host", "GET /healthz HTTP/1.1").withoutHost(),
                        of("HTTP/3.7", "GET /healthz HTTP/3.7"),
                        of("no protocol", "GET /healthz"),
                        get("another host", "/healthz").withoutHost().header("Host", "elsewhere"),
                        get("two hosts", "/healthz").header("Host", "elsewhere"),
                        of("an absolute target", "GET http://elsewhere/healthz HTTP/1.1"),
                        get("a header of 100 kB", "/healthz").header("X-Long", "x".repeat(100_000)),
                        get("a header of 2 MB", "/healthz").header("X-Long", "x".repeat(2_000_000)),
                        get("a thousand headers", "/healthz").header("A", "b\r\nA: b".repeat(500)),
                        get("a header without a colon", "/healthz").header("A", "b\r\nnonsense"),
                        get("a header name with a space", "/healthz").header("A B", "c"),
                        get("an upgrade to WebSocket", "/healthz")
                                .header("Connection", "Upgrade")
                                .header("Upgrade", "websocket"),
                        get("an upgrade to HTTP/2", "/healthz")
                                .header("Connection", "Upgrade, HTTP2-Settings")
                                .header("Upgrade", "h2c")
                                .header("HTTP2-Settings", "AAMAAABkAAQCAAAAAAIAAAAA"),
                        of("two lengths", "POST " + PODS + " HTTP/1.1")
                                .header("Content-Length", "2")
                                .header("Content-Length", "3"),
                        of("a length and chunks", "POST " + PODS + " HTTP/1.1")
                                .header("Content-Length", "5")
                                .header("Transfer-Encoding", "chunked")
                                .body("0\r\n\r\n"),
                        of("a length that is no number", "POST " + PODS + " HTTP/1.1")
                                .header("Content-Length", "x"),
                        of("a coding that is not there", "POST " + PODS + " HTTP/1.1")
                                .header("Transfer-Encoding", "gzip"))
                .map(request -> request.showing(there.admin()))
                .toList();
    }
}
