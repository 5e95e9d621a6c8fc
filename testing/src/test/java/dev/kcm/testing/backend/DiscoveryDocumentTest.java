package dev.kcm.testing.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.kcm.client.RawResponse;
import dev.kcm.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiscoveryDocumentTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final Set<Fault.UnavailableGroup> UNAVAILABLE =
            Set.of(new Fault.UnavailableGroup("example.com", "v1"));

    @Test
    void a_silent_group_is_named_as_stale() {
        var document = response(AGGREGATED, "{\"items\":[]}");

        var changed = DiscoveryDocument.without(UNAVAILABLE, "/apis", document);

        assertThat(Json.parse(changed.body())).isEqualTo(Json.parse("""
            {"items":[{"metadata":{"name":"example.com"},
             "versions":[{"version":"v1","freshness":"Stale"}]}]}
            """));
    }

    @Test
    void the_core_group_has_nobody_behind_it() {
        var document = response(AGGREGATED, "{\"items\":[]}");

        assertThat(DiscoveryDocument.without(UNAVAILABLE, "/api", document)).isSameAs(document);
    }

    @Test
    void a_document_of_the_old_form_is_no_place_for_it() {
        var document = response("application/json", "{\"groups\":[]}");

        assertThatIllegalStateException()
                .isThrownBy(() -> DiscoveryDocument.without(UNAVAILABLE, "/apis", document))
                .withMessageContaining("aggregated discovery");
    }

    private static RawResponse response(String type, String body) {
        return new RawResponse(200, type, body.getBytes(StandardCharsets.UTF_8));
    }
}
