package dev.kcm.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.ServedApi;
import dev.kcm.model.json.Json;
import dev.kcm.model.wire.Envelope;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The server over plain HTTP, with a service account that may do everything.
class ApiHandlerTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static ServedApi served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedApi.start();
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void health_is_open_to_everyone_and_nothing_else_is() throws Exception {
        assertThat(anonymous("/healthz").body()).isEqualTo("ok");
        assertThat(anonymous("/api/v1/pods").statusCode()).isEqualTo(403);
        assertThat(anonymous("/api/v1/pods").body())
                .contains("pods is forbidden: User \\\"system:anonymous\\\" cannot list resource"
                        + " \\\"pods\\\" in API group \\\"\\\" at the cluster scope");
    }

    @Test
    void a_wrong_token_is_refused() throws Exception {
        var request = request("/api/v1/pods")
                .setHeader("Authorization", "Bearer x.y.z")
                .build();
        assertThat(send(request).statusCode()).isEqualTo(401);
    }

    @Test
    void an_object_goes_in_and_comes_out() throws Exception {
        var made = post(
                "/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"io\"},\"data\":{\"a\":\"b\"}}");
        assertThat(made.statusCode()).isEqualTo(201);
        var read = get("/api/v1/namespaces/default/configmaps/io", "application/json");
        assertThat(read.body())
                .startsWith("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"io\"");
        var list = Json.parse(get("/api/v1/namespaces/default/configmaps", "").body());
        assertThat(list.textAt("kind")).contains("ConfigMapList");
        assertThat(list.itemsAt("items"))
                .isNotEmpty()
                .allMatch(item -> item.at("kind").isEmpty());
    }

    @Test
    void a_write_is_recorded_under_the_name_of_the_client() throws Exception {
        var body = "{\"metadata\":{\"name\":\"named\"},\"data\":{\"a\":\"b\"}}";
        var request = request("/api/v1/namespaces/default/configmaps")
                .header("Content-Type", "application/json")
                .header("User-Agent", "kubectl/v1.36.3 (linux/amd64) kubernetes/0")
                .POST(BodyPublishers.ofString(body));
        var entry = Json.parse(send(request.build()).body())
                .itemsAt("metadata", "managedFields")
                .getFirst();
        assertThat(entry.textAt("manager")).contains("kubectl");
        assertThat(entry.textAt("operation")).contains("Update");
        assertThat(entry.at("fieldsV1").orElseThrow().toText()).isEqualTo("{\"f:data\":{\".\":{},\"f:a\":{}}}");
    }

    @Test
    void an_apply_says_who_applies_and_is_yaml() throws Exception {
        var path = "/api/v1/namespaces/default/configmaps/applied";
        var body = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata: {a: b}\n";
        var nameless = apply(path, "application/apply-patch+yaml", body);
        assertThat(nameless.statusCode()).isEqualTo(422);
        assertThat(nameless.body())
                .contains("PatchOptions.meta.k8s.io \\\"\\\" is invalid: fieldManager: Required value: is required for"
                        + " apply patch");
        var binary = apply(path + "?fieldManager=me", "application/apply-patch+cbor", body);
        assertThat(binary.statusCode()).isEqualTo(415);
        assertThat(binary.body())
                .contains("accepted media types include: application/json-patch+json, application/merge-patch+json,"
                        + " application/strategic-merge-patch+json, application/apply-patch+yaml");
        var tooLong = apply(path + "?fieldManager=" + "x".repeat(129), "application/apply-patch+yaml", body);
        assertThat(tooLong.body()).contains("fieldManager: Too long: may not be more than 128 bytes");
        assertThat(apply(path + "?fieldManager=me", "application/apply-patch+yaml", body)
                        .statusCode())
                .isEqualTo(201);
        assertThat(apply(path + "?fieldManager=me", "application/apply-patch+yaml", body)
                        .statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> apply(String path, String type, String body) throws Exception {
        return send(request(path)
                .header("Content-Type", type)
                .method("PATCH", BodyPublishers.ofString(body))
                .build());
    }

    @Test
    void lists_come_as_protobuf_tables_and_metadata() throws Exception {
        var bytes = CLIENT.send(
                        request("/api/v1/namespaces")
                                .header("Accept", Envelope.MEDIA_TYPE)
                                .build(),
                        BodyHandlers.ofByteArray())
                .body();
        var envelope = Envelope.open(bytes);
        assertThat(envelope.kind()).isEqualTo("NamespaceList");
        var table =
                Json.parse(get("/api/v1/namespaces", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")
                        .body());
        assertThat(table.itemsAt("rows").getFirst().itemsAt("cells").getFirst()).isEqualTo(Json.of("default"));
        var metadata = get("/api/v1/namespaces", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
        assertThat(metadata.body())
                .contains("\"kind\":\"PartialObjectMetadataList\"")
                .doesNotContain("\"spec\"");
    }

    @Test
    void a_watch_streams_what_happens() throws Exception {
        var position = Json.parse(
                        get("/api/v1/namespaces/default/configmaps", "").body())
                .textAt("metadata", "resourceVersion")
                .orElseThrow();
        var response = CLIENT.send(
                request("/api/v1/namespaces/default/configmaps?watch=1&resourceVersion=" + position)
                        .build(),
                BodyHandlers.ofInputStream());
        post("/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"watched\"}}");
        try (var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String line;
            do {
                line = lines.readLine();
            } while (line != null && !line.contains("\"watched\""));
            assertThat(line).startsWith("{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\"");
        }
    }

    @Test
    void unknown_fields_are_refused_named_or_ignored_as_asked() throws Exception {
        var body = "{\"metadata\":{\"name\":\"strict\"},\"dada\":{}}";
        var path = "/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=";
        var strict = post(path + "Strict", body);
        assertThat(strict.statusCode()).isEqualTo(400);
        assertThat(strict.body()).contains("strict decoding error: unknown field \\\"dada\\\"");
        assertThat(post(path + "Warn", body).headers().firstValue("Warning"))
                .contains("299 - \"unknown field \\\"dada\\\"\"");
        assertThat(post(path + "Ignore", body).headers().firstValue("Warning")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST|/api/v1/namespaces/default/pods|{",
                "POST|/api/v1/namespaces/default/pods|[]",
                "POST|/api/v1/namespaces/default/pods|null",
                "POST|/api/v1/namespaces/default/pods|{\"kind\":\"Service\"}",
                "POST|/api/v1/namespaces/default/pods|{\"metadata\":{\"name\":7}}",
                "POST|/api/v1/namespaces/default/pods/x|{}",
                "PUT|/api/v1/namespaces/default/pods|{}",
                "PUT|/api/v1/namespaces/default/pods/x|{}",
                "PATCH|/api/v1/namespaces/default/configmaps/x|{}",
                "GET|/api/v1/pods?labelSelector=,,|",
                "GET|/api/v1/pods?fieldSelector=x|",
                "GET|/api/v1/pods?limit=many|",
                "GET|/api/v1/pods?continue=zzz|",
                "GET|/api/v1/pods?resourceVersion=old|",
                "GET|/api/v1/pods?resourceVersionMatch=Exact|",
                "GET|/api/v1/pods?watch=1&sendInitialEvents=true|",
                "GET|/api/v1/namespaces/default/nonsense|",
                "GET|/apis/apps/v7/deployments|",
                "GET|/api/v1//pods|",
                "DELETE|/api/v1/namespaces/default/configmaps/none|{\"propagationPolicy\":\"Sideways\"}",
                "BREW|/api/v1/namespaces/default/configmaps|"
            })
    void bad_requests_get_a_status_that_blames_the_client(String method, String path, String body) throws Exception {
        long before = served.api().store().revision();
        var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        var response = send(request(path).method(method, publisher).build());
        assertThat(response.statusCode()).isBetween(400, 499);
        assertThat(served.api().store().revision()).isEqualTo(before);
    }

    @Test
    void discovery_and_schemas_are_there() throws Exception {
        var aggregated = Json.parse(get("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList")
                .body());
        assertThat(aggregated.itemsAt("items")).hasSizeGreaterThan(15);
        assertThat(get("/apis/apps/v1", "").body()).contains("\"deployments/scale\"");
        assertThat(get("/openapi/v3/apis/apps/v1", "").body())
                .contains("fieldValidation")
                .contains("#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec");
    }

    private static HttpResponse<String> get(String path, String accept) throws Exception {
        var request = request(path);
        return send(
                accept.isEmpty()
                        ? request.build()
                        : request.header("Accept", accept).build());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private static HttpResponse<String> anonymous(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + served.token());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + served.port() + path);
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        return CLIENT.send(request, BodyHandlers.ofString());
    }
}
