package dev.kcm.model.gotype;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.GoldenTable;
import dev.kcm.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Beside what upstream's own code says of the same documents: the table is made by `src/test/go`.
class MisfitsTest {
    private static final GoldenTable TABLE = GoldenTable.read("misfits.tsv.gz");

    @Test
    void what_does_not_fit_is_told_in_gos_words() {
        TABLE.matches("misfit", 2000, row -> {
            var kind = row.field(1).split("/");
            var document = row.field(2);
            var read = UnmarshalFault.in(document.getBytes(StandardCharsets.UTF_8), kind[0], kind[1], kind[2]);
            var converted = ConversionFault.in(Json.parse(document), kind[0], kind[1], kind[2]);
            return List.of("misfit", row.field(1), document, said(read), said(converted));
        });
    }

    @Test
    void a_type_that_reads_itself_is_heard_before_what_came_earlier() {
        var document = """
            {"spec": {"replicas": "three", "template": {"spec": {"containers": [
              {"name": 5, "resources": {"limits": {"cpu": "lots"}}}]}}}}
            """;
        assertThat(unmarshal(document, "Deployment"))
                .hasValueSatisfying(words -> assertThat(words).startsWith("quantities must match"));
        assertThat(unmarshal(document.replace("lots", "1"), "Deployment"))
                .contains("json: cannot unmarshal string into Go struct field"
                        + " DeploymentSpec.spec.replicas of type int32");
    }

    @Test
    void a_document_that_is_no_object_has_no_field_to_name() {
        assertThat(unmarshal("[]", "Deployment"))
                .contains("json: cannot unmarshal array into Go value of type v1.Deployment");
    }

    @Test
    void of_kinds_that_are_not_built_in_nothing_is_known() {
        assertThat(unmarshal("[]", "Wagon")).isEmpty();
    }

    private static Optional<String> unmarshal(String document, String kind) {
        return UnmarshalFault.in(document.getBytes(StandardCharsets.UTF_8), "apps", "v1", kind);
    }

    private static String said(Optional<String> words) {
        return words.map(it -> Json.of(it).toText()).orElse("null");
    }
}
