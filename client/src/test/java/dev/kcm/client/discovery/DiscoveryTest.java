package dev.kcm.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.Failures;
import dev.kcm.model.failure.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String PLAIN = "application/json";

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final Map<String, Discovery.Document> documents = new HashMap<>();
    private final Discovery discovery = new Discovery(this::read, clock);
    private int asked;

    @Test
    void reads_everything_at_once_and_reports_what_is_stale() {
        document("/api", AGGREGATED, "{\"items\":[]}");
        document("/apis", AGGREGATED, """
            {"items":[
             {"metadata":{"name":"apps"},"versions":[
               {"version":"v1","freshness":"Current","resources":[
                 {"resource":"deployments","responseKind":{"group":"","version":"","kind":"Deployment"},
                  "scope":"Namespaced","singularResource":"deployment","verbs":["get","list"],
                  "subresources":[{"subresource":"scale","verbs":["get"],
                    "responseKind":{"group":"autoscaling","version":"v1","kind":"Scale"}}]}]},
               {"version":"v1beta1","freshness":"Stale","resources":[]}]}]}
            """);

        var served = discovery.fetch();

        var deployments = served.byKind("apps", "", "Deployment").orElseThrow();
        assertThat(deployments.path("x")).isEqualTo("/apis/apps/v1/namespaces/x/deployments");
        assertThat(deployments.subresource("scale").orElseThrow().group()).isEqualTo("autoscaling");
        assertThat(served.versions("apps")).containsExactly("v1", "v1beta1");
        assertThat(served.failures()).containsOnlyKeys("apps/v1beta1");
    }

    @Test
    void documents_that_have_not_changed_are_understood_once() {
        document("/api", AGGREGATED, "{\"items\":[]}");
        document("/apis", AGGREGATED, "{\"items\":[]}");
        var served = discovery.fetch();
        assertThat(discovery.fetch()).isSameAs(served);

        document("/apis", AGGREGATED, """
            {"items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1","freshness":"Current","resources":[]}]}]}
            """);
        assertThat(discovery.fetch().versions("apps")).containsExactly("v1");
    }

    @Test
    void asks_group_by_group_where_it_must_and_keeps_what_answers() {
        legacy();

        var served = discovery.fetch();

        assertThat(served.byPlural("", "v1", "pods").orElseThrow().kind()).isEqualTo("Pod");
        assertThat(served.byPlural("", "v1", "pods").orElseThrow().subresources())
                .singleElement()
                .satisfies(it -> assertThat(it.name()).isEqualTo("status"));
        assertThat(served.failures().get("metrics.k8s.io/v1beta1")).contains("no such document");
    }

    @Test
    void a_mapper_asks_again_after_half_a_minute_and_for_what_it_does_not_know() {
        legacy();
        var mapper = discovery.mapper();
        assertThat(mapper.byKind("", "v1", "Pod")).isPresent();
        int first = asked;
        assertThat(mapper.byKind("", "v1", "Pod")).isPresent();
        assertThat(asked).isEqualTo(first);

        clock.advance(Duration.ofSeconds(30));
        assertThat(mapper.byKind("", "v1", "Pod")).isPresent();
        assertThat(asked).isEqualTo(2 * first);

        clock.advance(Duration.ofSeconds(2));
        assertThat(mapper.byKind("example.com", "", "Widget")).isEmpty();
        assertThat(asked).isEqualTo(3 * first);
        assertThat(mapper.byKind("example.com", "", "Widget")).isEmpty();
        assertThat(asked).as("just asked").isEqualTo(3 * first);
    }

    @Test
    void a_mapper_keeps_what_it_knows_while_the_server_is_away() {
        var mapper = discovery.mapper();
        assertThatThrownBy(() -> mapper.byKind("", "v1", "Pod")).isInstanceOf(ApiException.class);
        legacy();
        assertThat(mapper.byKind("", "v1", "Pod")).isPresent();
        documents.clear();
        clock.advance(Duration.ofMinutes(5));
        assertThat(mapper.byKind("", "v1", "Pod")).isPresent();
    }

    private void legacy() {
        document("/api", PLAIN, "{\"versions\":[\"v1\"]}");
        document("/api/v1", PLAIN, """
            {"groupVersion":"v1","resources":[
             {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get"]},
             {"name":"pods/status","namespaced":true,"kind":"Pod","verbs":["get","update"]}]}
            """);
        document("/apis", PLAIN, """
            {"groups":[{"name":"metrics.k8s.io","versions":[
              {"groupVersion":"metrics.k8s.io/v1beta1","version":"v1beta1"}]}]}
            """);
    }

    private void document(String path, String type, String text) {
        documents.put(path, new Discovery.Document(type, text.getBytes(StandardCharsets.UTF_8)));
    }

    private Discovery.Document read(String path, String accept) {
        asked++;
        var document = documents.get(path);
        if (document == null) {
            throw new ApiException(Failures.transport("no such document: " + path));
        }
        return document;
    }
}
