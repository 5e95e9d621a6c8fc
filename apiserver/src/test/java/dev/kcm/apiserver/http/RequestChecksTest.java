package dev.kcm.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.ServedApi;
import dev.kcm.model.json.Json;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What a request is refused for, in which order and in which words; with a service account that may do everything
/// and may count as others.
class RequestChecksTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

    private static ServedApi served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedApi.start();
        served.create(ClusterRole.builder()
                .metadata(m -> m.name("updaters"))
                .addRules(rule -> rule.addApiGroups("coordination.k8s.io")
                        .addResources("leases")
                        .verbs(List.of("get", "update", "patch")))
                .build());
        served.create(ClusterRoleBinding.builder()
                .metadata(m -> m.name("updaters"))
                .roleRef(role -> role.apiGroup("rbac.authorization.k8s.io")
                        .kind("ClusterRole")
                        .name("updaters"))
                .addSubjects(subject -> subject.apiGroup("rbac.authorization.k8s.io")
                        .kind("User")
                        .name("updater"))
                .build());
    }

    @AfterAll
    static void stop() {
        served.close();
        CLIENT.close();
    }

    @Test
    void who_may_not_learns_nothing_of_what_is_wrong_with_the_request() throws Exception {
        for (var body : List.of("{", "x".repeat(2 << 20), "{\"kind\":\"Pod\"}")) {
            var response = send(as("nobody", MAPS + "?dryRun=Some&fieldValidation=Loud"), "POST", body);
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(message(response))
                    .isEqualTo("configmaps is forbidden: User \"nobody\" cannot create resource \"configmaps\" in API"
                            + " group \"\" in the namespace \"default\"");
        }
        var selected = send(as("nobody", MAPS + "?labelSelector=,,"), "GET", "");
        assertThat(selected.statusCode()).isEqualTo(403);
    }

    @Test
    void an_update_that_creates_takes_permission_to_create() throws Exception {
        var body = "{\"metadata\":{\"name\":\"new\"},\"spec\":{\"holderIdentity\":\"me\",\"leaseDurationSeconds\":5}}";
        var refused = send(as("updater", LEASES + "/new"), "PUT", body);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(message(refused))
                .isEqualTo("leases.coordination.k8s.io \"new\" is forbidden: User \"updater\" cannot create resource"
                        + " \"leases\" in API group \"coordination.k8s.io\" in the namespace \"default\"");

        var created = send(request(LEASES + "/new"), "PUT", body);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(send(as("updater", LEASES + "/new"), "PUT", created.body()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_body_has_three_mebibytes_at_most() throws Exception {
        var response = send(request(MAPS), "POST", "x".repeat((3 << 20) + 1));

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(message(response)).isEqualTo("Request entity too large: limit is 3145728");
        assertThat(Json.parse(response.body()).textAt("reason")).contains("RequestEntityTooLarge");
    }

    @Test
    void data_has_a_mebibyte_at_most() throws Exception {
        var body = "{\"metadata\":{\"name\":\"large\"},\"data\":{\"a\":\"" + "x".repeat((1 << 20) + 1) + "\"}}";
        var response = send(request(MAPS), "POST", body);

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(message(response))
                .isEqualTo("ConfigMap \"large\" is invalid: []: Too long: may not be more than 1048576 bytes");
    }

    @Test
    void an_object_that_upstream_could_not_store_is_not_stored() throws Exception {
        var body = "{\"metadata\":{\"name\":\"large\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},"
                + "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"a\","
                + "\"image\":\"b\",\"args\":[\"" + "x".repeat(3 << 19) + "\"]}]}}}}";
        var response = send(request("/apis/apps/v1/namespaces/default/deployments"), "POST", body);

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(message(response)).isEqualTo("etcdserver: request is too large");
        assertThat(Json.parse(response.body()).at("reason")).isEmpty();
    }

    @Test
    void a_hundred_unknown_fields_are_named_at_most_in_four_thousand_characters() throws Exception {
        var fields = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            fields.append(",\"field-").append(i).append("\":1");
        }
        var body = "{\"metadata\":{\"name\":\"odd\"}" + fields + "}";
        var warned = send(request(MAPS + "?dryRun=All"), "POST", body).headers().allValues("Warning");
        assertThat(warned).hasSize(100);

        var strict = message(send(request(MAPS + "?dryRun=All&fieldValidation=Strict"), "POST", body));
        assertThat(strict.split("unknown field", -1)).hasSize(101);
    }

    @Test
    void only_an_apply_patch_can_be_forced() throws Exception {
        var request = request(MAPS + "/any?force=true").header("Content-Type", "application/merge-patch+json");
        var response = CLIENT.send(
                request.method("PATCH", BodyPublishers.ofString("{}")).build(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(message(response))
                .isEqualTo("PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for"
                        + " non-apply patch");
    }

    @Test
    void a_version_of_the_future_is_too_large() throws Exception {
        for (var path : List.of(MAPS, MAPS + "/any", "/api/v1/namespaces/default")) {
            var response = send(request(path + "?resourceVersion=1000000"), "GET", "");
            var status = Json.parse(response.body());
            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(message(response)).startsWith("Timeout: Too large resource version: 1000000, current: ");
            assertThat(status.textAt("reason")).contains("Timeout");
            assertThat(status.at("details", "causes").orElseThrow().toText())
                    .isEqualTo("[{\"reason\":\"ResourceVersionTooLarge\",\"message\":\"Too large resource version\"}]");
            assertThat(response.headers().firstValue("Retry-After")).contains("1");
        }
        var events = send(request("/api/v1/events?resourceVersion=1000000"), "GET", "");
        assertThat(events.statusCode()).isEqualTo(504);
        assertThat(events.headers().firstValue("Retry-After")).isEmpty();
    }

    @Test
    void a_version_that_is_no_number_is_told_as_upstream_does() throws Exception {
        var fault = "resourceVersion: Invalid value: \"old\": strconv.ParseUint: parsing \"old\": invalid syntax";
        var list = send(request(MAPS + "?resourceVersion=old"), "GET", "");
        assertThat(list.statusCode()).isEqualTo(400);
        assertThat(message(list)).isEqualTo("invalid resource version: " + fault);

        var get = send(request(MAPS + "/any?resourceVersion=old"), "GET", "");
        assertThat(get.statusCode()).isEqualTo(500);
        assertThat(message(get)).isEqualTo(fault);
    }

    @Test
    void a_local_review_stays_in_its_namespace() throws Exception {
        var reviews = "/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews";
        var elsewhere = send(request(reviews), "POST", review("kube-system"));
        assertThat(elsewhere.statusCode()).isEqualTo(422);
        assertThat(message(elsewhere))
                .isEqualTo(".authorization.k8s.io \"\" is invalid: spec.resourceAttributes.namespace: Invalid value:"
                        + " \"kube-system\": must match metadata.namespace");
        assertThat(send(request(reviews), "POST", review("default")).statusCode())
                .isEqualTo(201);

        var path = send(
                request(reviews),
                "POST",
                "{\"spec\":{\"user\":\"a\",\"nonResourceAttributes\":{\"path\":\"/x\",\"verb\":\"get\"}}}");
        assertThat(message(path)).contains("spec.nonResourceAttributes: Invalid value:", "disallowed on this kind");
    }

    @Test
    void a_review_asks_about_somebody_and_something() throws Exception {
        var response = send(request("/apis/authorization.k8s.io/v1/subjectaccessreviews"), "POST", "{\"spec\":{}}");

        assertThat(message(response))
                .isEqualTo(
                        ".authorization.k8s.io \"\" is invalid: [spec.resourceAttributes: Invalid value: null: exactly"
                                + " one of nonResourceAttributes or resourceAttributes must be specified, spec.user:"
                                + " Invalid value: \"\": at least one of user or group must be specified]");
    }

    private static String review(String namespace) {
        return "{\"spec\":{\"user\":\"a\",\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\",\"namespace\":\""
                + namespace + "\"}}}";
    }

    private static String message(HttpResponse<String> response) {
        return Json.parse(response.body()).textAt("message").orElse("");
    }

    private static HttpRequest.Builder as(String user, String path) {
        return request(path).header("Impersonate-User", user);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + served.port() + path))
                .header("Authorization", "Bearer " + served.token());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String method, String body) throws Exception {
        var publisher = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        return CLIENT.send(request.method(method, publisher).build(), BodyHandlers.ofString());
    }
}
