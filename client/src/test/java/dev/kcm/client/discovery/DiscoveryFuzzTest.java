package dev.kcm.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.model.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What servers, and the servers behind them, say they serve.
class DiscoveryFuzzTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final byte[] NO_GROUPS = bytes("{\"groups\":[]}");
    private static final byte[] ONE_VERSION = bytes("{\"versions\":[\"v1\"]}");

    static Stream<Parser> parsers() {
        return Stream.of(
                Parser.of("aggregated-discovery", document -> check(AGGREGATED, document))
                        .refusing(JsonException.class)
                        .seeds(
                                "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[{\"metadata\":{\"name\":\"apps\"},\"versions\":["
                                    + "{\"version\":\"v1\",\"freshness\":\"Stale\",\"resources\":[{\"resource\":\"deployments\","
                                    + "\"responseKind\":{\"group\":\"\",\"version\":\"\",\"kind\":\"Deployment\"},\"scope\":\"Namespaced\","
                                    + "\"singularResource\":\"deployment\",\"verbs\":[\"get\",\"list\"],\"shortNames\":[\"deploy\"],"
                                    + "\"subresources\":[{\"subresource\":\"scale\",\"responseKind\":{\"group\":\"autoscaling\","
                                    + "\"version\":\"v1\",\"kind\":\"Scale\"},\"verbs\":[\"get\"]}]}]}]}]}")
                        .words("null", ":", "=", ",", "/", "+", "\"subresource\":", "\"verbs\":"),
                Parser.of("legacy-discovery", document -> check("application/json", document))
                        .seeds(
                                "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":["
                                    + "{\"name\":\"pods\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\"],\"shortNames\":[\"po\"]},"
                                    + "{\"name\":\"pods/eviction\",\"group\":\"policy\",\"version\":\"v1\",\"kind\":\"Eviction\",\"verbs\":[\"create\"]}]}")
                        .words("null", ":", "=", ",", "/", "+", "\"name\":", "\"pods/", "\"verbs\":"));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void whatever_is_served_can_be_asked_about(Parser parser) {
        Fuzzer.attack(DiscoveryFuzzTest.class, parser);
    }

    /// Everything a controller asks of a resource.
    private static void check(String type, byte[] document) {
        for (var resource : served(type, document).preferred()) {
            assertThat(resource.path("default")).isNotEmpty();
            assertThat(resource.verbs()).isNotNull();
            assertThat(resource.shortNames()).isNotNull();
            assertThat(resource.subresources())
                    .allSatisfy(part -> assertThat(part.verbs()).isNotNull());
            assertThat(resource.subresource("status")).isNotNull();
        }
    }

    private static ServedResources served(String type, byte[] document) {
        var isAggregated = type.equals(AGGREGATED);
        return new Discovery(
                        (path, _) -> switch (path) {
                            case "/api" -> new Discovery.Document("application/json", ONE_VERSION);
                            case "/apis" -> new Discovery.Document(type, isAggregated ? document : NO_GROUPS);
                            default ->
                                new Discovery.Document("application/json", isAggregated ? bytes("{}") : document);
                        },
                        Clock.system())
                .fetch();
    }

    @Test
    void a_group_that_answers_with_nonsense_is_reported_and_the_others_are_kept() {
        var served = served("application/json", bytes("<html>"));
        assertThat(served.versions("")).containsExactly("v1");
        assertThat(served.failures()).containsKey("v1");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
