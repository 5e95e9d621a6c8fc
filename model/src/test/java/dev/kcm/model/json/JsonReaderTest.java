package dev.kcm.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
    @Test
    void shapes_that_do_not_fit_say_where_and_what() {
        refused(
                "{\"spec\":{\"containers\":[{\"ports\":[{\"containerPort\":\"80\"}]}]}}",
                "spec.containers[0].ports[0].containerPort: expected an integer, found the string" + " \"80\"");
        refused("{\"spec\":{\"containers\":{}}}", "spec.containers: expected an array, found an object");
        refused("{\"spec\":[]}", "spec: expected an object, found an array");
        refused(
                "{\"spec\":{\"priority\":3000000000}}",
                "spec.priority: expected a 32-bit integer, found the number 3000000000");
        refused("{\"spec\":{\"priority\":1.0}}", "spec.priority: expected an integer, found the number 1.0");
        refused(
                "{\"spec\":{\"hostNetwork\":\"true\"}}",
                "spec.hostNetwork: expected a boolean, found the string \"true\"");
        refused("{\"metadata\":{\"labels\":{\"a\":1}}}", "metadata.labels.a: expected a string, found the number 1");
    }

    @Test
    void what_is_not_json_is_refused() {
        refused("", "empty");
        refused("{\"spec\":", "");
        refused("pod", "not JSON");
        refused("{\"spec\":{\"nodeName\":\"a}", "spec.nodeName: not JSON");
    }

    @Test
    void null_is_the_zero_of_every_field() {
        Pod pod = Pod.PODS.decodeJson(
                bytes(
                        "{\"metadata\":null,\"spec\":{\"containers\":null,\"nodeName\":null,\"priority\":null,\"nodeSelector\":null,\"affinity\":null}}"));
        assertThat(pod).isEqualTo(Pod.EMPTY);
    }

    @Test
    void names_match_by_case() {
        assertThat(Pod.PODS.decodeJson(bytes("{\"Spec\":{\"nodeName\":\"a\"},\"spec\":{\"nodename\":\"b\"}}")))
                .isEqualTo(Pod.EMPTY);
    }

    @Test
    void a_strict_reader_hears_of_unknown_and_duplicate_fields() {
        List<String> heard = new ArrayList<>();
        JsonReader.Strictness strictness = new JsonReader.Strictness() {
            @Override
            public void unknownField(String path) {
                heard.add("unknown " + path);
            }

            @Override
            public void duplicateField(String path) {
                heard.add("duplicate " + path);
            }
        };
        byte[] document = bytes(
                "{\"foo\":1,\"spec\":{\"containers\":[{\"name\":\"a\",\"name\":\"b\",\"bar\":{\"x\":1}}],\"nodeSelector\":{\"k\":\"1\",\"k\":\"2\"}}}");
        Pod pod = Pod.decode(JsonReader.strict(document, strictness));
        assertThat(heard)
                .containsExactly(
                        "unknown foo",
                        "duplicate spec.containers[0].name",
                        "unknown spec.containers[0].bar",
                        "duplicate spec.nodeSelector.k");
        assertThat(pod.spec().containers().getFirst().name()).isEqualTo("b");
        assertThat(pod.spec().nodeSelector()).containsEntry("k", "2");
    }

    @Test
    void raw_values_keep_their_bytes() {
        JsonReader in = JsonReader.of("{\"a\": [1, {\"b\" : \"}\"} ] , \"c\":12 ,\"d\":\"x\\\"y\", \"e\": true}");
        in.beginObject();
        List<String> raw = new ArrayList<>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            raw.add(name + "=" + new String(in.raw(), StandardCharsets.UTF_8));
        }
        assertThat(raw).containsExactly("a=[1, {\"b\" : \"}\"} ]", "c=12", "d=\"x\\\"y\"", "e=true");
    }

    private static void refused(String document, String message) {
        assertThatThrownBy(() -> Pod.PODS.decodeJson(bytes(document)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(message);
    }

    private static byte[] bytes(String document) {
        return document.getBytes(StandardCharsets.UTF_8);
    }
}
