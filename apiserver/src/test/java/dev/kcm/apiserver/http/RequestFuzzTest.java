package dev.kcm.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.Mutation;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.base.fuzzing.SmallStack;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.wire.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Paths, headers and bodies of requests.
class RequestFuzzTest {
    private static final String POD =
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"b\"}},"
                    + "\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"limits\":{\"cpu\":\"1\"}}}]}}";

    static Stream<Parser> parsers() {
        return Stream.of(
                Parser.ofText("path", path -> ResourcePath.parse("/" + path))
                        .seeds(
                                "api/v1/pods",
                                "apis/apps/v1/namespaces/n/deployments/d/scale",
                                "api/v1/namespaces/n/status",
                                "")
                        .words("/", "//", "..", "namespaces", "api/v1", "pods", "status"),
                Parser.ofText("accept", RequestFuzzTest::accept)
                        .refusing(ApiException.class)
                        .seeds(
                                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;q=0.5",
                                "*/*",
                                Envelope.MEDIA_TYPE + ", application/*;q=0.1",
                                ";;=;q=NaN,,")
                        .words(",", ";", "=", "q=", "NaN", "1e999", "*/*", "as=Table", "\""),
                Parser.of("body-json", body -> decoded("application/json", body))
                        .refusing(ApiException.class)
                        .seeds(POD)
                        .words("null", "{}", "\"kind\":", "\"spec\":", "\"x\":1,", "[", "{"),
                Parser.of("body-protobuf", body -> decoded(Envelope.MEDIA_TYPE, body))
                        .refusing(ApiException.class)
                        .seeds(List.of(Pod.PODS
                                .decodeJson(POD.getBytes(StandardCharsets.UTF_8))
                                .toProtobuf()))
                        .mutatedBy(Mutation.PROTOBUF),
                Parser.of("delete-options", body -> {
                            var _ = new Decoder("application/json", "").deleteOptions(body.clone());
                            var _ = new Decoder(Envelope.MEDIA_TYPE, "").deleteOptions(body);
                        })
                        .refusing(ApiException.class)
                        .seeds("{\"gracePeriodSeconds\":1,\"preconditions\":{\"uid\":\"u\"},\"dryRun\":[\"All\"]}"));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_request_is_read_or_refused_with_a_status(Parser parser) {
        Fuzzer.attack(RequestFuzzTest.class, parser);
    }

    private static void accept(String header) {
        var ranges = MediaRange.list(header);
        assertThat(ranges).allSatisfy(range -> assertThat(range.type()).isNotNull());
        assertThat(ResponseFormat.of(header, Pod.PODS)).isNotNull();
    }

    private static void decoded(String type, byte[] body) {
        var decoder = new Decoder(type, "Warn");
        var pod = decoder.object(Pod.PODS, body);
        assertThat(pod.toJson()).isNotEmpty();
        var warnings = new ResponseWarnings();
        decoder.warnings().forEach(warnings::add);
        assertThat(String.join("", warnings.headers())).hasSizeLessThan(40_000);
    }

    @Test
    void a_body_nested_too_deep_is_refused_in_upstreams_words() {
        var body = ("{\"metadata\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
        SmallStack.run(() -> assertThat(refusal(body))
                .isEqualTo("the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind;"
                        + " json parse error: exceeded max depth ({\"metadata\":[[[[[[[[[[[[[[[[[[ ...)"));
    }

    private static String refusal(byte[] body) {
        try {
            return "accepted " + new Decoder("application/json", "").object(ConfigMap.CONFIG_MAPS, body);
        } catch (ApiException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void long_headers_take_no_longer_than_their_length() {
        Growth.isLinear("choices", count -> "a/b;q=0.1,".repeat(count), 10_000, MediaRange::list);
        Growth.isLinear("parameters", count -> "a/b" + ";a=b".repeat(count), 20_000, MediaRange::list);
        Growth.isLinear("parts of a path", count -> "/api/v1" + "/a".repeat(count), 20_000, ResourcePath::parse);
        Growth.isLinear(
                "unknown fields",
                count -> ("{" + "\"x\":1,".repeat(count) + "\"y\":1}").getBytes(StandardCharsets.UTF_8),
                20_000,
                body -> new Decoder("application/json", "Warn").object(ConfigMap.CONFIG_MAPS, body));
    }
}
