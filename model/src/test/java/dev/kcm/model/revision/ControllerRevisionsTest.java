package dev.kcm.model.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.GoldenTable;
import dev.kcm.model.GoldenTable.Row;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The expected revisions were written by upstream's own StatefulSet and DaemonSet controllers.
class ControllerRevisionsTest {
    private static final GoldenTable GO = GoldenTable.read("revisions.tsv.gz");

    @Test
    void revisions_of_stateful_sets_are_those_of_go() {
        GO.matches("statefulset", 130, row -> {
            var set = StatefulSet.decode(JsonReader.of(row.field(1)));
            var revision =
                    ControllerRevisions.of(set, 1, set.status().collisionCount().orElse(0));
            return cells(row, revision);
        });
    }

    @Test
    void revisions_of_daemon_sets_are_those_of_go() {
        GO.matches("daemonset", 130, row -> {
            var set = DaemonSet.decode(JsonReader.of(row.field(1)));
            return cells(row, ControllerRevisions.of(set, 1));
        });
    }

    private static List<String> cells(Row row, ControllerRevision revision) {
        var json = Json.parse(revision.toString()).objectAt().without("kind").without("apiVersion");
        return List.of(row.kind(), row.field(1), json.toText(), revision.data().toString());
    }

    @Test
    void hashes_of_pod_templates_are_those_of_go() {
        GO.matches("template", 100, row -> {
            var template = PodTemplateSpec.decode(JsonReader.of(row.field(1)));
            var count =
                    Optional.of(row.field(2)).filter(text -> !text.equals("-")).map(Integer::valueOf);
            return List.of("template", row.field(1), row.field(2), PodTemplateHash.of(template, count));
        });
    }

    @Test
    void a_revision_gives_its_template_back() {
        for (var row : GO.rows()) {
            if (row.kind().equals("daemonset")) {
                var set = DaemonSet.decode(JsonReader.of(row.field(1)));
                var revision = ControllerRevision.decode(JsonReader.of(row.field(2)));
                var restored = ControllerRevisions.template(revision);
                assertThat(ControllerRevisions.data(set.withSpec(set.spec().withTemplate(restored))))
                        .isEqualTo(revision.data());
                assertThat(restored.metadata()).isEqualTo(set.spec().template().metadata());
            }
        }
    }
}
