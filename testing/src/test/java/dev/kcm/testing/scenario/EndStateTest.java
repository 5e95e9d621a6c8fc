package dev.kcm.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EndStateTest {

    @Test
    void what_differs_from_run_to_run_is_taken_out() {
        assertThat(normal(pod("web-abc12", "uid-1", "node-1", "10.0.0.1", "2026-01-01T00:00:00Z")))
                .isEqualTo(normal(pod("web-xyz89", "uid-2", "node-2", "10.0.9.7", "2027-01-01T00:00:00Z")));
    }

    @Test
    void what_means_something_stays() {
        var pod = pod("web-abc12", "uid-1", "node-1", "10.0.0.1", "2026-01-01T00:00:00Z");

        assertThat(normal(pod)).isNotEqualTo(normal(pod.withStatus(it -> it.phase("Failed"))));
        assertThat(normal(pod)).isNotEqualTo(normal(pod.withMetadata(it -> it.putLabels("a", "b"))));
        assertThat(normal(pod)).isNotEqualTo(normal(pod.withMetadata(it -> it.addFinalizers("a/b"))));
        assertThat(normal(pod))
                .isNotEqualTo(normal(pod.withStatus(it ->
                        it.addConditions(one -> one.type("Ready").status("True").reason("New")))));
    }

    @Test
    void which_of_its_sets_a_deployment_says_to_have_progressed_is_left_open() {
        var words = new Placeholders("space", "", List.of());

        assertThat(words.replacedIn("ReplicaSet \"web-1\" has successfully progressed."))
                .isEqualTo(words.replacedIn("ReplicaSet \"web-2\" has successfully progressed."));
        assertThat(words.replacedIn("ReplicaSet \"web-1\" is progressing."))
                .isNotEqualTo(words.replacedIn("ReplicaSet \"web-2\" is progressing."));
    }

    @Test
    void conditions_are_compared_whatever_their_order() {
        var one = Json.parse(
                "{\"status\":{\"conditions\":[{\"type\":\"A\",\"status\":\"True\"},{\"type\":\"B\",\"status\":\"True\"}]}}");
        var other = Json.parse(
                "{\"status\":{\"conditions\":[{\"type\":\"B\",\"status\":\"True\"},{\"type\":\"A\",\"status\":\"True\"}]}}");
        var words = new Placeholders("space", "", List.of());

        assertThat(NormalForm.of(one, words)).isEqualTo(NormalForm.of(other, words));
    }

    @Test
    void endpoints_are_compared_whatever_their_order_but_with_the_addresses_of_examples() {
        var words = new Placeholders("space", "", List.of());

        assertThat(NormalForm.of(endpoints("192.0.2.1", "192.0.2.2"), words))
                .isEqualTo(NormalForm.of(endpoints("192.0.2.2", "192.0.2.1"), words))
                .isNotEqualTo(NormalForm.of(endpoints("192.0.2.1", "192.0.2.3"), words));
        assertThat(NormalForm.of(endpoints("10.0.0.1", "10.0.0.2"), words))
                .isEqualTo(NormalForm.of(endpoints("10.0.0.4", "10.0.0.3"), words));
    }

    private static Json endpoints(String... addresses) {
        return Json.parse(Arrays.stream(addresses)
                .map("{\"addresses\":[\"%s\"],\"conditions\":{\"ready\":true}}"::formatted)
                .collect(Collectors.joining(",", "{\"endpoints\":[", "]}")));
    }

    @Test
    void whom_to_trust_and_what_is_signed_is_only_said_to_be_there() {
        var secret = Json.parse("""
            {"data":{"ca.crt":"UEVN","token":"abc"},"bundle":"PEM","status":{"certificate":"xyz"}}
            """);

        assertThat(NormalForm.of(secret, new Placeholders("space", "PEM", List.of())))
                .isEqualTo(Json.parse("""
                    {"data":{"ca.crt":"$authorities","token":"$token"},
                     "bundle":"$authorities","status":{"certificate":"$certificate"}}
                    """).sorted());
    }

    @Test
    void differences_are_told_line_by_line() {
        assertThat(LineDifference.between("a\nb\nc\nd", "a\nc\nx\nd")).containsExactly("- b", "+ x");
        assertThat(LineDifference.between("a\nb", "a\nb")).isEmpty();
        assertThat(LineDifference.between("", "a")).containsExactly("+ a");
    }

    @Test
    void expected_writes_are_counted() {
        assertThat(WriteExpectation.parse("create pods x3").isMetBy(3)).isTrue();
        assertThat(WriteExpectation.parse("create pods x3").isMetBy(2)).isFalse();
        assertThat(WriteExpectation.parse("update replicasets/status x2..4").isMetBy(4))
                .isTrue();
        assertThat(WriteExpectation.parse("update replicasets/status x2..4").isMetBy(5))
                .isFalse();
        assertThat(WriteExpectation.parse("create pods").isMetBy(0)).isFalse();
        assertThatThrownBy(() -> WriteExpectation.parse("create 3 pods")).hasMessageContaining("say it as in");
    }

    @Test
    void yaml_of_an_unknown_kind_is_refused_clearly() {
        assertThatThrownBy(() -> Builders.yaml("{kind: Podd, apiVersion: v1}"))
                .hasMessageContaining("there is no kind \"Podd\"");
        assertThatThrownBy(() -> Builders.yaml("a: [")).hasMessageContaining("not valid YAML");
    }

    private static String normal(KubeObject object) {
        return NormalForm.of(FieldPaths.json(object), new Placeholders(object.namespace(), "", List.of(object)))
                .toText();
    }

    private static Pod pod(String name, String uid, String node, String address, String created) {
        return Pod.builder()
                .metadata(it -> it.name(name)
                        .generateName("web-")
                        .namespace("space-" + uid)
                        .uid(uid)
                        .resourceVersion(uid)
                        .creationTimestamp(Instant.parse(created)))
                .spec(it -> it.nodeName(node))
                .status(it -> it.podIP(address)
                        .message("started on " + address + " at " + created)
                        .startTime(Instant.parse(created)))
                .build();
    }
}
